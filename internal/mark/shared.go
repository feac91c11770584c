package mark

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// MostLines tells whether of the first lines, blank ones left out, at least
// four in five are what the function tells.
func MostLines(s block.Section, is func(text []byte) bool) bool {
	lines, are := 0, 0
	for i := 0; i < s.Len() && lines < 60; i++ {
		if text := s.Text(i); !scan.Blank(text) && s.StartsLine(s.First+i) {
			lines++
			if is(text) {
				are++
			}
		}
	}
	return are > 4 && are*5 >= lines*4
}

// Edges marks the first and the last lines that are not blank.
func Edges(s block.Section, marks []Mark, first, last int) {
	for i := 0; i < len(marks) && first > 0; i++ {
		if !scan.Blank(s.Text(i)) {
			marks[i].Raise(Sample, 10, WhyEdge)
			first--
		}
	}
	for i := len(marks) - 1; i >= 0 && last > 0; i-- {
		if !scan.Blank(s.Text(i)) {
			marks[i].Raise(Context, 40, WhyEdge)
			last--
		}
	}
}

// spreadSegments bounds how much of a long line is shown with its start:
// a message may be long, but nobody reads a bundled script.
const spreadSegments = 32

// Spread gives the segments of a long line the mark of its first.
func Spread(s block.Section, marks []Mark) {
	start := 0
	for i := range marks {
		if i == 0 || s.StartsLine(s.First+i) {
			start = i
			continue
		}
		if m := marks[start]; m.Rank > Bulk && (i-start < spreadSegments || s.EndsLine(s.First+i)) {
			marks[i].Raise(m.Rank, m.Score, m.Why)
		}
	}
}

// LongestKept is how many segments a kept line may have to be kept whole.
const LongestKept = 24

// KeepLine marks all segments of the line that starts at unit i; of a line
// that is longer than anyone reads, only the first of them.
func KeepLine(s block.Section, marks []Mark, i int, r Rank, score uint8, why Why) {
	end := i
	for end+1 < len(marks) && !s.EndsLine(s.First+end) {
		end++
		if end-i > LongestKept {
			end = i
			break
		}
	}
	for ; i <= end; i++ {
		marks[i].Raise(r, score, why)
	}
}

// AnyKept tells whether a reducer kept anything at all. Of a section without
// a trace a reader can't even tell what it is.
func AnyKept(marks []Mark) bool {
	for _, m := range marks {
		if m.Rank > Bulk {
			return true
		}
	}
	return false
}

func OneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
