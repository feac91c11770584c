package pipeline

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/shape"
)

// In a small block there is little to save, and a reader who has to ask for
// what is missing pays for a turn of the conversation.
const (
	// smallBytes is the length up to which a block is shown whole whose shape
	// doesn't say what matters in it: that depends on who asks. Of the output of
	// a run that failed the lines next to a failure are shown too, up to
	// nearLines on each side in the same paragraph: it stays nearly as it is.
	smallBytes = 4096
	nearLines  = 4
)

// showSmall raises what is shown of a small block beyond what the reducers
// rank. Under a budget that goes first.
func showSmall(b *block.Block, secs []block.Section, marks []mark.Mark) {
	if len(b.Bytes()) > smallBytes {
		return
	}
	for _, s := range secs {
		switch {
		case loose(s.Shape):
			for i := s.First; i < s.End; i++ {
				marks[i].Raise(mark.Sample, 0, mark.WhyShort)
			}
		case ofRun(s.Shape):
			showNear(b, marks, s.First, s.End)
		}
	}
}

// loose tells whether nothing in a shape says what matters in it.
func loose(s shape.Shape) bool {
	switch s {
	case shape.Plain, shape.Table, shape.Listing, shape.Prose, shape.Grep, shape.Stack:
		return true
	}
	return false
}

// ofRun tells whether a shape is what a command that can fail prints.
func ofRun(s shape.Shape) bool {
	switch s {
	case shape.TestLog, shape.BuildLog, shape.Stack:
		return true
	}
	return false
}

// showNear raises the lines next to the critical ones of a section.
func showNear(b *block.Block, marks []mark.Mark, first, end int) {
	var critical []int
	for i := first; i < end; i++ {
		if marks[i].Rank == mark.Critical {
			critical = append(critical, i)
		}
	}
	for _, at := range critical {
		for _, step := range [...]int{-1, 1} {
			for i := at + step; i >= first && i < end && i-at <= nearLines && at-i <= nearLines && len(bytes.TrimSpace(b.Text(i))) > 0; i += step {
				marks[i].Raise(mark.Sample, 0, mark.WhyNear)
			}
		}
	}
}
