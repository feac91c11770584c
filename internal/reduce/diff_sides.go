package reduce

import (
	"bytes"

	"elide/internal/block"
)

// sidesShown is how many lines are shown that differ between two files side
// by side.
const sidesShown = 200

// isSideBySide tells whether diff -y printed the section: most lines have the
// same text twice.
func isSideBySide(s block.Section) bool {
	lines, same := 0, 0
	for i := 0; i < s.Len() && lines < 60; i++ {
		if text := s.Text(i); !blankLine(text) {
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
	left, right := unindented(text[:tab]), unindented(text[tab:])
	return len(right) > 0 && (bytes.Equal(left, right) || len(right) > 20 && bytes.HasPrefix(left, right))
}

// sideBySide shows the lines whose sides differ.
func sideBySide(s block.Section, marks []Mark) {
	shown := 0
	for i := range marks {
		text := s.Text(i)
		if blankLine(text) || sameSides(text) || text[len(text)-1] == '(' {
			continue
		}
		if shown++; shown > sidesShown {
			return
		}
		marks[i].Raise(Critical, 120, WhyChange)
	}
}
