package history

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestLocalIsReducedOnce: what a user asked for in a message that is left out doesn't tell what of
// the others is shown: the request, reduced again, stays what it is.
func TestLocalIsReducedOnce(t *testing.T) {
	body := []byte(`{"model":"claude-sonnet-5","max_tokens":4096,"thinking":{"type":"adaptive"},"messages":[` +
		`{"role":"user","content":"Let me look at internal/store/lock.go:42."},` +
		`{"role":"assistant","content":"Let me look at internal/store/lock.go:42. The lock is held while the entry is written."},` +
		`{"role":"user","content":"Next I will run the tests again.\nWe decided to keep the 12-digit hash.\nLet me look at internal/store/lock.go:42.\nThe pattern is \"a\\\\b\" </script> & more.\nThe pattern is \"a\\\\b\" </script> & more.\nUse o200k for the count."}],"stream":true}`)
	h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: "local", KeepTurns: 1, TextBytes: 200})
	once, _, err := h.Reduce(background, body)
	if err != nil || bytes.Equal(once, body) {
		t.Fatalf("%v: %s", err, once)
	}
	if twice, _, err := h.Reduce(background, once); err != nil || !bytes.Equal(twice, once) {
		t.Errorf("%v: %s\nis reduced again to\n%s", err, once, twice)
	}
}

// TestLocalBeginsInsideATurn: where what is kept begins inside of a turn, what the user asks for
// later doesn't tell what is shown of the results that were sent before.
func TestLocalBeginsInsideATurn(t *testing.T) {
	var found strings.Builder
	for i := range 80 {
		fmt.Fprintf(&found, "internal/part%d.go:%d:func (s *Store) Open%d(path string) error {\n", i%7, i*3, i)
	}
	var messages []string
	for i := range 3 {
		messages = append(messages,
			fmt.Sprintf(`{"role":"assistant","tool_calls":[{"id":"t%d","type":"function","function":{"name":"bash","arguments":"{\"command\":\"grep -rn Open .\"}"}}]}`, i),
			fmt.Sprintf(`{"role":"tool","tool_call_id":"t%d","content":%q}`, i, found.String()+strings.Repeat("so it is\n", i)))
	}
	messages = append([]string{`{"role":"user","content":"` + strings.Repeat("Look at internal/part3.go:42. ", 40) + `"}`}, messages...)
	h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: "local", TurnRounds: 1, KeepTurns: 2})
	sent := func(messages []string) []byte {
		out, _, err := h.Reduce(background, []byte(`{"messages":[`+strings.Join(messages, ",")+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	before := sent(messages)
	if !bytes.Contains(before, []byte(leftOut)) {
		t.Fatal("nothing is left out")
	}
	after := sent(append(messages, `{"role":"user","content":"What of Open66 in internal/part3.go?"}`))
	front := before[:len(before)-len("]}")]
	if !bytes.Contains(after, front[bytes.LastIndex(front, []byte(`"t2","content"`)):]) {
		t.Errorf("%s\nis sent otherwise when another is asked:\n%s", before, after)
	}
}
