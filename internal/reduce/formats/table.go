package formats

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/tables"
	"elide.example/elide/internal/scan"
)

// coverShown is how many functions are shown that tests hardly run.
const coverShown = 60

// IsCoverFunc tells whether go tool cover -func printed the section.
func IsCoverFunc(s block.Section) bool {
	return mark.MostLines(s, func(text []byte) bool {
		return scan.HasSuffix(text, "%") && bytes.IndexByte(text, '\t') > 0 && (bytes.Contains(text, []byte(":\t")))
	})
}

// CoverFunc shows the functions that tests hardly run, and the total.
func CoverFunc(s block.Section, marks []mark.Mark) {
	shown := 0
	for i := range marks {
		text := s.Text(i)
		share, ok := tables.Share(text[bytes.LastIndexByte(text, '\t')+1:])
		switch {
		case scan.HasPrefix(text, "total:"):
			marks[i].Raise(mark.Critical, 200, mark.WhySummary)
		case ok && share < tables.Covered && shown < coverShown:
			shown++
			marks[i].Raise(mark.Critical, uint8(200-share), mark.WhyStatus)
		}
	}
	mark.Edges(s, marks, 1, 1)
}

// IsHeadedTable tells whether the section, taken for something else by words
// or marks in its rows, is a table: a line of names in capitals, two blanks
// or more between them, and rows below it with as many gaps.
func IsHeadedTable(s block.Section) bool {
	if s.Len() < 6 {
		return false
	}
	head := s.Text(0)
	names := scan.ColumnGaps(head) + 1
	if names < 4 || !scan.Capitals(head) {
		return false
	}
	rows, lines := 0, 0
	for i := 1; i < s.Len(); i++ {
		if text := s.Text(i); !scan.Blank(text) {
			lines++
			if scan.ColumnGaps(text)*2 >= names {
				rows++
			}
		}
	}
	return rows*10 >= lines*9
}
