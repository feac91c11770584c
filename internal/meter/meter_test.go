package meter

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/rewrite"
)

func exchange() Exchange {
	return Exchange{
		Time: time.Date(2026, 11, 22, 1, 2, 3, 4567890, time.FixedZone("", 3600)), Provider: "anthropic", Model: "claude-opus-4-5",
		Path: "/v1/messages?beta=true", Status: 200, Duration: 1500 * time.Millisecond, FirstByte: 250*time.Millisecond + 750*time.Nanosecond,
		Report: rewrite.Report{Results: 4, Reduced: 3, References: 1, BytesIn: 90_000, BytesOut: 20_000, TokensIn: 30_000, TokensOut: 6_000},
		Usage:  Usage{Input: 10, Output: 500, CacheRead: 90_000, CacheWrite: 9_990, Known: true},
	}
}

// statsOf returns the records of a file, all of whose lines must be some.
func statsOf(t *testing.T, name string) (records []*ledger.Record, text string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	bad, err := ledger.Read(strings.NewReader(string(data)), func(r *ledger.Record) { records = append(records, r) })
	if err != nil || bad > 0 {
		t.Fatalf("%d lines are no records (%v)\n%s", bad, err, data)
	}
	return records, string(data)
}

func TestStats(t *testing.T) {
	name := filepath.Join(t.TempDir(), "stats.jsonl")
	stats, err := OpenStats(name)
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Stats: stats})
	m.Add(exchange())
	e := exchange()
	e.Model, e.Usage, e.Path, e.Status = "", Usage{}, "/v1/sk-secret/messages/count_tokens?key=sk-secret", 401
	e.Report = rewrite.Report{Unchanged: "attested", Doubt: true, Model: "claude\n\u202e", Warnings: []string{"sk-secret"}}
	m.Add(e)
	if err := stats.Close(); err != nil {
		t.Fatal(err)
	}
	records, text := statsOf(t, name)
	const want = `{"version":1,"time":"2026-11-22T00:02:03.004Z","provider":"anthropic","endpoint":"messages","model":"claude-opus-4-5","status":200,"duration_ms":1500,"first_byte_ms":250.001,` +
		`"results":4,"reduced":3,"references":1,"expansions":0,"expansion_tokens":0,"expansion_tokens_again":0,"bytes_in":90000,"bytes_out":20000,"tokens_in":30000,"tokens_out":6000,` +
		`"usage":{"input":10,"output":500,"cache_read":90000,"cache_write":9990,"cache_write_1h":0,"reasoning":0}}` + "\n"
	if first, _, _ := strings.Cut(text, "\n"); first+"\n" != want {
		t.Errorf("%s, want %s", first, want)
	}
	r := records[1]
	if strings.Contains(text, "secret") || r.Endpoint != ledger.CountTokens || r.Usage != nil || r.Model != "claude??" || r.Warnings != 1 || r.Unchanged != "attested" || !r.Doubt {
		t.Errorf("%+v", r)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v (%v)", info.Mode(), err)
	}
}

// TestStatsAtOnce: lines of several processes, as of several files opened on
// one name, are never mixed.
func TestStatsAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "stats.jsonl")
	const writers, each = 8, 100
	var all sync.WaitGroup
	for i := range writers {
		stats, err := OpenStats(name)
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Stats: stats})
		for range 2 {
			all.Go(func() {
				for range each {
					e := exchange()
					e.Model = strings.Repeat(strconv.Itoa(i), 90)
					e.Report.TokensIn = i
					m.Add(e)
				}
			})
		}
		t.Cleanup(func() { stats.Close() })
	}
	all.Wait()
	records, _ := statsOf(t, name)
	if len(records) != 2*writers*each {
		t.Errorf("%d records", len(records))
	}
	for _, r := range records {
		if r.Model != strings.Repeat(strconv.Itoa(r.TokensIn), 90) {
			t.Fatalf("%+v", r)
		}
	}
}

// TestStatsThatFail: a full disk is told of once all is over, and the line that
// it cut spoils no other.
func TestStatsThatFail(t *testing.T) {
	if stats, err := OpenStats("/dev/full"); err == nil {
		m := New(Options{Stats: stats})
		m.Add(exchange())
		m.Add(exchange())
		if err := stats.Close(); !errors.Is(err, os.ErrInvalid) && !strings.Contains(fmt.Sprint(err), "no space") {
			t.Errorf("closing gives %v", err)
		}
	}
	name := filepath.Join(t.TempDir(), "stats.jsonl")
	os.WriteFile(name, []byte(`{"version":1,"ti`), 0o600)
	stats, err := OpenStats(name)
	if err != nil {
		t.Fatal(err)
	}
	stats.torn = true
	New(Options{Stats: stats}).Add(exchange())
	stats.Close()
	data, _ := os.ReadFile(name)
	n := 0
	if bad, _ := ledger.Read(strings.NewReader(string(data)), func(*ledger.Record) { n++ }); bad != 1 || n != 1 {
		t.Errorf("%d records and %d bad lines in %s", n, bad, data)
	}
	if _, err := OpenStats(t.TempDir()); err == nil {
		t.Error("a folder is no file of statistics")
	}
	var none *StatsFile
	New(Options{Stats: none}).Add(exchange())
	if err := none.Close(); err != nil {
		t.Error(err)
	}
}

