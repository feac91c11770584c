package mark

import "testing"

// TestCounted: a step that is counted is told by its count, whatever it is of.
func TestCounted(t *testing.T) {
	for line, want := range map[string]string{
		"tool: [12/298] src/Core__Array.ast": "tool: [12/298]",
		"(  3/120) fetching left-pad":        "(  3/120)",
		"[7/9] linking a few things":         "",
		"[99/12] of what":                    "[99/12]",
		"[298/12] of what":                   "",
		"see (a/b) and [12/298":              "",
		"took 12/298 of it":                  "",
		"[12/298]":                           "[12/298]",
	} {
		if want == "" {
			want = line
		}
		if got := line[:counted([]byte(line))]; got != want {
			t.Errorf("%q: told by %q, want %q", line, got, want)
		}
	}
	for a, b := range map[string]string{"x: [1/20] left": "x: [2/20] right"} {
		if repeatHash([]byte(a)) != repeatHash([]byte(b)) {
			t.Errorf("%q and %q are of two templates", a, b)
		}
	}
}
