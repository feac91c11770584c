package rewrite

import (
	"bytes"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// TestMet: each result that is sent shorter, and each expansion, is told of
// once in all turns, and with what the requests' sums have of it.
func TestMet(t *testing.T) {
	w, st := newRewriter(t)
	k := session(t, "call", 40)
	all := map[bool][]Met{}
	var last Report
	var sent []byte
	for n := 1; n <= len(k.steps); n++ {
		if n%9 == 0 {
			k.expandLast(t, st, n-1, sent)
		}
		if _, rep := w.Rewrite(t.Context(), wire.CountTokens, k.body(n)); len(rep.Met) > 0 {
			t.Fatalf("turn %d: a request that is only counted meets %+v", n, rep.Met)
		}
		sent, last = messages(t, w, k.body(n))
		for _, m := range last.Met {
			all[m.Expansion] = append(all[m.Expansion], m)
		}
	}
	if len(all[false]) != last.Reduced || len(all[true]) != last.Expansions || last.Reduced < 20 || last.Expansions < 3 {
		t.Errorf("met %d and %d, reduced %d, expansions %d", len(all[false]), len(all[true]), last.Reduced, last.Expansions)
	}
	saved := 0
	for expansion, list := range all {
		for _, m := range list {
			saved += m.TokensIn - m.TokensOut
			if _, err := st.Get(m.Hash); err != nil {
				t.Errorf("%+v: %v", m, err)
			}
			if m.Tool != "Bash" && m.Tool != "Read" || (m.Tool == "Bash") != (m.Command != "") || (m.Shape == "") != expansion {
				t.Errorf("%+v", m)
			}
			if expansion && !strings.Contains(m.Command, m.Hash) {
				t.Errorf("%+v", m)
			}
		}
	}
	if saved != last.TokensIn-last.TokensOut || saved == 0 {
		t.Errorf("%d tokens saved by what was met, %d by the last request", saved, last.TokensIn-last.TokensOut)
	}
}

func TestNamedHash(t *testing.T) {
	for input, want := range map[string]string{
		`{"command":"elision-get 0123456789ab 12-80"}`: "0123456789ab",
		`{"ref":"⟦elided:0123456789abcdef⟧"}`:          "0123456789ab",
		`{"command":"cd dead/beef"}`:                   "",
		``:                                             "",
	} {
		if got := namedHash(input); got != want {
			t.Errorf("%q of %s", got, input)
		}
	}
}

// TestMetInEach: the same results in two conversations are met in both, and counted in
// both as in one that is alone; and what is sent of them is the same.
func TestMetInEach(t *testing.T) {
	w, st := newRewriter(t)
	k := session(t, "call", 12)
	sent, first := messages(t, w, k.body(len(k.steps))) // of none that is known
	if len(first.Met) < 3 {
		t.Fatalf("%+v", first)
	}
	for c := range 3 {
		for _, met := range []int{len(first.Met), 0} {
			out, rep := w.RewriteIn(t.Context(), [32]byte{1 + byte(c)}, Read(wire.Messages, k.body(len(k.steps))))
			if !bytes.Equal(out, sent) || rep.Reduced != first.Reduced || rep.TokensOut != first.TokensOut || len(rep.Met) != met {
				t.Fatalf("conversation %d meets %d results, not %d: %+v", c, len(rep.Met), met, rep)
			}
		}
	}
	k.expandLast(t, st, 3, sent)
	for c := range 2 {
		in := Read(wire.Messages, k.body(len(k.steps)))
		_, rep := w.RewriteIn(t.Context(), [32]byte{1 + byte(c)}, in)
		_, again := w.RewriteIn(t.Context(), [32]byte{1 + byte(c)}, in)
		if rep.Expansions != 1 || rep.ExpansionTokens == 0 || again.ExpansionTokens != 0 || again.ExpansionTokensAgain != rep.ExpansionTokens {
			t.Errorf("conversation %d: %+v, then %+v", c, rep, again)
		}
	}
}
