package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// mostWarnings is how many lines of a section are shown for their warning. It bounds floods:
// of 549 labelled outputs none has more, and 2 or 8 cost the same.
const mostWarnings = 4

// warnings shows the lines that begin by saying that they warn, where none like them is
// shown: "warning: in debug mode nothing is done", "[WARNING] (26) : Server a2 is DOWN". Of
// a build they are its reducer's, which tells a flood of them by its rules.
func (f *floor) warnings(s block.Section) {
	switch s.Shape {
	case shape.BuildLog, shape.Prose, shape.Diff, shape.Grep, shape.SourceBrace, shape.SourceIndent, shape.JSONArray, shape.JSONObject, shape.JSONLines:
		return
	}
	left := mostWarnings
	for i, look := range s.Looks() {
		if left == 0 {
			return
		}
		m := &f.marks[s.First+i]
		if m.Rank > mark.Bulk || !tells(look.Kind) || s.Segment(i) || f.noted[s.KinOf(s.First+i)] != unnoted {
			continue
		}
		if t := start(s.Text(i)); warns(t) && f.news(t) && f.room(t) {
			m.Raise(mark.Outlier, score, mark.WhyWrong)
			left--
		}
	}
}

// tells tells whether a line of the kind may be one by which a program speaks of itself.
func tells(k line.Kind) bool {
	switch k {
	case line.Blank, line.Result, line.MaybeResult, line.Quoted, line.Definition:
		return false
	}
	return true
}

// warns tells whether a line begins with a word that warns, set apart as a level is, and
// says of what.
func warns(t []byte) bool {
	if len(t) == 0 {
		return false
	}
	word := t
	if t[0] == '[' || t[0] == '(' || t[0] == '<' {
		word = t[1:]
	}
	sev, n := rules.SeverityAt(word, rules.AsMessage)
	if sev != rules.SeverityWarning || n == len(word) || bytes.IndexByte([]byte(":])>"), word[n]) < 0 {
		return false
	}
	return bytes.IndexByte(scan.Trim(word[n+1:]), ' ') > 0
}