func TestSummary(t *testing.T) {
	some := func(change func(*Exchange)) Exchange {
		e := exchange()
		change(&e)
		return e
	}
	refused := some(func(e *Exchange) { e.Status = 429 })
	expansion := some(func(e *Exchange) { e.Report.Expansions, e.Report.ExpansionTokens = 1, 1200 })
	again := some(func(e *Exchange) { e.Report.Expansions, e.Report.ExpansionTokensAgain = 1, 1200 })
	unpriced := some(func(e *Exchange) { e.Model = "unheard-of" })
	silent := some(func(e *Exchange) { e.Usage = Usage{} })
	doubtful := some(func(e *Exchange) { e.Report = rewrite.Report{Unchanged: "x", Doubt: true} })
	date := ledger.BuiltinPrices().Date
	for _, c := range []struct {
		exchanges []Exchange
		want      string
	}{
		{nil, "no request to a model came"},
		{[]Exchange{exchange(), refused}, "1 request; 30.0k tokens of tool results sent as 6.0k, 80 % saved net (3 of 4 results reduced); cache read 90.0k, written 10.0k; input 10, output 500; about $0.026 saved net, $0.12 paid (prices of " + date + ")"},
		{[]Exchange{exchange(), expansion}, "2 requests; 60.0k tokens of tool results sent as 12.0k, 78 % saved net (6 of 8 results reduced); 1 expansion of 1.2k tokens; cache read 180k, written 20.0k; input 20, output 1.0k; about -$0.056 saved net, $0.24 paid (prices of " + date + ")"},
		{[]Exchange{again}, "1 request; 30.0k tokens of tool results sent as 6.0k, 76 % saved net (3 of 4 results reduced); cache read 90.0k, written 10.0k; input 10, output 500; about $0.025 saved net, $0.12 paid (prices of " + date + ")"},
		{[]Exchange{refused}, "1 request, none of which a model answered"},
		{[]Exchange{unpriced}, "1 request; 30.0k tokens of tool results sent as 6.0k, 80 % saved net (3 of 4 results reduced); cache read 90.0k, written 10.0k; input 10, output 500; 1 request without a known price"},
		{[]Exchange{silent}, "1 request; 30.0k tokens of tool results sent as 6.0k, 80 % saved net (3 of 4 results reduced); no usage reported"},
		{[]Exchange{doubtful, silent}, "2 requests; 30.0k tokens of tool results sent as 6.0k, 80 % saved net (3 of 4 results reduced); 1 sent as they came for a doubt; cache read 90.0k, written 10.0k; input 10, output 500 (1 request without usage); about $0.00 saved net, $0.12 paid (prices of " + date + ")"},
	} {
		m := New(Options{})
		for _, e := range c.exchanges {
			m.Add(e)
		}
		if got := m.Summary(); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

func TestShort(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.0k", 99_949: "99.9k", 123_456: "123k", -1500: "-1.5k", 2_500_000: "2.5M", 7_000_000_000: "7.0G"} {
		if got := short(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// series reads what WriteMetrics writes, line by line, as Prometheus does.
func series(t *testing.T, m *Meter) map[string]float64 {
	t.Helper()
	var b strings.Builder
	if err := m.WriteMetrics(&b); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\]|\\["\\n])*",?)+)\} (\S+)$`)
	kinds := map[string]string{}
	out := map[string]float64{}
	for scan := bufio.NewScanner(strings.NewReader(b.String())); scan.Scan(); {
		text := scan.Text()
		if name, ok := strings.CutPrefix(text, "# TYPE "); ok {
			name, kind, _ := strings.Cut(name, " ")
			kinds[name] = kind
			continue
		}
		if strings.HasPrefix(text, "# HELP elide_proxy_") {
			continue
		}
		match := line.FindStringSubmatch(text)
		if match == nil {
			t.Fatalf("no sample: %s", text)
		}
		name := match[1]
		if kinds[name] != "counter" && kinds[name] != "gauge" {
			name = regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
			if kinds[name] != "histogram" {
				t.Errorf("%s has no type", match[1])
			}
		}
		v, err := strconv.ParseFloat(match[3], 64)
		if _, twice := out[match[1]+"{"+match[2]+"}"]; err != nil || twice || v < 0 {
			t.Errorf("%s (%v)", text, err)
		}
		out[match[1]+"{"+match[2]+"}"] = v
	}
	return out
}

func TestMetrics(t *testing.T) {
	m := New(Options{})
	m.Add(exchange())
	refused := exchange()
	refused.Status = 529
	m.Add(refused)
	gone := exchange()
	gone.Status, gone.FirstByte, gone.Provider = 0, 0, "x\"y"
	m.Add(gone)
	unpriced := exchange()
	unpriced.Model = `a"b\c`
	unpriced.Report.Doubt = true
	m.Add(unpriced)
	silent := exchange()
	silent.Usage = Usage{}
	m.Add(silent)
	got := series(t, m)
	for name, want := range map[string]float64{
		`requests_total{provider="anthropic",endpoint="messages",code="2xx"}`:          3,
		`requests_total{provider="anthropic",endpoint="messages",code="5xx"}`:          1,
		`requests_total{provider="other",endpoint="messages",code="none"}`:             1,
		`doubtful_requests_total{provider="anthropic"}`:                                1,
		`tool_results_total{provider="anthropic",kind="reduced"}`:                      9,
		`tool_result_tokens_total{provider="anthropic",side="in"}`:                     90_000,
		`tool_result_tokens_total{provider="anthropic",side="out"}`:                    18_000,
		`tokens_total{provider="anthropic",model="claude-opus-4-5",kind="cache_read"}`: 90_000,
		`tokens_total{provider="anthropic",model="a\"b\\c",kind="output"}`:             500,
		`usage_unknown_total{provider="anthropic",model="claude-opus-4-5"}`:            1,
		`price_unknown_total{provider="anthropic",model="a\"b\\c"}`:                    1,
		`request_seconds_bucket{provider="anthropic",le="1"}`:                          0,
		`request_seconds_bucket{provider="anthropic",le="2.5"}`:                        4,
		`request_seconds_bucket{provider="anthropic",le="+Inf"}`:                       4,
		`request_seconds_count{provider="anthropic"}`:                                  4,
		`request_seconds_sum{provider="anthropic"}`:                                    6,
		`first_byte_seconds_count{provider="anthropic"}`:                               4,
		`request_seconds_count{provider="other"}`:                                      1,
	} {
		if v, ok := got["elide_proxy_"+name]; !ok || v != want {
			t.Errorf("%s is %g (%v), want %g", name, v, ok, want)
		}
	}
	if _, ok := got[`elide_proxy_first_byte_seconds_count{provider="other"}`]; ok {
		t.Error("a response that never began has a first byte")
	}
	if _, ok := got[`elide_proxy_passed_requests_total{provider="anthropic",reason="doubt"}`]; ok {
		t.Error("a doubt without a reason passed")
	}
	paid := got[`elide_proxy_dollars_total{provider="anthropic",model="claude-opus-4-5",kind="paid"}`]
	if paid < 0.11 || paid > 0.13 {
		t.Errorf("paid %g", paid)
	}
}

// TestMetricsAreBounded: a client that names a new model each time makes no new
// series.
func TestMetricsAreBounded(t *testing.T) {
	m := New(Options{})
	size := 0
	for i := range 20 * maxLabels {
		e := exchange()
		e.Model, e.Provider, e.Path, e.Status = fmt.Sprint("model-", i), fmt.Sprint("provider-", i), fmt.Sprint("/", i), 200+i%400
		m.Add(e)
		if i == 10*maxLabels {
			size = len(series(t, m))
		}
	}
	if got := len(series(t, m)); got != size || size > 10*maxLabels {
		t.Errorf("%d series, and later %d", size, got)
	}
}

// TestMeterAtOnce: nothing is lost when exchanges end at the same time.
func TestMeterAtOnce(t *testing.T) {
	m := New(Options{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				m.Add(exchange())
				m.Summary()
			}
			m.WriteMetrics(&strings.Builder{})
		})
	}
	all.Wait()
	if got := series(t, m)[`elide_proxy_requests_total{provider="anthropic",endpoint="messages",code="2xx"}`]; got != 400 {
		t.Errorf("%g requests", got)
	}
}

func BenchmarkAdd(b *testing.B) {
	stats, err := OpenStats(filepath.Join(b.TempDir(), "stats.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	defer stats.Close()
	m := New(Options{Stats: stats})
	for b.Loop() {
		m.Add(exchange())
	}
}
