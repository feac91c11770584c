package ledger

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func record(u Usage) *Record {
	return &Record{Version: Version, Time: today, Provider: "anthropic", Endpoint: "messages", Model: "claude-opus-4-5",
		Status: 200, TokensIn: 50_000, TokensOut: 10_000, Usage: &u}
}

// TestCost: at 5 dollars for input, 0.5 for reads, 6.25 and 10 for writes and
// 25 for output, 40,000 tokens were not sent.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		name   string
		usage  Usage
		change func(*Record)
		want   Cost
	}{
		{"no cache", Usage{Input: 100_000, Output: 1000}, nil, Cost{Paid: 0.525, Saved: 0.2}},
		{"all of it read", Usage{CacheRead: 100_000}, nil, Cost{Paid: 0.05, Saved: 0.02}},
		{"all of it written", Usage{CacheWrite: 100_000}, nil, Cost{Paid: 0.625, Saved: 0.25}},
		{"written for an hour", Usage{CacheWrite: 100_000, CacheWrite1h: 100_000}, nil, Cost{Paid: 1, Saved: 0.4}},
		{"half read, half written", Usage{CacheRead: 50_000, CacheWrite: 50_000}, nil, Cost{Paid: 0.3375, Saved: 0.135}},
		{"a turn for an expansion", Usage{CacheRead: 100_000, Output: 1000}, func(r *Record) { r.ExpansionTokens = 5 }, Cost{Paid: 0.075, Saved: 0.02, Expansions: 0.05}},
		{"an expansion again", Usage{CacheRead: 100_000}, func(r *Record) { r.ExpansionTokensAgain = 2000 }, Cost{Paid: 0.05, Saved: 0.02, Expansions: 0.001}},
		{"no prompt", Usage{Output: 1000}, nil, Cost{Paid: 0.025}},
		{"only looked at", Usage{CacheRead: 100_000}, func(r *Record) { r.TokensOut, r.Would = r.TokensIn, &Would{TokensOut: 10_000} }, Cost{Paid: 0.05, Would: 0.02}},
		{"refused", Usage{Input: 100_000}, func(r *Record) { r.Status = 429 }, Cost{}},
		{"counted only", Usage{Input: 100_000}, func(r *Record) { r.Endpoint = CountTokens }, Cost{}},
		{"counted only, of Gemini", Usage{Input: 100_000}, func(r *Record) { r.Endpoint = GeminiCountTokens }, Cost{}},
	} {
		r := record(c.usage)
		if c.change != nil {
			c.change(r)
		}
		got, known := BuiltinPrices().Cost(r)
		if !known || !near(got.Paid, c.want.Paid) || !near(got.Saved, c.want.Saved) || !near(got.Expansions, c.want.Expansions) || !near(got.Would, c.want.Would) || !near(got.Net(), got.Saved-got.Expansions) {
			t.Errorf("%s: %+v (%v), want %+v", c.name, got, known, c.want)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestCostUnknown(t *testing.T) {
	for name, change := range map[string]func(*Record){
		"no usage": func(r *Record) { r.Usage = nil },
		"no price": func(r *Record) { r.Model = "unheard-of" },
		"no name":  func(r *Record) { r.Model = "" },
	} {
		r := record(Usage{Input: 100})
		change(r)
		if got, known := BuiltinPrices().Cost(r); known || got != (Cost{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func anyRecord(t *rapid.T) *Record {
	n := rapid.IntRange(0, 400_000)
	r := record(Usage{Input: n.Draw(t, "input"), Output: n.Draw(t, "output"), CacheRead: n.Draw(t, "read"), CacheWrite: n.Draw(t, "write")})
	r.Usage.CacheWrite1h = rapid.IntRange(0, r.Usage.CacheWrite).Draw(t, "hour")
	r.Model = rapid.SampledFrom([]string{"claude-opus-4-5", "claude-haiku-5-5", "gpt-6-sol", "gemini-2.5-pro", "unheard-of", ""}).Draw(t, "model")
	r.Status = rapid.SampledFrom([]int{200, 200, 200, 429, 0}).Draw(t, "status")
	r.TokensIn = n.Draw(t, "in")
	r.TokensOut = rapid.IntRange(0, r.TokensIn).Draw(t, "out")
	r.ExpansionTokens = rapid.SampledFrom([]int{0, 0, 700}).Draw(t, "expansion")
	r.ExpansionTokensAgain = rapid.SampledFrom([]int{0, 700, 1_000_000}).Draw(t, "again")
	if rapid.IntRange(0, 5).Draw(t, "usage") == 0 {
		r.Usage = nil
	}
	return r
}

// TestSavedIsModest: no saved token is worth more than the dearest token of the
// request that it was saved from, or less than the cheapest.
func TestSavedIsModest(t *testing.T) {
	p := BuiltinPrices()
	laws.Check(t, func(t *rapid.T) {
		r := anyRecord(t)
		cost, known := p.Cost(r)
		if !known || !r.Billed() || r.Usage.Prompt() == 0 {
			if cost.Saved != 0 || cost.Expansions != 0 {
				t.Fatalf("%+v saved of nothing", cost)
			}
			return
		}
		rates := p.rates(r.Model, r.Time, r.Usage.Prompt())
		each := cost.Saved / float64(max(1, r.Saved())) * million
		if r.Saved() > 0 && (each > rates.write1h()+1e-6 || each < rates.read()-1e-6) {
			t.Fatalf("a token is worth %g of %+v", each, rates)
		}
		if cost.Expansions > cost.Paid || cost.Net() > cost.Saved {
			t.Fatalf("%+v", cost)
		}
	})
}

// TestSumsAdd: what the models come to is what all comes to.
func TestSumsAdd(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		s := NewSums(BuiltinPrices())
		n := rapid.IntRange(0, 20).Draw(t, "n")
		for range n {
			s.Add(anyRecord(t))
		}
		var all Sum
		for _, name := range s.Names() {
			m := s.Of(name)
			all.Requests += m.Requests
			all.Billed += m.Billed
			all.NoUsage += m.NoUsage
			all.NoPrice += m.NoPrice
			all.TokensIn += m.TokensIn
			all.Usage.CacheRead += m.Usage.CacheRead
			all.Cost.add(m.Cost)
		}
		got := s.Total()
		if got.Requests != n || all.Requests != n || all.Billed != got.Billed || all.TokensIn != got.TokensIn || all.Usage.CacheRead != got.Usage.CacheRead ||
			all.NoUsage != got.NoUsage || all.NoPrice != got.NoPrice || math.Abs(all.Cost.Net()-got.Cost.Net()) > 1e-6 || math.Abs(all.Cost.Paid-got.Cost.Paid) > 1e-6 {
			t.Fatalf("%+v, want %+v", got, all)
		}
	})
}

// TestModelsAreBounded: a client that names a new model each time doesn't fill
// the memory.
func TestModelsAreBounded(t *testing.T) {
	s := NewSums(BuiltinPrices())
	most := ByModel.most()
	for i := range 10 * most {
		r := record(Usage{Input: 1})
		r.Model = string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		s.Add(r)
	}
	rest := s.Of(Rest)
	if len(s.Names()) != most+1 || rest.Requests != 9*most || s.Total().Requests != 10*most {
		t.Errorf("%d models, %d requests of others", len(s.Names()), rest.Requests)
	}
}
