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
	return overwrite(line)
}

func hasControl(line []byte) bool {
	return bytes.IndexByte(line, 0x1b) >= 0 || bytes.IndexByte(line, '\r') >= 0 || bytes.IndexByte(line, '\b') >= 0
}

// redrawn tells whether the line is a progress display: drawn over and over
// with carriage returns, so that little of it is left on the screen.
func redrawn(line []byte) bool { return bytes.Count(line, []byte{'\r'}) > 2 }

// overwrite plays the line on a row of cells, a cell for each character.
func overwrite(line []byte) []byte {
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
			row = put(row, column, cell(line[i:i+n]))
			column++
			i += n
		}
	}
	out := make([]byte, 0, len(row))
	for _, c := range row {
		out = append(out, c...)
	}
	return out
}

// cell is the bytes of one character, a slice of the line.
type cell []byte

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
