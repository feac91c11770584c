package classify

import (
	"bytes"

	"elide/internal/scan"
)

// boxed tells whether the line belongs to a table that is drawn with bars and
// corners: a rule of it, or a row that begins and ends with a bar.
func boxed(t []byte) bool {
	switch t[0] {
	case '|':
		return len(t) > 2 && t[len(t)-1] == '|' && bytes.Count(t, []byte{'|'}) >= 2
	case '+':
		return len(t) > 4 && t[1] == '-' && t[len(t)-1] == '+' && dashes(t)
	case 0xe2:
		if len(t) < 9 || t[1] < 0x94 || t[1] > 0x95 {
			return false
		}
		bar := scan.HasPrefix(t, "│")
		return bar && scan.HasSuffix(t, "│") || !bar && drawn(t)
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

// gridLook is how many rows of a table are looked at.
const gridLook = 40

// grid tells whether the units from first to end are a table whose head stands
// above a rule with a gap for each cell: "id  name", "--  ----".
func (c *cutter) grid(first, end int) bool {
	for first < end && c.kinds[first] == blank {
		first++
	}
	if end-first < 5 || !cellRule(bytes.TrimSpace(c.b.Text(first+1))) {
		return false
	}
	rows, like := 0, 0
	for i := first + 2; i < min(end, first+2+gridLook); i++ {
		t := bytes.TrimSpace(c.b.Text(i))
		if len(t) == 0 {
			continue
		}
		rows++
		if bytes.Contains(t, []byte("  ")) {
			like++
		}
	}
	return like*10 >= rows*8
}

// cellRule knows "--  ----  ---", "---+----+---" and "---|---".
func cellRule(t []byte) bool {
	return len(t) > 4 && t[0] == '-' && bytes.ContainsAny(t, " +|") && bytes.Contains(t, []byte("--")) && dashes(t)
}
