package block

import (
	"bytes"
	"unicode/utf8"
)

// Resolve returns the line, given without its line end, as a terminal leaves
// it on the screen: escape sequences dropped, what a carriage return or a
// backspace overwrote gone. A line without control codes is returned as is;
// another in memory of its own.
func Resolve(line []byte) []byte {
	if !hasControl(line) {
		return line
	}
	return appendResolved(make([]byte, 0, len(line)), line)
}

// ResolvePart returns a part of a line without its escape sequences. What it
// overwrites isn't known, as that may stand in another part: it stays.
func ResolvePart(part []byte) []byte {
	if bytes.IndexByte(part, 0x1b) < 0 {
		return part
	}
	return appendPart(make([]byte, 0, len(part)), part)
}

func appendPart(dst, part []byte) []byte {
	for len(part) > 0 {
		n := bytes.IndexByte(part, 0x1b)
		if n < 0 {
			return append(dst, part...)
		}
		dst = append(dst, part[:n]...)
		size, _ := escape(part[n:])
		part = part[n+size:]
	}
	return dst
}

func hasControl(line []byte) bool {
	return bytes.IndexByte(line, 0x1b) >= 0 || bytes.IndexByte(line, '\r') >= 0 || bytes.IndexByte(line, '\b') >= 0
}

// controls finds control codes in data, going forward: it looks at a byte once for
// each code, however many lines there are.
type controls struct {
	data  []byte
	next  [3]int // place of the next of each code
	first int    // of them
}

// controlCodes are those that hasControl looks for.
var controlCodes = [3]byte{0x1b, '\r', '\b'}

func newControls(data []byte) *controls {
	return &controls{data: data, next: [3]int{-1, -1, -1}, first: -1}
}

// from returns the place of the first control code at or behind at, which must not be
// less than before; len(data) if there is none.
func (c *controls) from(at int) int {
	if c.first >= at {
		return c.first
	}
	c.first = len(c.data)
	for k, code := range controlCodes {
		if c.next[k] < at {
			c.next[k] = len(c.data)
			if i := bytes.IndexByte(c.data[at:], code); i >= 0 {
				c.next[k] = at + i
			}
		}
		c.first = min(c.first, c.next[k])
	}
	return c.first
}

// redrawn tells whether the line is a progress display: drawn over and over
// with carriage returns, so that little of it is left on the screen.
func redrawn(line []byte) bool { return bytes.Count(line, []byte{'\r'}) > 2 }

// appendResolved appends the line, which has control codes, as Resolve gives
// it. That never is longer than the line.
func appendResolved(dst, line []byte) []byte {
	moves := bytes.IndexByte(line, '\r') >= 0 || bytes.IndexByte(line, '\b') >= 0
	if moves && !ascii(line) {
		return appendCells(dst, line)
	}
	return appendBytes(dst, line)
}

func ascii(line []byte) bool {
	for _, c := range line {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendBytes plays the line on a row of bytes, the end of dst. Each byte
// must be a character, or the line must never go back.
func appendBytes(dst, line []byte) []byte {
	start := len(dst)
	at := start // where the next byte goes
	for i := 0; i < len(line); {
		switch line[i] {
		case 0x1b:
			n, erase := escape(line[i:])
			switch erase {
			case 'K':
				dst = dst[:at]
			case 'W':
				dst, at = dst[:start], start
			}
			i += n
		case '\r':
			at = start
			i++
		case '\b':
			at = max(at-1, start)
			i++
		default:
			end := i + 1
			for end < len(line) && line[end] != 0x1b && line[end] != '\r' && line[end] != '\b' {
				end++
			}
			over := copy(dst[at:], line[i:end])
			dst = append(dst, line[i+over:end]...)
			at += end - i
			i = end
		}
	}
	return dst
}

// appendCells plays the line on a row of cells, a cell for each character.
func appendCells(dst, line []byte) []byte {
	row := make([]cell, 0, min(len(line), 512))
	column := 0
	for i := 0; i < len(line); {
		switch c := line[i]; c {
		case 0x1b:
			n, erase := escape(line[i:])
			switch {
			case erase == 'K' && column < len(row):
				row = row[:column]
			case erase == 'W':
				row, column = row[:0], 0
			}
			i += n
		case '\r':
			column = 0
			i++
		case '\b':
			column = max(column-1, 0)
			i++
		default:
			_, n := utf8.DecodeRune(line[i:])
			row = put(row, column, cell{int32(i), int32(i + n)})
			column++
			i += n
		}
	}
	for _, c := range row {
		dst = append(dst, line[c.start:c.end]...)
	}
	return dst
}

// cell is where in the line the bytes of one character are.
type cell struct{ start, end int32 }

func put(row []cell, column int, c cell) []cell {
	if column < len(row) {
		row[column] = c
		return row
	}
	return append(row, c)
}

// escape returns the length of the escape sequence that seq starts with, and
// 'K' if it erases to the end of the line, 'W' if it erases all of it.
// It knows CSI, the string sequences (OSC, DCS, APC, PM, SOS) and the
// two- and three-byte ones of ECMA-48. A control sequence that the line cuts
// short ends with the line; of a string without an end only the introducer
// is dropped, so that a stray byte can't hide what follows it.
func escape(seq []byte) (n int, erase byte) {
	if len(seq) < 2 {
		return len(seq), 0
	}
	switch c := seq[1]; c {
	case '[':
		n = ControlSize(seq)
		if seq[n-1] == 'K' {
			return n, eraseKind(seq[2 : n-1])
		}
		return n, 0
	case ']', 'P', '_', '^', 'X':
		for n = 2; n < len(seq); n++ {
			if seq[n] == 0x07 {
				return n + 1, 0
			}
			if seq[n] == 0x1b {
				if n+1 < len(seq) && seq[n+1] == '\\' {
					return n + 2, 0
				}
				break // another sequence: this one never ends
			}
		}
		return 2, 0 // never ended: only the introducer goes, the text stays
	case '(', ')', '*', '+', '#', '%':
		if len(seq) > 2 && seq[2] < 0x80 {
			return 3, 0
		}
	default:
		if c < ' ' || c >= 0x7f {
			return 1, 0 // no sequence: what follows is a letter of another script, or does something itself
		}
	}
	return 2, 0
}

// ControlSize returns the length of the control sequence that seq starts with,
// 1 if it starts with another escape. One that is cut short by the end, or by
// what can't end it, as a host's note, ends before that.
func ControlSize(seq []byte) int {
	if len(seq) < 2 || seq[1] != '[' {
		return 1
	}
	n := 2
	for n < len(seq) && seq[n] >= 0x20 && seq[n] <= 0x3f {
		n++
	}
	if n < len(seq) && seq[n] >= 0x40 && seq[n] <= 0x7e {
		n++
	}
	return n
}

func eraseKind(parameter []byte) byte {
	switch string(parameter) {
	case "", "0":
		return 'K'
	case "2":
		return 'W'
	}
	return 0
}
