package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// rankBenchmarks shows of a table of benchmarks the first row and the ones
// that stand out: the slowest, and those that allocate most.
func (t *testRun) rankBenchmarks() {
	slowest, largest, first := -1, -1, true
	var slow, large float64
	for i := range t.lines {
		l := &t.lines[i]
		if l.kind != lineBench {
			continue
		}
		text := t.s.Text(i)
		if first {
			t.marks[i].Raise(mark.Sample, 40, mark.WhyFirst)
			first = false
		}
		if v := benchValue(text, "ns/op"); slowest < 0 || v > slow {
			slowest, slow = i, v
		}
		if v := benchValue(text, "B/op"); v > large {
			largest, large = i, v
		}
	}
	if slowest >= 0 {
		t.marks[slowest].Raise(mark.Critical, 70, mark.WhyRare)
	}
	if largest >= 0 {
		t.marks[largest].Raise(mark.Outlier, 60, mark.WhyRare)
	}
}

// benchValue returns the number before unit in a benchmark's row, 0 if there
// is none.
func benchValue(text []byte, unit string) float64 {
	at := bytes.Index(text, []byte(unit))
	if at < 0 {
		return 0
	}
	number := scan.Trim(text[:at])
	if sp := bytes.LastIndexAny(number, " \t"); sp >= 0 {
		number = number[sp+1:]
	}
	value, scale, point := 0.0, 1.0, false
	for _, c := range number {
		switch {
		case c == '.':
			point = true
		case scan.IsDigit(c):
			value = value*10 + float64(c-'0')
			if point {
				scale *= 10
			}
		}
	}
	return value / scale
}
