// Package meter measures what passes through a proxy: it reads the usage that
// a provider reports from a copy of each response (Reader), and makes of each
// Exchange a line of statistics, the numbers of /metrics and a summary (Meter).
//
// A Reader works on what it gets, in pieces of any length, and holds next to
// nothing of it: the response is unpacked as it comes, cut into server-sent
// events if it is a stream of them, and of the JSON in it only numbers and names
// in known places are kept. Whatever the bytes are, it neither fails nor
// waits, and the bytes on their way to the client don't depend on it.
//
// What it all costs, and what was saved, is worked out in package ledger, which
// also reads the statistics back.
package meter

import (
	"sync"
	"time"

	"elide.example/elide/internal/jsonlines"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// Usage is what a provider says that it counted.
type Usage = ledger.Usage

// Exchange is a request and its response, once it has ended.
type Exchange struct {
	Time     time.Time // when the request came
	Provider string    // its name, such as ProviderName gives
	Model    string    // as the response names it; "": what the Report says
	Path     string    // of the request; no more than which API it is is kept of it
	Status   int       // of the response; 0 if there was none
	Report   rewrite.Report

	Conversation string // a digest of its name, 12 hexadecimal digits; "": it can't be told
	Group        string // ledger.GroupElide and so on; "": that

	Usage     Usage
	Duration  time.Duration // until the response had ended
	FirstByte time.Duration // until the first byte of its body
}

// ProviderName returns the name of a provider in statistics and metrics.
func ProviderName(p wire.Provider) string {
	switch p {
	case wire.Anthropic:
		return "anthropic"
	case wire.OpenAI:
		return "openai"
	case wire.Gemini:
		return "gemini"
	case wire.Bedrock:
		return "bedrock"
	}
	return "other"
}

// endpoint returns the name of the API that a path asks for.
func endpoint(path string) string {
	switch wire.Route("POST", path) {
	case wire.Messages:
		return "messages"
	case wire.CountTokens:
		return ledger.CountTokens
	case wire.Chat:
		return "chat"
	case wire.Responses:
		return "responses"
	case wire.Generate:
		return "generate"
	case wire.GeminiCount:
		return ledger.GeminiCountTokens
	case wire.Invoke:
		return "invoke"
	case wire.Converse:
		return "converse"
	}
	return "other"
}

// record returns what is kept of the exchange.
func (e *Exchange) record() *ledger.Record {
	rep := &e.Report
	r := &ledger.Record{
		Version: ledger.Version, Time: e.Time.UTC().Truncate(time.Millisecond),
		Provider: jsonlines.Plain(e.Provider), Endpoint: endpoint(e.Path), Model: jsonlines.Plain(e.Model), Status: e.Status,
		Duration: millis(e.Duration), FirstByte: millis(e.FirstByte),
		Results: rep.Results, Reduced: rep.Reduced, References: rep.References,
		Expansions: rep.Expansions, ExpansionTokens: rep.ExpansionTokens, ExpansionTokensAgain: rep.ExpansionTokensAgain,
		BytesIn: rep.BytesIn, BytesOut: rep.BytesOut, TokensIn: rep.TokensIn, TokensOut: rep.TokensOut,
		Unchanged: jsonlines.Plain(rep.Unchanged), Doubt: rep.Doubt, Warnings: len(rep.Warnings),
	}
	r.Conversation, r.Group = jsonlines.Plain(e.Conversation), e.Group
	if rep.Would != nil {
		would := ledger.Would(*rep.Would)
		r.Would = &would
	}
	if r.Model == "" {
		r.Model = jsonlines.Plain(rep.Model)
	}
	if e.Usage.Known {
		u := e.Usage
		r.Usage = &u
	}
	return r
}

// millis returns a time in milliseconds, to the microsecond.
func millis(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

// Options of a Meter.
type Options struct {
	Prices *ledger.Prices // nil: those that come with the program
	Stats  *StatsFile     // nil: no statistics are written

	// Each is told of each exchange, one after the other. It must not wait. nil: nobody is.
	Each func(*ledger.Record)
}

// Meter counts exchanges. It is safe for concurrent use.
type Meter struct {
	stats *StatsFile
	each  func(*ledger.Record)

	mu      sync.Mutex
	prices  *ledger.Prices
	sums    *ledger.Sums
	metrics *metrics
	groups  map[string]*ledger.Sum

	conversations *conversations
}

// New returns a Meter that has counted nothing.
func New(o Options) *Meter {
	if o.Prices == nil {
		o.Prices = ledger.BuiltinPrices()
	}
	return &Meter{
		stats: o.Stats, each: o.Each, prices: o.Prices, sums: ledger.NewSums(o.Prices), metrics: newMetrics(),
		groups: map[string]*ledger.Sum{}, conversations: newConversations(),
	}
}

// Add counts an exchange. It does not fail: what goes wrong with the
// statistics, their file tells when it is closed.
func (m *Meter) Add(e Exchange) {
	r := e.record()
	m.stats.write(r)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.each != nil {
		m.each(r)
	}
	m.sums.Add(r)
	cost, known := m.prices.Cost(r)
	m.metrics.add(r, cost, known)
	if m.groups[r.GroupOf()] == nil {
		m.groups[r.GroupOf()] = &ledger.Sum{}
	}
	m.groups[r.GroupOf()].Add(r, m.prices)
	if m.conversations.add(r, m.prices) {
		m.metrics.count("conversations_total", 1, "group", r.GroupOf())
	}
}
