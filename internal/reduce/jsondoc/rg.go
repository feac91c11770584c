package jsondoc

import (
	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/reduce/matches"
)

// manyFiles is the number of files from which a search names the files it
// found something in, and not what.
const manyFiles = 60

// rgEvents reads the stream of `rg --json`.
type rgEvents struct {
	*jsonView
	kind, data, path, text, lines, submatches, match int32 // keys
	files                                            int
	shown                                            bool // a match of the file
}

// rgSearch marks the events, if that is what the document holds: of each
// file its first match, the declarations, and what the search counted.
func rgSearch(d *jsonDoc, s block.Section, marks []mark.Mark) bool {
	e := &rgEvents{jsonView: newJSONView(d, s, marks), kind: d.key("type"), data: d.key("data"), path: d.key("path"), text: d.key("text")}
	e.lines, e.submatches, e.match = d.key("lines"), d.key("submatches"), d.key("match")
	if e.kind == noKey || e.data == noKey || e.lines == noKey || e.submatches == noKey {
		return false
	}
	for i := int32(1); i < d.nodes[0].next; i = d.nodes[i].next {
		if d.memberText(i, e.kind) == "begin" {
			e.files++
		}
	}
	if e.files == 0 {
		return false
	}
	e.strayLines()
	for i := int32(1); i < d.nodes[0].next; i = d.nodes[i].next {
		e.rank(i)
	}
	return true
}

func (e *rgEvents) rank(i int32) {
	switch e.memberText(i, e.kind) {
	case "begin":
		e.shown = e.files > manyFiles
		if e.shown {
			e.record(i, mark.Context, mark.WhyHeading)
		}
	case "match":
		switch {
		case e.declares(i):
			e.record(i, mark.Critical, mark.WhyDeclaration)
		case !e.shown:
			e.record(i, mark.Outlier, mark.WhyMatch)
		default:
			return
		}
		e.shown = true
	case "summary":
		e.record(i, mark.Critical, mark.WhySummary)
	}
}

// declares tells whether the line of the match declares what was matched.
func (e *rgEvents) declares(i int32) bool {
	data := e.member(i, e.data)
	if data < 0 {
		return false
	}
	lines, found := e.member(data, e.lines), e.member(data, e.submatches)
	if lines < 0 || found < 0 || e.nodes[found].n == 0 {
		return false
	}
	name := e.member(found+1, e.match)
	if name < 0 {
		return false
	}
	return matches.Declares([]byte(e.memberText(lines, e.text)), []byte(e.memberText(name, e.text)))
}

func (e *rgEvents) record(i int32, r mark.Rank, why mark.Why) {
	e.mark(e.nodes[i].keyStart, e.nodes[i].end, r, 0, why)
}
