package history

import (
	"bytes"
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
