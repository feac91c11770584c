package diffs

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
)

// sidesShown is how many lines are shown that differ between two files side
// by side.
const sidesShown = 200

// IsSideBySide tells whether diff -y printed the section: most lines have the
// same text twice.
func IsSideBySide(s block.Section) bool {
	lines, same := 0, 0
	for i := 0; i < s.Len() && lines < 60; i++ {
		if text := s.Text(i); !scan.Blank(text) {
			lines++
			if sameSides(text) {
				same++
			}
		}
	}
	return same > 4 && same*2 >= lines
}

// sameSides tells whether the line has the same text on either side. The
// sides are cut to the width of the output, the left one perhaps shorter.
func sameSides(text []byte) bool {
	tab := bytes.LastIndexByte(text, '\t')
	if tab < 1 || len(text) < 12 {
		return false
	}
	left, right := scan.Trim(text[:tab]), scan.Trim(text[tab:])
	return len(right) > 0 && (bytes.Equal(left, right) || len(right) > 20 && bytes.HasPrefix(left, right))
}

// SideBySide shows the lines whose sides differ.
func SideBySide(s block.Section, marks []mark.Mark) {
	shown := 0
	for i := range marks {
		text := s.Text(i)
		if scan.Blank(text) || sameSides(text) || text[len(text)-1] == '(' {
			continue
		}
		if shown++; shown > sidesShown {
			return
		}
		marks[i].Raise(mark.Critical, 120, mark.WhyChange)
	}
}
