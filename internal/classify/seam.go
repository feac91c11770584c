package classify

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A file that was printed, a history or a diff may stand right before or behind what
// another command says, and nothing parts them but that each is clearly what it is.

const (
	seamBytes = 256 << 10 // of a part in which a seam is looked for: each place takes a look at all of it
	cutsMost  = 16        // such cuts of a block, and those at lists
	seamsMost = 8         // places that are tried in one part
	rowLines  = 90        // percent of a table's lines that are rows
	toolLines = 2         // percent of a file's lines that look like what a tool says of it
)

// seam returns where the units from first to end are best cut in two: one of them is a
// document, and the other clearly something else. It is first if there is no such place.
func (c *cutter) seam(first, end int) int {
	if end-first < 2*fewest || len(c.b.Range(first, end)) > seamBytes || c.cuts == cutsMost {
		return first
	}
	for _, at := range c.seams(first, end) {
		if at-first < fewest || end-at < fewest || c.again(at-1, end) {
			continue
		}
		if l, r := c.side(first, at), c.side(at, end); l.clear && r.clear && l.shape != r.shape && (l.printed && (r.printed || said(r.shape)) || r.printed && said(l.shape)) {
			c.cuts++
			return at
		}
	}
	return first
}

// again tells whether a line like unit i stands once more before end: then what stands
// on both sides is one output's.
func (c *cutter) again(i, end int) bool {
	if c.kinds[i] == line.Blank {
		return false
	}
	like := scan.Template(c.b.Text(i))
	for k := i + 1; k < end; k++ {
		if kin := int(c.kin[k]); kin == i || (kin < i || kin == k) && scan.Template(c.b.Text(k)) == like {
			return true // what varies in numbers alone is of one template
		}
	}
	return false
}

// side is what stands on one side of a seam.
type side struct {
	shape   shape.Shape
	clear   bool
	printed bool // a file, a list or a change that a command prints as it is
}

// side tells what the units are.
func (c *cutter) side(first, end int) side {
	for first < end && c.kinds[first] == line.Blank {
		first++
	}
	if first == end {
		return side{}
	}
	t := count(c.kinds[first:end])
	t.tail(func(i int) []byte { return c.b.Text(first + i) }, end-first)
	sh, whole := c.uniform(first, end)
	clear := whole
	if !whole {
		sh, clear = t.vote()
	}
	head := c.b.Text(first)
	inside := len(head) == 0 || scan.IsBlank(head[0]) // the rest of what stands above
	if inside || t.percent(line.Finding, line.Result, line.MaybeResult, line.Message, line.Quoted, line.Step, line.Frame, line.Record) > toolLines {
		return side{sh, clear, false}
	}
	switch sh {
	case shape.SourceBrace, shape.SourceIndent, shape.Prose, shape.JSONObject, shape.JSONArray, shape.Grep:
		return side{sh, clear, whole}
	case shape.Table:
		return side{sh, clear, whole || t.percent(line.Columns) >= rowLines && (tableHead(head) || first+1 < end && c.boxed(first+1))}
	case shape.Diff, shape.Listing:
		return side{sh, clear, true}
	}
	return side{sh, clear, false}
}

// boxed tells whether the unit belongs to a drawn table.
func (c *cutter) boxed(i int) bool {
	t := c.b.Text(i)
	return len(t) > 0 && line.Boxed(t)
}

// tableHead tells whether the line names columns: all of its words do, in capitals.
func tableHead(head []byte) bool {
	return scan.IsUpper(head[0]) && bytes.Equal(head, bytes.ToUpper(head)) && !bytes.ContainsAny(head, "0123456789")
}

// said tells whether a section of the shape is what a tool says of what it did.
func said(sh shape.Shape) bool {
	switch sh {
	case shape.TestLog, shape.BuildLog, shape.Stack, shape.Log:
		return true
	}
	return false
}

// seams returns where something else may begin: behind and before answers, at the head
// of a history, of a diff, of a file's settings, of a trace, at how a file of source
// opens, and where a tool begins to speak.
func (c *cutter) seams(first, end int) (at []int) {
	for _, run := range c.b.Answers {
		if run.First > first && run.End < end {
			at = append(at, run.End)
		}
	}
	var had [line.Kinds]bool
	for i := first + 1; i < end && len(at) < seamsMost; i++ {
		k, t := c.kinds[i], c.b.Text(i)
		if len(t) == 0 || t[0] == ' ' || t[0] == '\t' || !c.b.StartsLine(i) {
			continue
		}
		starts := false
		switch k {
		case line.Commit, line.DiffHead, line.TraceHead, line.Result, line.Step, line.Record, line.Shebang, line.Heading, line.Match, line.Columns:
			starts = !had[k]
		case line.Setting:
			starts = !had[k] && t[0] == '['
		case line.Brace, line.Indented, line.Definition, line.Comment:
			starts = !had[line.Brace] && (opener(t) || scan.HasPrefix(t, "# "))
			k = line.Brace
		default:
			continue
		}
		if starts {
			had[k] = true
			at = append(at, i)
		}
	}
	return at
}
