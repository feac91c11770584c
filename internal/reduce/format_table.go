package reduce

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/shape"
)

// coverShown is how many functions are shown that tests hardly run.
const coverShown = 60

// isCoverFunc tells whether go tool cover -func printed the section.
func isCoverFunc(s block.Section) bool {
	return mostLines(s, func(text []byte) bool {
		return hasSuffix(text, "%") && bytes.IndexByte(text, '\t') > 0 && (bytes.Contains(text, []byte(":\t")))
	})
}

// coverFunc shows the functions that tests hardly run, and the total.
func coverFunc(s block.Section, marks []Mark) {
	shown := 0
	for i := range marks {
		text := s.Text(i)
		share, ok := tableShare(text[bytes.LastIndexByte(text, '\t')+1:])
		switch {
		case hasPrefix(text, "total:"):
			marks[i].Raise(Critical, 200, WhySummary)
		case ok && share < tableCovered && shown < coverShown:
			shown++
			marks[i].Raise(Critical, uint8(200-share), WhyStatus)
		}
	}
	markEdges(s, marks, 1, 1)
}

// isHeadedTable tells whether the section, taken for something else by words
// or marks in its rows, is a table: a line of names in capitals, two blanks
// or more between them, and rows below it with as many gaps.
func isHeadedTable(s block.Section) bool {
	switch s.Shape {
	case shape.TestLog, shape.BuildLog, shape.Log, shape.Prose, shape.Plain:
	default:
		return false
	}
	if s.Len() < 6 {
		return false
	}
	head := s.Text(0)
	names := columnGaps(head) + 1
	if names < 4 || !capitals(head) {
		return false
	}
	rows, lines := 0, 0
	for i := 1; i < s.Len(); i++ {
		if text := s.Text(i); !blankLine(text) {
			lines++
			if columnGaps(text)*2 >= names {
				rows++
			}
		}
	}
	return rows*10 >= lines*9
}

// columnGaps returns how many runs of two blanks or more stand in the text.
func columnGaps(text []byte) int {
	text = unindented(text)
	gaps := 0
	for i := 1; i < len(text); i++ {
		if text[i] == ' ' && text[i-1] == ' ' && (i+1 == len(text) || text[i+1] != ' ') {
			gaps++
		}
	}
	return gaps
}
