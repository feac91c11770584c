package line

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// Boxed tells whether the line belongs to a table that is drawn with bars and
// corners: a rule of it, or a row that begins and ends with a bar.
func Boxed(t []byte) bool {
	switch t[0] {
	case '|':
		return len(t) > 2 && t[len(t)-1] == '|' && bytes.Count(t, []byte{'|'}) >= 2
	case '+':
		return len(t) > 4 && t[1] == '-' && t[len(t)-1] == '+' && Dashes(t)
	case 0xe2:
		if len(t) < 9 || t[1] < 0x94 || t[1] > 0x95 {
			return false
		}
		bar := scan.Bar(t) > 0
		return bar && scan.LastBar(t) > 0 || !bar && drawn(t)
	}
	return false
}

// drawn tells whether the line is nothing but corners, bars and dashes, and
// ends as a rule of a table does.
func drawn(t []byte) bool {
	for i := 0; i+2 < len(t); i += 3 {
		if t[i] != 0xe2 || t[i+1] < 0x94 || t[i+1] > 0x95 {
			return false
		}
	}
	for _, corner := range [...]string{"┐", "┤", "┘", "┓", "┩", "┫", "┛", "╮", "╯", "╗", "╣", "╝", "╡", "╢"} {
		if scan.HasSuffix(t, corner) {
			return true
		}
	}
	return false
}
