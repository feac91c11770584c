package main

import "elide.example/elide/internal/delta"

// edit is a unit of one of two outputs, or of both. -1: it is not in that one.
type edit struct {
	before, now int
	moved       bool // an equal one is new, or gone, in another place
}

func (e edit) change() bool { return e.before < 0 || e.now < 0 }

// editsOf returns the units of both outputs in the order in which they are
// read: what is gone before what is new in its place.
func editsOf(al delta.Alignment) []edit {
	edits := make([]edit, 0, max(len(al.Now), len(al.Before)))
	i, j := 0, 0
	for i < len(al.Now) || j < len(al.Before) {
		switch {
		case i < len(al.Now) && al.Now[i] < 0:
			edits = append(edits, edit{before: i, now: -1, moved: al.Later[i]})
			i++
		case j < len(al.Before) && al.Before[j] < 0:
			edits = append(edits, edit{before: -1, now: j, moved: al.Elsewhere[j]})
			j++
		default:
			edits = append(edits, edit{before: i, now: j})
			i, j = i+1, j+1
		}
	}
	return edits
}

// hunk is a run of edits that are shown together.
type hunk struct{ first, end int }

// hunksOf returns the changes with so many unchanged units around each.
// Hunks that would touch are one.
func hunksOf(edits []edit, context int) []hunk {
	var hunks []hunk
	for i, e := range edits {
		if !e.change() {
			continue
		}
		h := hunk{max(0, i-context), min(len(edits), i+context+1)}
		if n := len(hunks); n > 0 && h.first <= hunks[n-1].end {
			hunks[n-1].end = h.end
			continue
		}
		hunks = append(hunks, h)
	}
	return hunks
}
