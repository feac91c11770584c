package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/ledger"
)

// proxied returns lines as elide proxy --stats writes them: so many conversations, each
// tenth left alone, with elide ratio times as dear; one only looked at and one switched
// off.
func proxied(n int, ratio float64, model string) []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	put := func(i int, group string, size float64) {
		r := ledger.Record{Version: ledger.Version, Time: noon.Add(time.Duration(i) * time.Hour), Endpoint: "messages", Model: model, Status: 200,
			Conversation: fmt.Sprintf("%012x", i), Group: group, Results: 3, TokensIn: 1000, TokensOut: 1000, Usage: &ledger.Usage{Input: int(size), Output: 10}}
		switch group {
		case ledger.GroupElide:
			r.Reduced, r.TokensOut = 3, 400
		case ledger.GroupObserve:
			r.Would = &ledger.Would{Reduced: 3, TokensOut: 400}
		}
		line, err := json.Marshal(r)
		if err != nil {
			panic(err)
		}
		text.Write(append(line, '\n'))
	}
	for i := range n {
		group, size := ledger.GroupElide, 50_000*ratio
		if i%10 == 0 {
			group, size = ledger.GroupHoldout, 50_000
		}
		put(i, group, size*math.Exp(rnd.NormFloat64()))
	}
	put(n, ledger.GroupObserve, 50_000)
	put(n+1, ledger.GroupOff, 50_000)
	return text.Bytes()
}

// read returns what the lines come to.
func read(t *testing.T, opt Options, lines ...[]byte) *Stats {
	t.Helper()
	s := New(opt)
	if err := s.ReadLines(bytes.NewReader(bytes.Join(lines, nil))); err != nil {
		t.Fatal(err)
	}
	return s
}

func auditLine(t *testing.T, tool string) []byte {
	t.Helper()
	line, err := json.Marshal(reduced(0, audit.Record{Tool: tool, Estimated: true}))
	if err != nil {
		t.Fatal(err)
	}
	return append(line, '\n')
}

// TestToldApart: both kinds of lines are known by what they say, in whatever order, and
// a name that has the other kind's key in it stays a name.
func TestToldApart(t *testing.T) {
	odd := auditLine(t, `"endpoint":`)
	s := read(t, Options{}, proxied(20, 1, "m"), auditLine(t, "ls"), []byte("{}\n"), odd, proxied(5, 1, "m"))
	if s.Total().Reductions != 2 || s.unreadable != 1 || s.exchanges.groups[ledger.GroupElide].Requests != 22 || s.exchanges.groups[ledger.GroupHoldout].Requests != 3 {
		t.Errorf("%+v, %d unreadable, %+v", s.Total(), s.unreadable, s.exchanges.groups)
	}
}

// TestNothingThatWouldHaveBeen is in what was saved, in any of the forms.
func TestNothingThatWouldHaveBeen(t *testing.T) {
	s := read(t, Options{}, proxied(10, 1, "claude-opus-4-5"))
	if g := s.exchanges.groups[ledger.GroupObserve]; g.Saved() != 0 || g.Cost.Saved != 0 || g.Cost.Would <= 0 || g.WouldSave() != 600 {
		t.Errorf("%+v", g)
	}
	text := tableOf(t, s)
	for _, want := range []string{"with elide ", "left alone ", "only looked at ", "switched off ", "of 1.0k tokens of tool results 400 would have been sent, 60 %\nless, worth about $"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for _, row := range strings.Split(text, "\n") {
		if strings.HasPrefix(row, "only looked at") && strings.Count(row, "–") != 2 {
			t.Errorf("%q says what was saved", row)
		}
	}
}

func tableOf(t *testing.T, s *Stats) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.WriteTable(&out, TableOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestComparison: a great difference is told in all forms, and of little nothing is
// claimed in any.
func TestComparison(t *testing.T) {
	for _, c := range []struct {
		n       int
		ratio   float64
		verdict string
		says    string
	}{{900, 0.3, "cheaper", "With elide a conversation costs"}, {300, 1, "not_enough", "Not enough yet"}, {40, 0.1, "not_enough", "Not enough yet"}} {
		s := read(t, Options{}, proxied(c.n, c.ratio, "claude-opus-4-5"))
		var asJSON, asPage bytes.Buffer
		if s.WriteJSON(&asJSON, nil) != nil || s.WriteHTML(&asPage, nil) != nil {
			t.Fatal()
		}
		if text := tableOf(t, s); !strings.Contains(text, c.says) || c.verdict == "not_enough" && strings.Contains(text, "costs") || !strings.Contains(text, "left alone, begun 2026-03-01 to") {
			t.Errorf("%+v:\n%s", c, text)
		}
		if !strings.Contains(asPage.String(), c.says) || !strings.Contains(asJSON.String(), `"verdict":"`+c.verdict+`"`) {
			t.Errorf("%+v:\n%s\n%s", c, asPage.String(), asJSON.String())
		}
		for _, row := range strings.Split(tableOf(t, s), "\n") {
			if len([]rune(row)) > 102 {
				t.Errorf("too wide: %q", row)
			}
		}
	}
	if text := tableOf(t, read(t, Options{}, proxied(40, 0.1, "unheard-of"))); strings.Contains(text, "$") || !strings.Contains(text, "no price for both groups") {
		t.Errorf("money without a price:\n%s", text)
	}
}

// TestSince: what is older is in no sum, and a conversation that began earlier in none
// at all.
func TestSince(t *testing.T) {
	s := read(t, Options{Since: noon.Add(150 * time.Hour)}, proxied(300, 1, "claude-opus-4-5"))
	if r := s.compared(); r.Holdout != 15 || s.exchanges.groups[ledger.GroupHoldout].Requests != 15 {
		t.Errorf("%d left alone, %+v", r.Holdout, s.exchanges.groups)
	}
}
