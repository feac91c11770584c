package meter

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/ledger"
)

// MetricsType is the Content-Type of what WriteMetrics writes.
const MetricsType = "text/plain; version=0.0.4; charset=utf-8"

// WriteMetrics writes all counts in the text format of Prometheus.
func (m *Meter) WriteMetrics(w io.Writer) error {
	m.mu.Lock()
	used, hidden := m.conversations.used()
	m.metrics.set("observed_facts", float64(used), "kind", "used")
	m.metrics.set("observed_facts", float64(hidden), "kind", "hidden")
	text := m.metrics.text()
	m.mu.Unlock()
	_, err := io.WriteString(w, text)
	return err
}

// families are the metrics, in the order in which they are written.
var families = []struct{ name, kind, help string }{
	{"requests_total", "counter", "Requests to the API of a model, by the class of the response's status."},
	{"group_requests_total", "counter", "Requests to the API of a model, by what was to be done with their conversation: elide, holdout, observe, off."},
	{"passed_requests_total", "counter", "Requests that were sent as they came: for an order, by their group, for a doubt, or as there was nothing to change."},
	{"conversations_total", "counter", "Conversations that were met, by their group; one that is met again after many others counts again."},
	{"doubtful_requests_total", "counter", "Requests that were sent as they came for a doubt."},
	{"warnings_total", "counter", "Warnings about requests."},
	{"tool_results_total", "counter", "Texts of tool results, and of them those that were reduced, sent as a reference, or expansions."},
	{"tool_result_tokens_total", "counter", "Estimated tokens of tool results, as they came and as they were sent."},
	{"tool_result_bytes_total", "counter", "Bytes of tool results, as they came and as they were sent."},
	{"observed_tool_result_tokens_total", "counter", "Estimated tokens of tool results that were only looked at, as they came, and as they would have been sent."},
	{"observed_facts", "gauge", "Of what was only looked at, facts that were used after the one result that had them, and of them those that would have been hidden."},
	{"expansion_tokens_total", "counter", "Estimated tokens of expansions that were sent for the first time."},
	{"tokens_total", "counter", "Tokens that the provider counted; input is what no cache had."},
	{"reasoning_tokens_total", "counter", "Tokens of the output that are reasoning."},
	{"usage_unknown_total", "counter", "Answers of which the provider's usage is not known."},
	{"price_unknown_total", "counter", "Answers with usage for whose model there is no price."},
	{"dollars_total", "counter", "What was paid, saved, and spent on the turns that asked for expansions."},
	{"request_seconds", "histogram", "Time until the response had ended."},
	{"first_byte_seconds", "histogram", "Time until the first byte of the response's body."},
}

// bounds are those of the histograms' buckets, in seconds.
var bounds = [...]float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600}

// histogram counts times.
type histogram struct {
	buckets [len(bounds)]int
	count   int
	sum     float64
}

func (h *histogram) add(seconds float64) {
	h.count++
	h.sum += seconds
	for i, bound := range bounds {
		if seconds <= bound {
			h.buckets[i]++
		}
	}
}

// maxLabels is how many models have a label of their own.
const maxLabels = 50

// metrics are the counts, by metric and labels.
type metrics struct {
	counters   map[string]map[string]float64
	histograms map[string]map[string]*histogram
	models     map[string]bool
}

func newMetrics() *metrics {
	return &metrics{counters: map[string]map[string]float64{}, histograms: map[string]map[string]*histogram{}, models: map[string]bool{}}
}

func (m *metrics) count(name string, n float64, labels ...string) {
	if m.counters[name] == nil {
		m.counters[name] = map[string]float64{}
	}
	m.counters[name][labelled(labels)] += n
}

func (m *metrics) set(name string, n float64, labels ...string) {
	if m.counters[name] == nil {
		m.counters[name] = map[string]float64{}
	}
	m.counters[name][labelled(labels)] = n
}

func (m *metrics) observe(name string, seconds float64, labels ...string) {
	if m.histograms[name] == nil {
		m.histograms[name] = map[string]*histogram{}
	}
	key := labelled(labels)
	if m.histograms[name][key] == nil {
		m.histograms[name][key] = &histogram{}
	}
	m.histograms[name][key].add(seconds)
}

// add counts an exchange, with what it cost if that is known.
func (m *metrics) add(r *ledger.Record, cost ledger.Cost, known bool) {
	provider := providerLabel(r.Provider)
	m.count("requests_total", 1, "provider", provider, "endpoint", r.Endpoint, "code", class(r.Status))
	m.count("group_requests_total", 1, "provider", provider, "group", r.GroupOf())
	if r.Unchanged != "" {
		m.count("passed_requests_total", 1, "provider", provider, "reason", passReason(r))
	}
	m.count("warnings_total", float64(r.Warnings), "provider", provider)
	m.observe("request_seconds", r.Duration/1000, "provider", provider)
	if r.FirstByte > 0 {
		m.observe("first_byte_seconds", r.FirstByte/1000, "provider", provider)
	}
	if r.Doubt {
		m.count("doubtful_requests_total", 1, "provider", provider)
	}
	if r.Billed() {
		m.addResults(r, provider)
		m.addUsage(r, provider, cost, known)
	}
}

