package shape

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range All() {
		got, err := Parse(s.String())
		if err != nil || got != s || seen[s.String()] {
			t.Errorf("%d is named %s, which is %d: %v", s, s, got, err)
		}
		seen[s.String()] = true
	}
	if _, err := Parse("yaml"); err == nil || !strings.Contains(err.Error(), "source-indent") {
		t.Errorf("an unknown name: %v", err)
	}
}
