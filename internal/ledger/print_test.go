package ledger

import (
	"strings"
	"testing"
)

func TestDollars(t *testing.T) {
	for v, want := range map[float64]string{
		0: "$0.00", 1: "$1.00", 12.345: "$12.35", 0.25: "$0.25", 0.0999: "$0.100", 0.0123: "$0.012",
		0.00123: "$0.0012", 0.0000001: "$0.00", -0.5: "-$0.50", -0.0000001: "$0.00", 1e9: "$1000000000.00",
	} {
		if got := Dollars(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{0: "0 %", 0.999: "99 %", 1: "100 %", -0.25: "-25 %"} {
		if got := Percent(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// TestNotes: the table says for what it has no money, and why.
func TestNotes(t *testing.T) {
	s := NewSums(BuiltinPrices())
	for _, model := range []string{"claude-opus-4-5", "unheard-of", ""} {
		r := record(Usage{Input: 1000})
		r.Model = model
		s.Add(r)
	}
	r := record(Usage{})
	r.Usage = nil
	s.Add(r)
	var out strings.Builder
	if err := s.WriteTable(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"reported no usage: 1 of 4 requests.",
		"no price for unheard-of: 1 of 4 requests.",
		"no price for (none named): 1 of 4 requests.",
		"by the prices of " + s.prices.Date,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}
