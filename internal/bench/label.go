package bench

import (
	"bytes"
	"slices"
)

// Finding is something that a tool's own report names: a failed test, an error. It
// is looked for in what the tool printed for people, where it labels lines.
type Finding struct {
	Mentions []string // names that should stand somewhere
	Lines    []Wanted // in their order
}

// Wanted is a line that should be there.
type Wanted struct {
	Has      []string // all in one line
	Why      string
	Optional bool // the tool may not say it in its text
}

// Label fills in the labels of a case: of each finding the lines that show it, and
// the names that it mentions. It returns how many findings could not be found, with
// the first of them: then the report and the output may not be of the same run.
func (c *Case) Label(findings []Finding) (lost int, first string) {
	lines := split(c.Input)
	var bared [][]byte
	for _, line := range lines {
		bared = append(bared, bare(line))
	}
	whole := bare(c.Input)
	for _, f := range findings {
		found, missing := c.lines(&f, lines, bared)
		for _, name := range f.Mentions {
			if name != "" && contains(whole, name) {
				found = true
				if !slices.Contains(c.Mentions, name) {
					c.Mentions = append(c.Mentions, name)
				}
			} else if missing == "" {
				missing = name
			}
		}
		if !found {
			if lost++; lost == 1 {
				first = missing
			}
		}
	}
	slices.SortFunc(c.Critical, func(a, b Label) int { return a.Line - b.Line })
	return lost, first
}

// lines labels the lines of a finding. Identical ones are labelled once.
func (c *Case) lines(f *Finding, lines, bared [][]byte) (found bool, missing string) {
	after := 0
	for _, w := range f.Lines {
		at := lineWith(bared, w.Has, after)
		if at < 0 {
			at = lineWith(bared, w.Has, 0)
		}
		if at < 0 {
			if !w.Optional && missing == "" && len(w.Has) > 0 {
				missing = w.Has[0]
			}
			continue
		}
		found, after = true, at
		text := string(lines[at])
		if !slices.ContainsFunc(c.Critical, func(l Label) bool { return l.Text == text || l.Line == at+1 }) {
			c.Critical = append(c.Critical, Label{Line: at + 1, Text: text, Why: w.Why})
		}
	}
	return found, missing
}

// lineWith returns the first line from that one on which has all the texts, -1 if
// none does. Of a long text its beginning will do: tools cut their messages.
func lineWith(bared [][]byte, has []string, from int) int {
	const enough = 40
	for _, most := range []int{1 << 20, enough} {
		for i := from; i < len(bared); i++ {
			all := len(has) > 0
			for _, text := range has {
				b := bare([]byte(text))
				all = all && len(b) > 0 && bytes.Contains(bared[i], b[:min(len(b), most)])
			}
			if all {
				return i
			}
		}
	}
	return -1
}
