package histories

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// rounds is a bare conversation of chat completions: what the system says and the
// user asks, and so many calls with their results.
func rounds(n int) string {
	list := []string{`{"role":"system","content":"s"}`, `{"role":"user","content":"go"}`}
	for i := range n {
		list = append(list, call(i), result(i, strings.Repeat("x", 300)))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func call(i int) string {
	return fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"sh","arguments":"{}"}}]}`, i)
}

func result(i int, text string) string {
	return fmt.Sprintf(`{"role":"tool","tool_call_id":"c%d","content":"%s"}`, i, text)
}

func send(t *testing.T, s Session, body string, tokens int) (out, fired string) {
	t.Helper()
	text, why, err := s.Send(context.Background(), []byte(body), tokens)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), strings.Join(why, " ")
}

func start(t *testing.T, w Way) Session {
	t.Helper()
	s, err := w.Start()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLastN: the last messages stay, whole steps of them, behind what begins the
// conversation.
func TestLastN(t *testing.T) {
	begin := `[{"role":"system","content":"s"},{"role":"user","content":"go"},`
	four := begin + call(3) + "," + result(3, strings.Repeat("x", 300)) + "," + call(4) + "," + result(4, strings.Repeat("x", 300)) + "]"
	for _, c := range []struct {
		n    int
		want string
	}{{4, four}, {5, four}, {10, rounds(5)}, {40, rounds(5)}} {
		s := start(t, LastN(c.n))
		out, fired := send(t, s, rounds(5), 0)
		if c.n == 5 { // the step that the fifth is part of stays out
			c.want = four
		}
		if out != c.want || (fired == "drop") != (c.want != rounds(5)) {
			t.Errorf("last %d: fired %q, sent\n%s\nwant\n%s", c.n, fired, out, c.want)
		}
	}
}

// TestClear: nothing is cleared below the trigger, all but three results when it is
// passed, and nothing more until what is left passes it again.
func TestClear(t *testing.T) {
	s := start(t, Clear(1000))
	for _, c := range []struct {
		rounds, tokens, gone int
		fired                string
	}{
		{5, 1000, 0, ""},
		{6, 1001, 3, "clear"},
		{7, 1100, 3, ""}, // about 270 tokens are gone
		{8, 1200, 3, ""},
		{9, 1400, 6, "clear"},
		{9, 5000, 6, ""}, // there is nothing more to clear
	} {
		out, fired := send(t, s, rounds(c.rounds), c.tokens)
		want := rounds(c.rounds)
		for i := range c.gone {
			want = strings.Replace(want, result(i, strings.Repeat("x", 300)), result(i, cleared), 1)
		}
		if out != want || fired != c.fired {
			t.Errorf("%d rounds, %d tokens: fired %q, cleared %d", c.rounds, c.tokens, fired, strings.Count(out, cleared))
		}
	}
}

// TestOldUses: a use is old if the messages just before it don't say the same.
func TestOldUses(t *testing.T) {
	for apart, want := range map[int]bool{farBack - 1: false, farBack: true} {
		r := &Recording{list: []string{"7412"}}
		for range apart {
			r.list = append(r.list, "nothing")
		}
		if got := r.isOld("7412", len(r.list)); got != want {
			t.Errorf("%d messages between: old %v", apart, got)
		}
	}
}
