package classify

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

// documentForeign is how many lines outside of its code a page may have that look like a
// test runner's or a trace's.
const documentForeign = 2

// markdown tells whether the units are a page of Markdown, whatever its fences
// hold: it has headings below the first, and code between fences, or a few
// headings and fences that name the language of what they hold.
func (c *cutter) markdown(first, end int) bool {
	const look = 4000
	fences, named, headings, foreign, open := 0, 0, 0, 0, false
	for i := first; i < min(end, first+look); i++ {
		var t []byte // of a line that may be written so
		if f := c.seen[i].First; f == '`' || f == '~' || f == '#' {
			t = c.b.Text(i)
		}
		switch {
		case scan.HasPrefix(t, "```") || scan.HasPrefix(t, "~~~"):
			open = !open
			fences++
			if open && len(t) > 3 && scan.IsLetter(t[3]) {
				named++
			}
		case !open && scan.HasPrefix(t, "##") && scan.HasPrefix(bytes.TrimLeft(t, "#"), " "):
			headings++
		case !open && (c.kinds[i] == line.Result || c.kinds[i] == line.Frame || c.kinds[i] == line.TraceHead):
			if foreign++; foreign > documentForeign {
				return false // something else that was printed beside the page
			}
		}
	}
	return fences >= 4 && (headings >= 3 || headings >= 1 && named >= 2)
}

// restructured tells whether the units are a page of reStructuredText: it has
// directives and underlined headings, and all code in it is indented.
func (c *cutter) restructured(first, end int) bool {
	const look = 4000
	directives, headings := 0, 0
	for i := first; i < min(end, first+look); i++ {
		switch c.seen[i].First {
		case '.', 'd', 'c', '=', '-', '~':
		default:
			continue
		}
		t := c.b.Text(i)
		switch {
		case scan.HasPrefix(t, ".. ") && bytes.HasSuffix(bytes.TrimRight(t[:min(len(t), 40)], " "), []byte("::")), scan.HasPrefix(t, ".. code-block:: "), scan.HasPrefix(t, ".. currentmodule:: "):
			directives++
		case scan.HasPrefix(t, "def ") || scan.HasPrefix(t, "class ") && bytes.HasSuffix(t, []byte{':'}):
			return false
		case len(t) >= 4 && i > first && len(t) == len(c.b.Text(i-1)) && (t[0] == '=' || t[0] == '-' || t[0] == '~') && len(bytes.Trim(t, string(t[:1]))) == 0:
			headings++
		}
	}
	return directives >= 3 && headings >= 2
}
