package listing

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/reduce/matches"
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
