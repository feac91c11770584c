package telling

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestFindings: of rows that are graded the first of each rule is shown, up to a bound.
func TestFindings(t *testing.T) {
	for name, c := range map[string]struct {
		row   string // of rule and line
		rules int
		shown bool
	}{
		"bars":           {"  %s_rule_012 | Error      |  %d | Remove what the till has no use for", 9, true},
		"grades":         {"libtill | CVE-2024-%s | HIGH | fixed | 1.%d", 9, true},
		"blanks":         {"%s-rule warning src/till_%d.go the till is left open", 9, true},
		"many":           {"  %s_rule_012 | Error      |  %d | Remove what the till has no use for", mostRules + 9, true},
		"not graded":     {"  %s_rule_012 | Till       |  %d | Remove what the till has no use for", 9, false},
		"each its own":   {"libtill | CVE-%s-%[2]d | HIGH | fixed | 1.%[2]d", 9, false},
		"rules in words": {"  %s+rule_012 | Error      |  %d | Remove what the till has no use for", 9, false},
	} {
		var text strings.Builder
		for i := range c.rules * 20 {
			// letters, as digits alone would make another form
			fmt.Fprintf(&text, c.row+"\n", strings.Repeat(string(rune('a'+i/20%26)), 3+i/20/26), 100+i)
		}
		b := block.New([]byte(text.String()))
		s := block.Section{Block: b, End: b.Len()}
		marks := make([]mark.Mark, s.Len())
		Mark(s, marks, Words(s))
		for i := range c.rules {
			m := marks[i*20]
			want := c.shown && i < mostRules
			if have := m.Score == alwaysShown && m.Why == mark.WhyFirst && m.Rank == mark.Outlier; have != want {
				t.Errorf("%s: %q is %v %v", name, s.Text(i*20), m.Rank, m.Why)
			}
		}
	}
}
