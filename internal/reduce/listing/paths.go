package listing

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/matches"
	"elide.example/elide/internal/scan"
)

// runOfPaths is how many paths in a row are a list of their own among others.
const runOfPaths = 8

// pathRuns shows lists of paths among other things: what find printed behind ls -l.
func (l *listingLines) pathRuns() {
	for i := 0; i < l.s.Len(); i++ {
		end := i
		for end < l.s.Len() && matches.IsPath(l.s.Text(end)) {
			end++
		}
		if end-i >= runOfPaths && end-i < l.s.Len() {
			run := block.Section{Block: l.s.Block, First: l.s.First + i, End: l.s.First + end, Shape: l.s.Shape}
			matches.Folders(run, l.marks[i:end])
		}
		i = max(i, end)
	}
}

// namesMost is how many bytes of names are shown whole, as ls -R prints them below their
// folders: about 2,000 tokens.
const namesMost = 6_000

// names shows a list whose lines are names, if it is short.
func (l *listingLines) names() {
	names, lines, size := 0, 0, 0
	for i := range l.marks {
		t := l.s.Text(i)
		if scan.Blank(t) {
			continue
		}
		size += len(t) + 1
		if lines++; bytes.IndexByte(scan.Trim(t), ' ') < 0 {
			names++
		}
	}
	if names*10 < lines*9 || size > mark.OfBlock(l.s, namesMost) {
		return
	}
	for i := range l.marks {
		if !scan.Blank(l.s.Text(i)) {
			l.marks[i].Raise(mark.Sample, 60, mark.WhyShort)
		}
	}
}
