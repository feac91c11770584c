package telling

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// number is what a row counts in a column.
type number struct {
	v          float64
	first, end int
}

const (
	measured = 6  // columns of numbers that are looked at
	largest  = 5  // rows shown that have the largest numbers of a column
	sorted   = 12 // and of the column that the rows are sorted by, either way
	skewed   = 3  // times the middle one: what is so much larger than most is a finding
)

// extremes finds the rows with the largest numbers of each column: those of a column
// that most rows have, and that doesn't just count the rows. Where all are of a size,
// one at either end says between what they lie.
func (l *list) extremes() {
	left := measured
	for k := range l.nums {
		nums := l.nums[k]
		if left == 0 || len(nums) < fewRows || len(nums)*10 < l.n*6 || numbered(nums) {
			continue
		}
		left--
		falls := slices.IsSortedFunc(nums, func(a, b number) int { return cmp.Compare(b.v, a.v) })
		rises := slices.IsSortedFunc(nums, func(a, b number) int { return cmp.Compare(a.v, b.v) })
		slices.SortStableFunc(nums, func(a, b number) int { return cmp.Compare(b.v, a.v) })
		if nums[0].v == nums[len(nums)-1].v {
			continue
		}
		middle := nums[len(nums)/2].v
		shown := 1
		switch {
		case falls:
			shown = sorted
		case nums[0].v > skewed*max(middle, 0):
			if shown = largest; rises {
				shown = sorted // the end of the list, which is seen last
			}
		}
		for i, n := range nums[:min(shown, len(nums))] {
			if n.v > middle {
				l.add(n.first, n.end, mark.Sample, uint8(112-5*min(i, 5)), mark.WhyRare)
			}
		}
		l.smallest(nums, middle)
	}
}

// smallest finds the rows whose number is less than nothing, where hardly any is, or
// the one with the least of numbers that are all of a size.
func (l *list) smallest(nums []number, middle float64) {
	n := len(nums)
	below := 0
	for below < n && nums[n-1-below].v < 0 {
		below++
	}
	switch {
	case below > 0 && below*20 <= n:
		for _, v := range nums[n-min(below, largest):] {
			l.add(v.first, v.end, mark.Outlier, 112, mark.WhyRare)
		}
	case nums[0].v <= skewed*middle && nums[n-1].v != nums[n-2].v:
		l.add(nums[n-1].first, nums[n-1].end, mark.Sample, 85, mark.WhyRare)
	}
}

// numbered tells whether the numbers only count the rows: nearly each is as much more
// than the one before it.
func numbered(nums []number) bool {
	step, same := nums[1].v-nums[0].v, 0
	for i := 1; i < len(nums); i++ {
		if nums[i].v-nums[i-1].v == step {
			same++
		}
	}
	return step != 0 && same*50 >= (len(nums)-1)*49
}

// behindWords reads the number that a cell is, or that stands behind the words of one.
func behindWords(cell []byte) (float64, bool) {
	return Measure(cell[bytes.LastIndexByte(cell, ' ')+1:])
}

// address reads a number of hexadecimal digits, filled up with zeros to the width of a
// word, as tools print sizes and addresses.
func address(cell []byte) (float64, bool) {
	if (len(cell) != 8 && len(cell) != 16) || cell[0] != '0' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(cell), 16, 64)
	return float64(v), err == nil
}

// Measure reads a number with a unit of size or time, or a sign of percent:
// 12,345.6  4.5Gi  93%  -3  12ms. Dates, times of day and versions are none.
func Measure(cell []byte) (float64, bool) {
	if v, ok := address(cell); ok {
		return v, true
	}
	sign := 1.0
	if len(cell) > 1 && (cell[0] == '-' || cell[0] == '+') {
		if cell[0] == '-' {
			sign = -1
		}
		cell = cell[1:]
	}
	v, scale, n, dots := 0.0, 1.0, 0, 0
	for n < len(cell) && (scan.IsDigit(cell[n]) || n > 0 && (cell[n] == '.' || cell[n] == ',')) {
		switch c := cell[n]; {
		case c == '.':
			dots++
		case scan.IsDigit(c):
			v = v*10 + float64(c-'0')
			if dots > 0 {
				scale *= 10
			}
		}
		n++
	}
	if n == 0 || n > 18 || dots > 1 {
		return 0, false
	}
	unit, ok := unitOf(scan.Trim(cell[n:]))
	return sign * v / scale * unit, ok
}

// unitOf returns what a unit stands for.
func unitOf(unit []byte) (float64, bool) {
	if len(unit) == 0 || unit[0] == '%' || unit[0] == '(' {
		return 1, true
	}
	if len(unit) > 3 {
		return 0, false
	}
	switch string(unit) {
	case "s", "B":
		return 1, true
	case "ms":
		return 1e-3, true
	case "us", "\u00b5s":
		return 1e-6, true
	case "ns":
		return 1e-9, true
	}
	switch unit[0] {
	case 'k', 'K':
		return 1 << 10, true
	case 'M':
		return 1 << 20, true
	case 'G':
		return 1 << 30, true
	case 'T':
		return 1 << 40, true
	}
	return 0, false
}
