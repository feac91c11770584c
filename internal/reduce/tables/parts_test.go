package tables

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestShortAmongLong: a table of a few rows below a long one is shown whole, its header
// between two rules.
func TestShortAmongLong(t *testing.T) {
	var text strings.Builder
	rule := strings.Repeat("-", 78) + "\n"
	text.WriteString(rule + fmt.Sprintf("%-40s %10s %10s %14s\n", "File", "blank", "comment", "code") + rule)
	for i := range 300 {
		fmt.Fprintf(&text, "%-40s %10d %10d %14d\n", fmt.Sprintf("/src/lib/part%d.c", i), i*7%90, i*13%70, 9000-i*29)
	}
	text.WriteString(rule + "\n" + rule + fmt.Sprintf("%-40s %10s %10s %14s\n", "Language", "blank", "comment", "code") + rule)
	languages := []string{"C", "Ruby", "Lua", "Python", "Go", "Perl", "TOML", "YAML", "HTML", "CSS", "Make", "INI"}
	for i, name := range languages {
		fmt.Fprintf(&text, "%-40s %10d %10d %14d\n", name, 99-i, 120-i, 9000-i*300)
	}
	text.WriteString(rule)
	b := block.New([]byte(text.String()))
	s := block.Section{Block: b, End: b.Len(), Shape: shape.Table}
	marks := make([]mark.Mark, s.Len())
	Reduce(s, marks)
	shown := 0
	for i := range marks {
		shown += mark.OneIf(marks[i].Rank > mark.Bulk)
		if line := string(s.Text(i)); marks[i].Rank == mark.Bulk && len(line) > 0 && line[0] != '/' && line[0] != '-' {
			t.Errorf("hidden: %s", line)
		}
	}
	if shown > 80 {
		t.Errorf("%d of %d lines are shown", shown, s.Len())
	}
}
