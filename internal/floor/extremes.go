package floor

import (
	"math"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Of lines that are alike but for their numbers, those say something of which a number is far
// above all others in its place, or alone below nought: one object of 3,000,000 bytes among
// thousands of a few hundred, an order of -4. Of 23 outputs met for the first time three more
// are whole, and of 2,602 known ones two change; with 3 times and not 4 one more does.
const (
	extremeLike  = 12 // lines alike from which on one may stand out
	extremeTimes = 4  // how many times the next one it is at least
	extremeLeast = 20 // what it is at least: 9 of something are not many beside one
	extremeMost  = 8  // lines that are shown of a section
	extremeBytes = 256 << 10
	mostNumbers  = 12 // of a line; in one of more they are data
)

// place is what stands in one place of lines that are alike.
type place struct {
	most, next float64
	at, below  int // the lines with the most, and below nought
	negative   int // how many are
}

// likes are lines that are alike but for their numbers.
type likes struct {
	lines  int
	places []place
}

// extremes shows the lines of a section of which a number stands out.
func (f *floor) extremes(s block.Section) {
	if !measured(s.Shape) || s.Len() < extremeLike || len(s.Block.Bytes()) > extremeBytes {
		return
	}
	kinds := map[uint64]*likes{}
	var order []*likes
	var numbers []float64
	for i := range s.Len() {
		t := s.Text(i)
		if len(t) > scanned || s.Segment(i) {
			continue
		}
		if numbers = numbersIn(t, numbers[:0]); len(numbers) == 0 || len(numbers) > mostNumbers {
			continue
		}
		form := scan.Mix(s.Template(i), uint64(len(numbers)))
		k := kinds[form]
		if k == nil {
			k = &likes{places: make([]place, len(numbers))}
			kinds[form], order = k, append(order, k)
		}
		k.take(i, numbers)
	}
	left := extremeMost
	for _, k := range order {
		if k.lines < extremeLike {
			continue
		}
		for _, p := range k.places {
			if left > 0 && p.most >= extremeLeast && p.most >= extremeTimes*p.next && f.extreme(s, p.at) {
				left--
			}
			if left > 0 && p.negative == 1 && f.extreme(s, p.below) {
				left--
			}
		}
	}
}

// take takes in the numbers of a line.
func (k *likes) take(unit int, numbers []float64) {
	k.lines++
	for i, v := range numbers {
		p := &k.places[i]
		if v < 0 {
			p.negative++
			p.below = unit
		}
		if v = math.Abs(v); v > p.most {
			p.most, p.next, p.at = v, p.most, unit
		} else if v > p.next {
			p.next = v
		}
	}
}

// extreme shows a line that stands out, and tells whether it was hidden.
func (f *floor) extreme(s block.Section, i int) bool {
	m := &f.marks[s.First+i]
	if m.Rank > mark.Bulk || usual(s, i) {
		return false
	}
	m.Raise(mark.Sample, deviantScore, mark.WhyRare)
	return true
}

// measured tells whether the lines of a shape have numbers that are compared.
func measured(sh shape.Shape) bool { return compared(sh) || sh == shape.JSONLines || sh == shape.Log }

// numbersIn appends the numbers that stand alone in the text: no part of a word, a version,
// a date, an address.
func numbersIn(t []byte, to []float64) []float64 {
	for i := 0; i < len(t); {
		if !scan.IsDigit(t[i]) {
			i++
			continue
		}
		first := i
		v, unit, dots := 0.0, 1.0, 0
		for ; i < len(t) && (scan.IsDigit(t[i]) || t[i] == '.' && dots == 0 && i+1 < len(t) && scan.IsDigit(t[i+1])); i++ {
			if t[i] == '.' {
				dots++
				continue
			}
			v = v*10 + float64(t[i]-'0')
			if dots > 0 {
				unit *= 10
			}
		}
		sign := first > 0 && t[first-1] == '-'
		before := first
		if sign {
			before--
		}
		if before > 0 && bound[t[before-1]] || i < len(t) && bound[t[i]] {
			for i < len(t) && bound[t[i]] {
				i++
			}
			continue
		}
		if v /= unit; sign {
			v = -v
		}
		to = append(to, v)
	}
	return to
}

// bound are the bytes that make a number a part of something.
var bound = func() (b [256]bool) {
	for c := range b {
		b[c] = scan.IsWordByte(byte(c)) || c >= 0x80
	}
	for _, c := range []byte(".-:/@#%+~\\") {
		b[c] = true
	}
	return b
}()
