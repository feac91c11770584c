package pipeline

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A line that says what the line before it said, but for numbers that grow by as much as
// they did there, can be told from the two before it: the same warning fifty times, frames
// of a function that calls itself, tests that are numbered. So can its repetition, which
// grows by nothing. Whatever such lines were shown for, those in the middle of a run are
// hidden: of what decides what to do next only what is the same line again.
const (
	// progressionLines are a run: two lines say how it goes on, the last how far. With 5 or
	// with 8 the outputs of the corpora cost the same.
	progressionLines = 6
	// progressionNumbers is how many numbers of a line are looked at; a line with more
	// goes on as no other.
	progressionNumbers = 12
	numberDigits       = 18 // of a number that fits into 64 bits
)

// hideProgressions lowers what runs of lines show between their second and their last.
func hideProgressions(b *block.Block, secs []block.Section, marks []mark.Mark) {
	for _, s := range secs {
		if !progresses(s.Shape) {
			continue
		}
		first := s.First // of the run that the line before belongs to
		var before []byte
		var step, last growth
		for i := s.First; i < s.End; i++ {
			line := shownLine(b, marks, i)
			switch goesOn := before != nil && line != nil && step.between(before, line); {
			case !goesOn:
				hideMiddle(marks, first, i, last)
				first = i
			case i-first > 1 && step != last:
				hideMiddle(marks, first, i, last)
				first = i - 1
			}
			before, last = line, step
		}
		hideMiddle(marks, first, s.End, last)
	}
}

// progresses tells whether lines of a shape are taken apart for numbers that grow: what is
// read as code or as a document is quoted from, and edited by what was read.
func progresses(sh shape.Shape) bool {
	switch sh {
	case shape.SourceBrace, shape.SourceIndent, shape.Diff, shape.Prose, shape.JSONObject, shape.JSONArray, shape.JSONLines:
		return false
	}
	return true
}

// shownLine returns the text of unit i; nil unless it is a whole line that is shown and says
// something, and is not all that a command answered.
func shownLine(b *block.Block, marks []mark.Mark, i int) []byte {
	if m := &marks[i]; m.Rank == mark.Bulk || m.Why == mark.WhyAnswer || m.JSON != 0 || !b.StartsLine(i) || !b.EndsLine(i) {
		return nil
	}
	if text := b.Text(i); !scan.Blank(text) {
		return text
	}
	return nil
}

// hideMiddle lowers the lines of a run but its first two and its last.
func hideMiddle(marks []mark.Mark, first, end int, step growth) {
	if end-first < progressionLines {
		return
	}
	for k := first + 2; k < end-1; k++ {
		if m := &marks[k]; m.Rank < mark.Critical || step == (growth{}) {
			m.Rank, m.Score, m.Why = mark.Bulk, 0, mark.WhyGoesOn
		}
	}
}

// growth is by how much each number of a line is more than that of the line before.
type growth [progressionNumbers]int64

// between finds it, and tells whether a and b differ in such numbers alone.
func (g *growth) between(a, b []byte) bool {
	*g = growth{}
	numbers := 0
	for len(a) > 0 && len(b) > 0 {
		n, m := scan.Digits(a), scan.Digits(b)
		switch {
		case n == 0 && m == 0 && a[0] == b[0]:
			a, b = a[1:], b[1:]
			continue
		case n == 0 || m == 0 || max(n, m) > numberDigits || numbers == len(g) || n != m && (a[0] == '0' || b[0] == '0'):
			return false
		}
		g[numbers] = number(b[:m]) - number(a[:n])
		numbers++
		a, b = a[n:], b[m:]
	}
	return len(a) == 0 && len(b) == 0
}

func number(digits []byte) (n int64) {
	for _, c := range digits {
		n = n*10 + int64(c-'0')
	}
	return n
}
