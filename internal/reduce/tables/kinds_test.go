package tables

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestRareKinds: where a column sorts the rows into kinds, of which a few have nearly all, the
// rows of rare ones are shown, though there are many kinds; where most values are rare none is.
func TestRareKinds(t *testing.T) {
	for name, c := range map[string]struct {
		rare  int // every so many rows has a kind of its own
		shown bool
	}{"nearly all of a few kinds": {8, true}, "as many of their own": {6, false}} {
		var text strings.Builder
		text.WriteString("| Name | Version | License |\n|------|---------|---------|\n")
		var odd []int
		for i := range 100 {
			license := []string{"MIT", "Apache-2.0", "BSD-3-Clause", "MIT License", "ISC"}[i%5]
			if i%c.rare == 5 {
				license = fmt.Sprintf("Own-%c", 'A'+i/c.rare)
				odd = append(odd, i+2)
			}
			fmt.Fprintf(&text, "| part-%c%d | %d.%d | %s |\n", 'a'+i%26, i, i%7, i*i%31, license)
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		shown := 0
		for _, i := range odd {
			if marks[i].Rank > mark.Bulk && marks[i].Why == mark.WhyRare {
				shown++
			}
		}
		if c.shown && shown != len(odd) || !c.shown && shown > 0 {
			t.Errorf("%s: of %d rows %d are shown", name, len(odd), shown)
		}
	}
}

// TestFirstOfEachKind: the first row is shown of each value that sorts the rows, and of each word in
// parentheses that they end in, where these are few.
func TestFirstOfEachKind(t *testing.T) {
	for name, row := range map[string]func(i, kind int) string{
		"values": func(i, kind int) string {
			return fmt.Sprintf("%d,%s,10.0.%d.%d,%d", 4000+i, []string{"mail", "print", "archive"}[kind], i%7, i, i*i%311)
		},
		"words": func(i, kind int) string {
			return fmt.Sprintf("agent  %4d root  %3du  IPv4  %6d  TCP 127.0.0.1:%d (%s)", 4000+i, i, i*i%311, 9000+i, []string{"ESTABLISHED", "CLOSE_WAIT", "LISTEN"}[kind])
		},
	} {
		lines := []string{"pid,queue,address,ms"}
		if name == "words" {
			lines[0] = "COMMAND  PID USER   FD  TYPE  DEVICE  NAME"
		}
		kinds := []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 2}
		firsts := map[int]int{} // the line with each kind
		for i := range 160 {
			kind := 0
			if i >= 20 {
				kind = kinds[i%len(kinds)]
			}
			if _, met := firsts[kind]; !met {
				firsts[kind] = len(lines)
			}
			lines = append(lines, row(i, kind))
		}
		b := block.New([]byte(strings.Join(lines, "\n") + "\n"))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		for kind, i := range firsts {
			if marks[i].Rank == mark.Bulk {
				t.Errorf("%s: hidden is the first of kind %d, %q", name, kind, b.Text(i))
			}
		}
	}
}
