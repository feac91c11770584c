package ledger

import (
	"strings"
	"testing"
	"time"
)

var today = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// TestBuiltinPrices: each name of the table finds its own row, and prices
// stand to each other as those of all providers do.
func TestBuiltinPrices(t *testing.T) {
	p := BuiltinPrices()
	if _, err := time.Parse(time.DateOnly, p.Date); err != nil || len(p.Sources) == 0 || len(p.models) < 20 {
		t.Fatalf("%d models of %q from %q", len(p.models), p.Date, p.Sources)
	}
	for i := range p.models {
		m := &p.models[i]
		day := today
		if m.From != nil {
			day = m.From.AsTime(time.UTC)
		}
		for _, name := range m.Names {
			if r := p.rates(name, day, 0); r != &m.Rates {
				t.Errorf("another row stands before that of %s", name)
			}
			if r := p.rates("provider/"+strings.ToUpper(name)+"-20260102", day, 0); r != &m.Rates {
				t.Errorf("a snapshot of %s has another price", name)
			}
		}
		ordered(t, m.Names[0], &m.Rates)
		if m.Long != nil {
			ordered(t, m.Names[0], m.Long)
			if m.Long.Input <= m.Input || m.Long.Output <= m.Output || m.Long.read() <= m.read() {
				t.Errorf("%s: a long prompt costs no more", m.Names[0])
			}
		}
	}
}

func ordered(t *testing.T, name string, r *Rates) {
	t.Helper()
	if !(0 < r.read() && r.read() < r.Input && r.Input <= r.write() && r.write() <= r.write1h() && r.write1h() < r.Output) {
		t.Errorf("%s: %g read, %g input, %g and %g written, %g output", name, r.read(), r.Input, r.write(), r.write1h(), r.Output)
	}
}

func TestRates(t *testing.T) {
	p := BuiltinPrices()
	newYear := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		model  string
		day    time.Time
		prompt int
		input  float64 // -1: none
	}{
		{"claude-opus-4-5-20251101", today, 0, 5},
		{"claude-opus-4-20250514", today, 0, 15},
		{"claude-opus-5-5", today, 0, 4},
		{"claude-opus-5-5[1m]", today, 900_000, 4},
		{"anthropic/claude-haiku-5-5", today, 100_000, 0.1},
		{"claude-haiku-5-5", today, 100_001, 0.5},
		{"gpt-5.2-codex", today, 0, 1.75},
		{"gpt-5-2025-08-07", today, 0, 1.25},
		{"gpt-6.1-sol", today, 272_001, 4},
		{"models/gemini-2.5-flash-preview-09-2025", today, 0, 0.3},
		{"gemini-2.5-pro-001", today, 200_000, 1.25},
		{"gemini-3.8-flash", today, 0, 0.75},
		{"gemini-3.8-flash", newYear.Add(-time.Second), 0, 0.75},
		{"gemini-3.8-flash", newYear, 0, 1.5},
		{"gpt-5-ultra", today, 0, -1}, // not that of gpt-5
		{"gpt-5.9", today, 0, -1},
		{"claude-opus-4-9", today, 0, -1},
		{"claude-opus-5-mini", today, 0, -1},
		{"", today, 0, -1},
		{"-20260102", today, 0, -1},
		{"/[@:", today, 0, -1},
	} {
		got := -1.0
		if r := p.rates(c.model, c.day, c.prompt); r != nil {
			got = r.Input
		}
		if got != c.input {
			t.Errorf("%s on %s with %d tokens: %g, want %g", c.model, c.day.Format(time.DateOnly), c.prompt, got, c.input)
		}
	}
}

func TestOwnPricesGoFirst(t *testing.T) {
	own, err := parsePrices([]byte("date = 2026-01-02\nsources = ['here']\n[[model]]\nnames = ['claude-opus-4-5', 'my-*']\ninput = 7\noutput = 8\n"))
	if err != nil {
		t.Fatal(err)
	}
	both := own.Over(BuiltinPrices())
	for model, want := range map[string]float64{"claude-opus-4-5-20251101": 7, "my-model": 7, "my-2026-01-02": 7, "claude-sonnet-4-5": 3} {
		if r := both.rates(model, today, 0); r == nil || r.Input != want {
			t.Errorf("%s costs %v, want %g", model, r, want)
		}
	}
	r := both.rates("my-model", today, 0)
	if r.read() != 7 || r.write() != 7 || r.write1h() != 7 {
		t.Errorf("a price that is not given is not that of input: %+v", r)
	}
	if both.Date != "2026-01-02 over "+BuiltinPrices().Date || both.Sources[0] != "here" || len(both.Sources) != 4 {
		t.Errorf("the table is of %s from %q", both.Date, both.Sources)
	}
}

func TestParsePricesRefuses(t *testing.T) {
	const head = "date = 2026-01-02\n[[model]]\n"
	for text, want := range map[string]string{
		"sources = []\n": "needs its date",
		head + "names = []\ninput = 1\noutput = 1\n":                        "model 1, []: it needs names",
		head + "names = ['[']\ninput = 1\noutput = 1\n":                     `"[" is no pattern`,
		head + "names = ['a']\ninput = -1\noutput = 1\n":                    "not a number of dollars",
		head + "names = ['a']\ninput = nan\noutput = 1\n":                   "not a number of dollars",
		head + "names = ['a']\ninput = 1\noutput = inf\n":                   "not a number of dollars",
		head + "names = ['a']\ninput = 1\noutput = 1\nabove = 5\n":          "above and long need each other",
		head + "names = ['a']\ninput = 1\noutput = 1\nlong = {input = 1}\n": "above and long need each other",
		head + "name = 'a'\n":                                               `line 3: unknown key "model.name"`,
		head + "names = 5\n":                                                "line 3: ",
		"date = \n":                                                         "line 1: ",
	} {
		_, err := parsePrices([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
