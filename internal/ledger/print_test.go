package ledger

import (
	"slices"
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

// TestBy: the same exchanges, by each way to group; what was only looked at is said, and
// not among what was saved.
func TestBy(t *testing.T) {
	for by, want := range map[By][]string{
		ByModel:        {"claude-opus-4-5"},
		ByConversation: {"ffffffffffff", "000000000000", ""},
		ByGroup:        {GroupElide, GroupObserve},
	} {
		s := NewSumsBy(BuiltinPrices(), by)
		for _, c := range []string{"ffffffffffff", "000000000000", "ffffffffffff", ""} {
			r := record(Usage{Input: 1000})
			r.Model, r.Conversation, r.TokensIn, r.TokensOut = "claude-opus-4-5", c, 100, 40
			if c == "000000000000" {
				r.Group, r.TokensOut, r.Would = GroupObserve, 100, &Would{TokensOut: 30}
			}
			s.Add(r)
		}
		if got := s.Names(); !slices.Equal(got, want) {
			t.Errorf("by %s: %q", by, got)
		}
		total := s.Total()
		if total.Saved() != 180 || total.WouldSave() != 70 || total.Observed != 1 {
			t.Errorf("by %s: %+v", by, total)
		}
		var table, line strings.Builder
		s.WriteTable(&table)
		s.WriteJSON(&line)
		if !strings.HasPrefix(strings.TrimSpace(table.String()), string(by)+" ") || !strings.Contains(table.String(), "Only observed, and sent as they came: 1 of 4 requests; 100 tokens of tool results would have been sent as 30.") {
			t.Errorf("by %s:\n%s", by, table.String())
		}
		if !strings.Contains(line.String(), `"`+string(by)+`s":[{"`+string(by)+`":"`+want[0]+`"`) {
			t.Errorf("by %s: %s", by, line.String())
		}
	}
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{0: "0 %", 0.001: "<1 %", 0.5: "50 %", 0.846: "85 %", 0.999: "99 %", 1: "100 %", -0.001: ">-1 %", -0.25: "-25 %", -1.5: "-150 %"} {
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
