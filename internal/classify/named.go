package classify

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

// namedMost is how many lines are asked whether grep printed them.
const namedMost = 400

// named tells whether the units from first to end are what grep prints
// without line numbers: path:text for a match, path-text around one.
func (c *cutter) named(first, end int) bool {
	var before []byte // the path of the line before
	lines, like, sure, matches := 0, 0, 0, 0
	for i := first; i < min(end, first+namedMost); i++ {
		text := c.b.Text(i)
		if c.kinds[i] == line.Blank || c.kinds[i] == line.Around && len(text) == 2 || !c.b.StartsLine(i) {
			continue
		}
		lines++
		path, sep := namedPath(text, before)
		if path == nil || c.kinds[i] == line.MaybeResult || c.kinds[i] == line.Finding {
			continue
		}
		like++
		if sep == ':' {
			matches++
		}
		if bytes.Equal(path, before) || bytes.IndexByte(path, '/') > 0 {
			sure++
		}
		before = path
	}
	return lines >= 4 && matches > 0 && like*10 >= lines*9 && sure*2 >= lines
}

// namedPath returns the path that a line of grep opens with and the byte behind
// it: the one of the line before, if the line has it too, else what stands
// before the first colon and looks like a file's.
func namedPath(t, before []byte) ([]byte, byte) {
	if n := len(before); n > 0 && len(t) > n && bytes.HasPrefix(t, before) && (t[n] == ':' || t[n] == '-') {
		return before, t[n]
	}
	for i, b := range t[:min(len(t), 200)] {
		switch {
		case b == ' ' || b == '\t':
			return nil, 0
		case b == ':' || b == '-':
			if rest := t[i+1:]; line.IsFile(t[:i]) && (len(rest) < 2 || !scan.IsDigit(rest[0]) && rest[0] != ':' && !(rest[0] == ' ' && rest[1] != ' ')) {
				return t[:i], b
			}
			if b == ':' {
				return nil, 0
			}
		}
	}
	return nil, 0
}
