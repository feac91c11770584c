package classify

import (
	"bytes"
	"elide.example/elide/internal/line"
)

// gridLook is how many rows of a table are looked at.
const gridLook = 40

// grid tells whether the units from first to end are a table whose head stands
// above a rule with a gap for each cell: "id  name", "--  ----".
func (c *cutter) grid(first, end int) bool {
	for first < end && c.kinds[first] == line.Blank {
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
	return len(t) > 4 && t[0] == '-' && bytes.ContainsAny(t, " +|") && bytes.Contains(t, []byte("--")) && line.Dashes(t)
}
