package page

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// bodyMost is how many bytes of a page's text are shown beside its title and its
// headings: about 2,000 tokens.
const bodyMost = 8000

// isPage tells whether the section is a page of HTML.
func isPage(s block.Section) bool {
	t := s.Bytes()
	t = t[:min(len(t), 4096)]
	for i, c := range t {
		if c == '<' && (scan.FoldPrefix(t[i:], "<!doctype html") || scan.FoldPrefix(t[i:], "<html")) {
			return true
		}
	}
	return false
}

// body marks the units of a page that hold text, to be shown as text, without the tags:
// below each heading the first, the same number everywhere, as long as there is room.
// Those that are marked already stand as they came.
func body(s block.Section, marks []mark.Mark) {
	var parts [][]int // units with text below each heading
	below := []int{}
	var st State
	var text []byte
	sizes := make([]int, len(marks))
	for i := range marks {
		began := st
		text, st = Text(text[:0], s.Raw(i), st)
		if marks[i].Rank > mark.Bulk {
			parts, below = append(parts, below), nil
			if !s.Segment(i) {
				continue
			}
		}
		marks[i].Page = uint8(began) + 1
		if sizes[i] = len(bytes.TrimSpace(text)); sizes[i] > 1 {
			below = append(below, i)
		}
	}
	parts = append(parts, below)
	left := mark.OfBlock(s, bodyMost)
	for round := 0; len(parts) > 0; round++ {
		kept := parts[:0]
		for _, units := range parts {
			if round >= len(units) {
				continue
			}
			kept = append(kept, units)
			if left -= sizes[units[round]] + 1; left < 0 {
				return
			}
			marks[units[round]].Raise(mark.Sample, 20, mark.WhyFirst)
		}
		parts = kept
	}
}
