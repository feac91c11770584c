package telling

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

const (
	alikeLeast  = 12  // lines from which a section may be a list of numbers
	alikeSample = 400 // lines that are looked at
	alikeCells  = 6   // cells of each
)

// Numbers tells whether nearly all lines of the section are rows of the same form, in
// which something is counted or measured, whatever words stand in them: two numbers at
// least, or a name and its number. What has a time is a log, and a result or a mistake
// is none of a list.
func Numbers(s block.Section) bool {
	if s.Len() < alikeLeast {
		return false
	}
	for i := range s.Len() {
		switch s.Look(i).Kind {
		case line.Result, line.Finding, line.Message, line.TraceHead:
			return false
		}
	}
	var forms counts
	lines := 0
	var cells [][]byte
	step := max(1, s.Len()/alikeSample)
	for i := 0; i < s.Len(); i += step {
		text := s.Text(i)
		if scan.Blank(text) {
			continue
		}
		if s.Segment(i) || scan.Clock(text) >= 0 {
			return false
		}
		lines++
		cells = words(cells[:0], text)
		form, numbers := uint64(1), 0
		for _, cell := range cells[:min(len(cells), alikeCells)] {
			form <<= 1
			if _, ok := Measure(cell); ok {
				numbers++
				form++
			}
		}
		if !scan.IsWordByte(cells[0][0]) && len(cells[0]) > 2 {
			continue // a row of marks, one for each test
		}
		if numbers > 1 || numbers == 1 && len(cells) == 2 {
			forms.add(form)
		}
	}
	most := int32(0)
	for _, n := range forms.of {
		most = max(most, n)
	}
	return lines >= alikeLeast && int(most)*10 >= lines*9
}
