package jsondoc

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// manyFiles is the number of files from which a search names the files it
// found something in, and not what.
const manyFiles = 60

// rgEvents reads the stream of `rg --json`.
type rgEvents struct {
	*jsonView
	kind  int32 // a key
	files int
	shown bool // a match of the file
}

// rgSearch marks the events, if that is what the document holds: of each
// file its first match, and what the search counted.
func rgSearch(d *jsonDoc, s block.Section, marks []mark.Mark) bool {
	e := &rgEvents{jsonView: newJSONView(d, s, marks), kind: d.key("type")}
	if e.kind == noKey || d.key("data") == noKey || d.key("lines") == noKey || d.key("submatches") == noKey {
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
		if !e.shown {
			e.record(i, mark.Outlier, mark.WhyMatch)
		}
		e.shown = true
	case "summary":
		e.record(i, mark.Critical, mark.WhySummary)
	}
}

func (e *rgEvents) record(i int32, r mark.Rank, why mark.Why) {
	e.mark(e.nodes[i].keyStart, e.nodes[i].end, r, 0, why)
}
