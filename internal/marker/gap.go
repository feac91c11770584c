package marker

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Range is what a gap stands for: whole lines, or bytes of one line. All its
// numbers count from 1 and both ends are included.
type Range struct {
	// Line is the line whose bytes First to Last are meant. 0: First and
	// Last are lines.
	Line        int
	First, Last int
}

// IsSpan tells whether the range is of bytes inside a line.
func (r Range) IsSpan() bool { return r.Line > 0 }

// Append appends the gap ⟦…⟧ that stands for the range.
func (r Range) Append(dst []byte) []byte {
	if r.IsSpan() {
		return AppendSpan(dst, r.Line, r.First, r.Last)
	}
	return AppendGap(dst, r.First, r.Last)
}

// String returns the range as its gap shows it, without the brackets.
func (r Range) String() string {
	gap := r.Append(nil)
	return string(gap[len(Open) : len(gap)-len(Close)])
}

// AppendGap appends the gap of lines first to last: 1 <= first <= last.
func AppendGap(dst []byte, first, last int) []byte {
	dst = append(dst, Open...)
	return appendEnds(dst, first, last)
}

// AppendSpan appends the gap of bytes first to last of a line:
// 1 <= line, 1 <= first <= last.
func AppendSpan(dst []byte, line, first, last int) []byte {
	dst = append(dst, Open...)
	dst = strconv.AppendInt(dst, int64(line), 10)
	dst = append(dst, '.')
	return appendEnds(dst, first, last)
}

func appendEnds(dst []byte, first, last int) []byte {
	dst = strconv.AppendInt(dst, int64(first), 10)
	if first != last {
		dst = append(dst, '-')
		dst = strconv.AppendInt(dst, int64(last), 10)
	}
	return append(dst, Close...)
}

// ParseGap parses text that is one gap, of lines or of bytes, and nothing else.
func ParseGap(text []byte) (Range, bool) {
	inner, ok := bytes.CutPrefix(text, []byte(Open))
	if !ok {
		return Range{}, false
	}
	inner, ok = bytes.CutSuffix(inner, []byte(Close))
	if !ok {
		return Range{}, false
	}
	return parseInner(string(inner))
}

// parseInner parses what stands between a gap's brackets.
func parseInner(s string) (Range, bool) {
	var r Range
	if line, rest, ok := strings.Cut(s, "."); ok {
		n, valid := parseNumber(line)
		if !valid {
			return Range{}, false
		}
		r.Line, s = n, rest
	}
	first, last, two := strings.Cut(s, "-")
	var ok bool
	if r.First, ok = parseNumber(first); !ok {
		return Range{}, false
	}
	r.Last = r.First
	if !two {
		return r, true
	}
	if r.Last, ok = parseNumber(last); !ok || r.Last <= r.First {
		return Range{}, false
	}
	return r, true
}

// maxDigits keeps a number below 10^15, which every reader of JSON can hold.
const maxDigits = 15

// parseNumber parses a number in its one encoding: decimal digits without a
// sign, the first of them not 0.
func parseNumber(s string) (int, bool) {
	if s == "" || s[0] == '0' || len(s) > maxDigits {
		return 0, false
	}
	var n int64
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return int(n), n <= math.MaxInt
}

// ParseRange parses a range as a reader gives it: a gap as it stands in the
// text, with or without its brackets, or the same with a colon between its
// ends: ⟦12-80⟧, 12-80, 12:80, 12, ⟦12.300-4500⟧, 12.300-4500, 12.300:4500. Of a
// gap that says where its lines stand above it is the gap's own.
func ParseRange(s string) (Range, error) {
	r, ok := looseRange(s)
	if !ok {
		return Range{}, fmt.Errorf("not a range: %s", quote(s))
	}
	return r, nil
}

// looseRange parses a range with what readers put around it.
func looseRange(s string) (Range, bool) {
	s = strings.Trim(s, " \t\r\n\"'`")
	if h, ok := ParseHeld([]byte(s)); ok {
		return h.Gap, true
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, Open), Close)
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	s = strings.Replace(s, ":", "-", 1)
	if first, last, ok := strings.Cut(s, "-"); ok && first == last {
		s = first // 12:12
	}
	if line, ends, ok := strings.Cut(s, "."); ok {
		if first, last, two := strings.Cut(ends, "-"); two && first == last {
			s = line + "." + first
		}
	}
	return parseInner(s)
}
