package classify

import (
	"bytes"
	"math"
	"slices"

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
	// turnTold is how much of the side of a seam that a line stands on its kind tells. Of 1,007 outputs
	// joined by two and three 847, 843, 840 and 835 lost nothing with 0.4, 0.5, 0.6 and 0.7 (796 without a
	// turn), and of 1,241 single ones 32, 22, 21 and 14 changed, when steps of CI servers were still cut.
	turnTold = 0.6
	// sourceLong is how many lines source has at least above a build, if nothing says how it opens: a
	// build has settings of fewer. With half of it a sample of the tests is cut, with twice, as many
	// outputs are whole.
	sourceLong = 128
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

// turn returns where one output ends and another begins, of whatever shapes, if the kinds of their
// lines tell them apart and each side is clearly what it is; first if there is no such place. In a
// step of a CI server's one command speaks.
func (c *cutter) turn(first, end int) int {
	if end-first < 2*fewest || len(c.b.Range(first, end)) > seamBytes || c.cuts == cutsMost || c.steps() || scan.HasPrefix(c.b.Text(first), "<?xml ") {
		return first
	}
	at, told := c.shift(first, end)
	if told < turnTold || c.again(at-1, end) || c.leadsOn(at) {
		return first
	}
	above, below := c.side(first, at), c.side(at, end)
	if c.kinds[first] == line.Result && above.shape != shape.TestLog && below.shape == shape.TestLog {
		return first // what tests print, between the runner's first lines and its last
	}
	if !above.clear || !below.clear || !apart(above, below) || c.changePlan(first, end) || c.playbook(first, end) {
		return first
	}
	c.cuts++
	return at
}

// leadsOn tells whether unit at goes on with what stands before it: a heading is that of what follows, a title
// between rules is of a report, and a search numbers the lines of one file.
func (c *cutter) leadsOn(at int) bool {
	above := at - 1
	for above > 0 && c.kinds[above] == line.Blank {
		above--
	}
	fileAbove, _, n := foundIn(c.b.Text(above), nil)
	file, _, m := foundIn(c.b.Text(at), nil)
	_, rule := scan.TitledRule(c.b.Text(at))
	return c.kinds[above] == line.Heading || rule != 0 || n > 0 && m > 0 && fileAbove == nil && file == nil
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
	lines   int // not blank
	clear   bool
	whole   bool // it says how it opens, or all of it is of one form
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
	c.tailed(&t, first, end)
	sh, whole := c.uniform(first, end)
	clear := whole
	if !whole {
		sh, clear = t.vote()
	}
	head := c.b.Text(first)
	inside := len(head) == 0 || scan.IsBlank(head[0]) // the rest of what stands above
	if inside || t.percent(line.Finding, line.Result, line.MaybeResult, line.Message, line.Quoted, line.Step, line.Frame, line.Record) > toolLines {
		return side{sh, t.lines, clear, whole, false}
	}
	switch sh {
	case shape.SourceBrace, shape.SourceIndent, shape.Prose, shape.JSONObject, shape.JSONArray, shape.Grep:
		return side{sh, t.lines, clear, whole, whole}
	case shape.Table:
		return side{sh, t.lines, clear, whole, whole || t.percent(line.Columns) >= rowLines && (tableHead(head) || first+1 < end && c.boxed(first+1))}
	case shape.Diff, shape.Listing:
		return side{sh, t.lines, clear, whole, true}
	}
	return side{sh, t.lines, clear, whole, false}
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

// apart tells whether two sides, one below the other, are of two outputs: what a run goes on with may be a
// trace, names and values, the source that it is about, or what reads as prose or columns; tests follow a
// build, and files have sentences.
func apart(above, below side) bool {
	a, b := above.shape, below.shape
	run, other := above, below
	if !said(a) {
		run, other = below, above
	}
	switch {
	case a == b || a == shape.Plain || b == shape.Plain || a == shape.BuildLog && b == shape.TestLog:
		return false
	case !said(run.shape):
		return a != shape.Prose && b != shape.Prose && (a != shape.Listing || b != shape.Table) && (a != shape.Table || b != shape.Listing)
	case said(other.shape), run.shape == shape.Stack && ofJSON(other.shape):
		return a != shape.Stack && b != shape.Stack // what died printed it
	}
	switch other.shape {
	case shape.Prose:
		return other.whole && (run.shape == shape.BuildLog || run.shape == shape.Log)
	case shape.Table:
		return run.shape == shape.BuildLog || run.shape == shape.Log
	case shape.SourceBrace, shape.SourceIndent:
		return other.whole || run == below && other.lines >= sourceLong
	}
	return other.shape != shape.Listing
}

// ofJSON tells whether a section of the shape is JSON.
func ofJSON(sh shape.Shape) bool {
	return sh == shape.JSONObject || sh == shape.JSONArray || sh == shape.JSONLines
}

// shift returns where the kinds of lines change the most from the units before to those
// behind, at a line at the left edge, and how much of the side that a line is on its kind
// tells, from 0 to 1: the mutual information of both, over the entropy of the side.
func (c *cutter) shift(first, end int) (at int, told float64) {
	var left, right [groups]int
	lines := 0
	for _, k := range c.kinds[first:end] {
		if g := groupOf[k]; g != noGroup {
			right[g]++
			lines++
		}
	}
	if slices.Max(right[:]) > lines-fewest {
		return first, 0
	}
	bits := make([]float64, lines+1) // n log n of each n
	for n := 2; n <= lines; n++ {
		bits[n] = float64(n) * math.Log2(float64(n))
	}
	before, behind, seen := 0.0, 0.0, 0 // the sums of those of the groups
	for _, n := range right {
		behind += bits[n]
	}
	all, best := bits[lines]-behind, 0.0
	for i := first; i < end; i++ {
		g := groupOf[c.kinds[i]]
		if g == noGroup {
			continue
		}
		side := bits[lines] - bits[seen] - bits[lines-seen]
		if gain := all + before + behind - bits[seen] - bits[lines-seen]; gain > best && seen >= fewest && lines-seen >= fewest && c.flush(i) {
			best, at, told = gain, i, gain/side
		}
		before -= bits[left[g]]
		behind -= bits[right[g]]
		left[g], right[g], seen = left[g]+1, right[g]-1, seen+1
		before += bits[left[g]]
		behind += bits[right[g]]
	}
	return at, told
}

// flush tells whether a line begins with unit i, at the left edge.
func (c *cutter) flush(i int) bool {
	t := c.b.Text(i)
	return c.b.StartsLine(i) && len(t) > 0 && !scan.IsBlank(t[0])
}

// groups is how many there are of kinds that stand among one another in one output.
const groups, noGroup = 12, 255

// groupOf is the group of each kind; blank lines have none.
var groupOf = [line.Kinds]uint8{
	line.Blank:  noGroup,
	line.Result: 1, line.MaybeResult: 1,
	line.Finding: 2, line.Message: 2, line.Step: 2, line.Quoted: 2,
	line.Record: 3,
	line.Frame:  4, line.TraceHead: 4,
	line.Perms: 5, line.Path: 5, line.Setting: 5, line.Stat: 5,
	line.JSONField: 6, line.JSONRecord: 6,
	line.DiffHead: 7, line.DiffHunk: 7, line.DiffBody: 7,
	line.Sentence: 8, line.Heading: 8, line.Fence: 8,
	line.Match: 9, line.Around: 9, line.Commit: 9,
	line.Brace: 10, line.Indented: 10, line.Definition: 10, line.Comment: 10, line.Shebang: 10, line.Tag: 10,
	line.Columns: 11,
}
