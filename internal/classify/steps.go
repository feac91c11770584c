package classify

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

// settleMarks keeps the marks of those kinds that mean one here: a shell's do if the block opens with one of its kind, or if one
// stands right behind a step's. Commands of shells that are nested are traced only below
// those of one that isn't: "++++ ring-1.2 PASSED" is no trace. In a diff's hunk and in a block of code between
// fences nothing is one.
func (c *cutter) settleMarks() {
	var sure [line.Titled + 1]bool
	sure[line.Opens], sure[line.Shuts], sure[line.Script], sure[line.Titled] = true, true, true, true
	users, last, outer := 0, line.Opens, false
	var h hunk
	fenced := 0 // up to which unit a block of code goes
	for i := range c.marks {
		if !c.b.StartsLine(i) {
			continue
		}
		if i < fenced || h.open() && h.takes(c.b.Text(i)) {
			c.marks[i] = line.NoMark
			continue
		}
		switch c.kinds[i] {
		case line.DiffHunk:
			h, last = readHunk(c.b.Text(i)), line.NoMark
			continue
		case line.Fence:
			fenced, last = c.fenceEnd(i), line.NoMark
			continue
		}
		if last == line.Script && c.marks[i] == line.NoMark && scan.HasPrefix(c.b.Text(i), "> ") {
			c.marks[i] = line.Script // the command behind the script's name
		}
		m := c.marks[i]
		switch {
		case m == line.User:
			users++
			sure[line.User] = sure[line.User] || users > 1
		case m == line.Traced:
			outer = outer || c.b.Text(i)[1] == ' '
		case m == line.NoMark:
			if last != line.NoMark && c.kinds[i] != line.Blank && !stepDetail(c.b.Text(i)) {
				last = line.NoMark
			}
			continue
		}
		if last != line.NoMark {
			sure[m] = true
		}
		last = m
	}
	sure[line.Traced] = sure[line.Traced] && outer
	for i, m := range c.marks {
		if m != line.NoMark && !sure[m] {
			c.marks[i] = line.NoMark
		}
	}
}

// fenceMost is how many units a block of code between fences may have.
const fenceMost = 200

// fenceEnd returns the unit behind the block of code that the fence at i opens,
// i if none closes it.
func (c *cutter) fenceEnd(i int) int {
	for j := i + 1; j < min(len(c.kinds), i+fenceMost); j++ {
		if c.kinds[j] == line.Fence {
			return j + 1
		}
	}
	return i
}

// stepDetail knows what may stand between the mark of a step and its command.
func stepDetail(text []byte) bool {
	return scan.HasAnyPrefix(text, "yarn run v", "Executing ", "shell: ")
}

// hunk is what is still to come of a diff's hunk: lines of the old file and of
// the new.
type hunk struct{ old, new int }

func (h *hunk) open() bool { return h.old > 0 || h.new > 0 }

// takes tells whether the line belongs to the hunk, and counts it.
func (h *hunk) takes(text []byte) bool {
	sign := byte(' ')
	if len(text) > 0 {
		sign = text[0]
	}
	switch sign {
	case ' ':
		h.old--
		h.new--
	case '-':
		h.old--
	case '+':
		h.new--
	case '\\':
	default:
		*h = hunk{}
		return false
	}
	return true
}

// readHunk reads "@@ -1,3 +1,4 @@".
func readHunk(head []byte) hunk {
	return hunk{old: hunkCount(head, '-'), new: hunkCount(head, '+')}
}

// hunkCount returns the number behind the sign, a line number and a comma; 1 if
// there is no comma.
func hunkCount(head []byte, sign byte) int {
	t := head[bytes.IndexByte(head, sign)+1:]
	t = t[scan.Digits(t):]
	if len(t) < 2 || t[0] != ',' {
		return 1
	}
	n := 0
	for _, d := range t[1 : 1+min(scan.Digits(t[1:]), 6)] {
		n = 10*n + int(d-'0')
	}
	return n
}