func (m *metrics) addResults(r *ledger.Record, provider string) {
	for _, c := range []struct {
		metric, label, value string
		n                    int
	}{
		{"tool_results_total", "kind", "all", r.Results},
		{"tool_results_total", "kind", "reduced", r.Reduced},
		{"tool_results_total", "kind", "reference", r.References},
		{"tool_results_total", "kind", "expansion", r.Expansions},
		{"tool_result_tokens_total", "side", "in", r.TokensIn},
		{"tool_result_tokens_total", "side", "out", r.TokensOut},
		{"tool_result_bytes_total", "side", "in", r.BytesIn},
		{"tool_result_bytes_total", "side", "out", r.BytesOut},
	} {
		m.count(c.metric, float64(c.n), "provider", provider, c.label, c.value)
	}
	if w := r.Would; w != nil {
		m.count("observed_tool_result_tokens_total", float64(r.TokensIn), "provider", provider, "side", "in")
		m.count("observed_tool_result_tokens_total", float64(w.TokensOut), "provider", provider, "side", "out")
	}
	m.count("expansion_tokens_total", float64(r.ExpansionTokens), "provider", provider)
}

func (m *metrics) addUsage(r *ledger.Record, provider string, cost ledger.Cost, known bool) {
	model := m.modelLabel(r.Model)
	u := r.Usage
	if u == nil {
		m.count("usage_unknown_total", 1, "provider", provider, "model", model)
		return
	}
	for _, c := range []struct {
		kind string
		n    int
	}{{"input", u.Input}, {"output", u.Output}, {"cache_read", u.CacheRead}, {"cache_write", u.CacheWrite}} {
		m.count("tokens_total", float64(c.n), "provider", provider, "model", model, "kind", c.kind)
	}
	m.count("reasoning_tokens_total", float64(u.Reasoning), "provider", provider, "model", model)
	if !known {
		m.count("price_unknown_total", 1, "provider", provider, "model", model)
		return
	}
	m.count("dollars_total", cost.Paid, "provider", provider, "model", model, "kind", "paid")
	m.count("dollars_total", max(0, cost.Saved), "provider", provider, "model", model, "kind", "saved")
	m.count("dollars_total", cost.Expansions, "provider", provider, "model", model, "kind", "expansions")
}

// modelLabel bounds the number of labels: a client may name any model.
func (m *metrics) modelLabel(model string) string {
	if !m.models[model] && len(m.models) >= maxLabels {
		return ledger.Rest
	}
	m.models[model] = true
	return model
}

// passReason returns why a request was sent as it came, in one of a few words.
func passReason(r *ledger.Record) string {
	switch {
	case r.GroupOf() != ledger.GroupElide:
		return r.GroupOf()
	case r.Doubt:
		return "doubt"
	}
	return "nothing"
}

func providerLabel(provider string) string {
	switch provider {
	case "anthropic", "openai", "gemini", "bedrock":
		return provider
	}
	return "other"
}

// class returns the class of a status, such as 2xx.
func class(status int) string {
	if status < 100 || status > 599 {
		return "none"
	}
	return strconv.Itoa(status/100) + "xx"
}

// labelled writes names and values in turn as labels.
func labelled(labels []string) string {
	var b strings.Builder
	for i := 0; i+1 < len(labels); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `%s="%s"`, labels[i], escaper.Replace(labels[i+1]))
	}
	return b.String()
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (m *metrics) text() string {
	var b strings.Builder
	for _, f := range families {
		name := "elide_proxy_" + f.name
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", name, f.help, name, f.kind)
		for _, labels := range slices.Sorted(maps.Keys(m.counters[f.name])) {
			fmt.Fprintf(&b, "%s{%s} %s\n", name, labels, number(m.counters[f.name][labels]))
		}
		for _, labels := range slices.Sorted(maps.Keys(m.histograms[f.name])) {
			m.histograms[f.name][labels].write(&b, name, labels)
		}
	}
	return b.String()
}

func (h *histogram) write(b *strings.Builder, name, labels string) {
	for i, bound := range bounds {
		fmt.Fprintf(b, "%s_bucket{%s,le=\"%s\"} %d\n", name, labels, number(bound), h.buckets[i])
	}
	fmt.Fprintf(b, "%s_bucket{%s,le=\"+Inf\"} %d\n", name, labels, h.count)
	fmt.Fprintf(b, "%s_sum{%s} %s\n%s_count{%s} %d\n", name, labels, number(h.sum), name, labels, h.count)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
