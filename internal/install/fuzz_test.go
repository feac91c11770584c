package install

import (
	"bytes"
	"testing"
)

// FuzzIdentity: whatever a file holds, elide gets into it once, and out of it
// again without a trace.
func FuzzIdentity(f *testing.F) {
	for _, text := range append(tomls, `{"hooks":{"PostToolUse":[1,]}, // c`+"\n}", "\xef\xbb\xbf{\r\n}", `{"env":{"CLAUDE_CODE_SHELL_PREFIX":"x"}}`, `{"env":{"CLAUDE_CODE_SHELL_PREFIX":"\ud800x"}}`,
		`{"env":{"CLAUDE_CODE_SHELL_PREFIX":"<\u0041\/"}}`, "{\"env\":{\"CLAUDE_CODE_SHELL_PREFIX\":\"\xedx\"}}") {
		for i := range Hosts() {
			f.Add(text, uint8(i))
		}
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		all := Hosts()
		h := all[int(n)%len(all)]
		p := Place{Home: dir, Env: func(string) string { return "" }, System: "linux"}
		for _, file := range h.files(p, programs) {
			checkIdentity(t, file, []byte(text))
		}
	})
}

func checkIdentity(t *testing.T, f file, before []byte) {
	if f.holds(before) {
		return // it was there already
	}
	after, _, err := f.put(before)
	if err != nil || bytes.Equal(before, after) {
		return // it was refused, or is another's
	}
	if !f.holds(after) {
		t.Fatalf("it is not found again in %q", after)
	}
	if again, _, err := f.put(after); err != nil || !bytes.Equal(again, after) {
		t.Fatalf("%v: %q became %q", err, after, again)
	}
	if got, err := f.take(after, before); err != nil || !bytes.Equal(got, before) {
		t.Fatalf("%v: %q became %q, and then %q", err, before, after, got)
	}
}
