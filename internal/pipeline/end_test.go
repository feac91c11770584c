package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestEndIsShown: the last lines of a long block are shown where hardly anything else is, as
// many as are worth it, up to those of which something is known; none of what was asked for.
func TestEndIsShown(t *testing.T) {
	const line = "a line that is like the other lines around it\n" // 46 bytes
	const many = endBytes/len(line) + 1
	// text returns lines of two templates, but for the last, which are of one.
	text := func(lines, alike int) []byte {
		other := strings.ReplaceAll(line, "like", "near")
		all := strings.Repeat(line+other, lines/2+1)[:lines*len(line)]
		return []byte(all[:(lines-alike)*len(line)] + strings.Repeat(line, alike))
	}
	for name, c := range map[string]struct {
		lines, above, known int // how many in all, shown at the start, known to be noise at the end's 10th line
		alike               int // of one template at the end
		shapes              []shape.Shape
		continues           bool
		shown               int
	}{
		"log":                   {lines: 4 * many, shapes: []shape.Shape{shape.Log}, shown: endLines},
		"plain below a table":   {lines: 4 * many, shapes: []shape.Shape{shape.Table, shape.Plain}, shown: endLines},
		"little is too much":    {lines: many, above: 20, shapes: []shape.Shape{shape.BuildLog}, shown: (many*len(line)+1)*endShare/100/len(line) - 20},
		"short":                 {lines: many - 2, shapes: []shape.Shape{shape.Log}},
		"more is shown":         {lines: 4 * many, above: 4*many*endShare/100 - 9, shapes: []shape.Shape{shape.Log}, shown: 9},
		"enough is shown":       {lines: 4 * many, above: 4*many*endShare/100 + 1, shapes: []shape.Shape{shape.Log}},
		"known":                 {lines: 4 * many, known: 10, shapes: []shape.Shape{shape.Log}, shown: 9},
		"rows":                  {lines: 4 * many, shapes: []shape.Shape{shape.Table}},
		"rows below a log":      {lines: 4 * many, shapes: []shape.Shape{shape.Log, shape.Listing}},
		"source":                {lines: 4 * many, shapes: []shape.Shape{shape.SourceIndent}},
		"tests":                 {lines: 4 * many, shapes: []shape.Shape{shape.TestLog}},
		"a short log at an end": {lines: 4 * many, shapes: []shape.Shape{shape.Prose, shape.Plain}, shown: endLines},
		"as it did":             {lines: 4 * many, alike: 51, shapes: []shape.Shape{shape.Log}},
		"nearly as it did":      {lines: 4 * many, alike: 38, shapes: []shape.Shape{shape.Log}, shown: endLines},
		"goes on":               {lines: 4 * many, shapes: []shape.Shape{shape.Log}, continues: true},
	} {
		b := block.New(text(c.lines, c.alike))
		b.Continues = c.continues
		marks := make([]mark.Mark, b.Len())
		for i := range c.above {
			marks[i].Rank = mark.Critical
		}
		if c.known > 0 {
			marks[len(marks)-c.known].Why = mark.WhyPassed
		}
		secs, at := make([]block.Section, len(c.shapes)), 0
		for k, s := range c.shapes {
			end := b.Len() * (k + 1) / len(c.shapes)
			secs[k] = block.Section{Block: b, Shape: s, First: at, End: end}
			at = end
		}
		showEnd(b, secs, marks)
		shown := 0
		for i := len(marks) - 1; i >= 0 && marks[i].Rank == mark.Sample; i-- {
			shown++
		}
		if shown != c.shown {
			t.Errorf("%s: %d lines of the end are shown, not %d", name, shown, c.shown)
		}
	}
}

// TestEndStopsAtRows: the end of a section that is short is not filled up from above its start,
// where that was asked for.
func TestEndStopsAtRows(t *testing.T) {
	lines := "a line that is like the other lines around it\nso is this, and neither says more than that\n"
	b := block.New([]byte(strings.Repeat(lines, 2*endBytes/len(lines))))
	marks := make([]mark.Mark, b.Len())
	cut := b.Len() - 5
	showEnd(b, []block.Section{{Block: b, Shape: shape.Table, First: 0, End: cut}, {Block: b, Shape: shape.Log, First: cut, End: b.Len()}}, marks)
	for i, m := range marks {
		if (m.Rank > mark.Bulk) != (i >= cut) {
			t.Errorf("line %d of %d: %v", i+1, len(marks), m.Rank)
		}
	}
}

// TestEndOfAnUnknownTrace: what a tool that nobody knows printed last is read, the calls before
// the one that ended it.
func TestEndOfAnUnknownTrace(t *testing.T) {
	var text strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&text, "part %d of the settings was opened as %d\nand was closed, after %d bytes\n", i, i+3, i*7)
	}
	text.WriteString("cannot load it\n")
	res := plainly(t, []byte(text.String()), Options{})
	if !strings.Contains(string(res.Text), "part 1495 ") || len(res.Text) > text.Len()/10 {
		t.Errorf("%d bytes: %s", len(res.Text), res.Text[max(0, len(res.Text)-300):])
	}
}

// TestAloneIsShown: lines of a long build whose like isn't hidden elsewhere are all read, where
// they are little of it.
func TestAloneIsShown(t *testing.T) {
	const alone = 90
	words := []string{"drawer", "coin", "purse", "note", "till", "clerk", "scale", "stamp", "ledger", "safe"}
	var text strings.Builder
	for i := range 20 * alone {
		fmt.Fprintf(&text, "g++ -O2 -c src/part%d.cc -o build/part%d.o\n", i, i)
		if k := i / 20; i%20 == 7 {
			fmt.Fprintf(&text, "%s of the %s\n", words[k%10], words[k/10])
		}
	}
	res := plainly(t, []byte(text.String()), Options{})
	if n := strings.Count(string(res.Text), " of the "); n != alone || len(res.Text) > text.Len()/8 {
		t.Errorf("%d of %d in %d of %d bytes", n, alone, len(res.Text), text.Len())
	}
}
