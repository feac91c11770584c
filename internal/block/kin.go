package block

import (
	"encoding/binary"
	"math/bits"

	"elide.example/elide/internal/scan"
)

// Lines that differ in their numbers alone are told alike by nearly all who read a line:
// of 10 MB of a service's log 3 lines in a hundred have no such line before them, of a
// build's 8. But a number of one digit is a count of nothing or an exit status, one of four
// may be a year, and one of ten or more a time, by its first digit;
// and one of two behind a letter is of a name: lib64.

// The lengths of numbers whose digits tell something.
const (
	nameDigits  = 2 // behind a letter
	yearDigits  = 4
	epochDigits = 10
)

// kins finds the lines that stood before but for their numbers.
type kins struct {
	b     *Block
	slots []twinSlot
	shift int
}

func newKins(b *Block) *kins {
	size := min(bits.Len(uint(b.Len())), mostTwins)
	return &kins{b, make([]twinSlot, 1<<size), 64 - size}
}

// of returns the last unit before unit i, a whole line, that is its kin; i if none is
// remembered. What a terminal would change is nobody's kin.
func (k *kins) of(i int) int {
	if k.b.shown != nil && k.b.shown[i].from < 0 {
		return i
	}
	raw := k.b.Raw(i)
	h := masked(raw)
	s := &k.slots[h*scan.Prime>>k.shift]
	was := *s
	*s = twinSlot{uint32(h >> 32), int32(i) + 1}
	if was.unit > 0 && was.hash == s.hash && akin(raw, k.b.Raw(int(was.unit)-1)) {
		return int(was.unit) - 1
	}
	return i
}

const (
	allLow  = 0x7f7f7f7f7f7f7f7f
	allHigh = 0x8080808080808080
	zeros   = 0x3030303030303030
)

// digitsIn has the high bit of each byte of x that is a digit.
func digitsIn(x uint64) uint64 {
	t := x ^ zeros
	return ^((t&allLow + 0x7676767676767676) | t) & allHigh
}

// masked returns a hash of the text without the digits of its longer numbers.
func masked(text []byte) uint64 {
	h, before := scan.Seed^uint64(len(text)), uint64(0) // before: the byte before is a digit
	for ; len(text) > 8; text = text[8:] {
		x := binary.LittleEndian.Uint64(text)
		digits := digitsIn(x)
		if digits != 0 {
			beside := digits<<8 | before | digits>>8
			if scan.IsDigit(text[8]) {
				beside |= 1 << 63
			}
			x &^= (digits & beside >> 7) * 0x0f
		}
		before = digits >> 63 << 7
		h = scan.Mix(h, x)
	}
	rest := uint64(0)
	for i, c := range text {
		if scan.IsDigit(c) && (i == 0 && before != 0 || i > 0 && scan.IsDigit(text[i-1]) || i+1 < len(text) && scan.IsDigit(text[i+1])) {
			c = '0'
		}
		rest = rest<<8 | uint64(c)
	}
	return scan.Mix(h, rest)
}

// akin tells whether two lines differ only in digits that tell nothing.
func akin(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); {
		if i+8 <= len(a) {
			same := bits.TrailingZeros64(binary.LittleEndian.Uint64(a[i:])^binary.LittleEndian.Uint64(b[i:])) / 8
			if i += same; same == 8 {
				continue
			}
		} else if a[i] == b[i] {
			i++
			continue
		}
		if !scan.IsDigit(a[i]) || !scan.IsDigit(b[i]) {
			return false
		}
		first := i
		for first > 0 && scan.IsDigit(a[first-1]) {
			first--
		}
		n := scan.Digits(a[first:])
		named := n == nameDigits && first > 0 && scan.IsLower(a[first-1])
		if named || n != scan.Digits(b[first:]) || !sameNumber(a[first:first+n], b[first:first+n]) {
			return false
		}
		i = first + n
	}
	return true
}

// sameNumber tells whether two numbers of as many digits tell the same.
func sameNumber(a, b []byte) bool {
	switch n := len(a); {
	case n == 1:
		return false
	case n == yearDigits:
		return (a[0] == '1' || a[0] == '2') == (b[0] == '1' || b[0] == '2')
	case n >= epochDigits:
		return (a[0] == '1') == (b[0] == '1')
	}
	return true
}
