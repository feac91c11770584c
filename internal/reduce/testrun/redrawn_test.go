package testrun

import (
	"testing"
)

func TestRedrawn(t *testing.T) {
	for line, want := range map[string]string{
		"adds one  3/60 ✓ adds one":   "✓ adds one",
		"takes a/b 41/60 ✗ takes a/b": "✗ takes a/b",
		"1/2 of 3/4 is less":          "1/2 of 3/4 is less",
	} {
		if got := redrawn([]byte(line)); string(got) != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
