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

func hasControl(line []byte) bool {
	return bytes.IndexByte(line, 0x1b) >= 0 || bytes.IndexByte(line, '\r') >= 0 || bytes.IndexByte(line, '\b') >= 0
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
		n = 2
		for n < len(seq) && seq[n] >= 0x20 && seq[n] <= 0x3f {
			n++
		}
		if n == len(seq) {
			return n, 0
		}
		if seq[n] == 'K' {
			return n + 1, eraseKind(seq[2:n])
		}
		return n + 1, 0
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
		return min(3, len(seq)), 0
	}
	return 2, 0
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
