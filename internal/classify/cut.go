package classify

import (
	"bytes"
	"sync"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// fewest is the fewest lines that are made a section of their own.
const fewest = 8

// part cuts the units from first to end: what one command printed.
func (c *cutter) part(first, end int) {
	text := first
	for text < end && c.kinds[text] == line.Blank {
		text++
	}
	if text == end {
		if n := len(c.out); n > 0 {
			c.out[n-1].End = end
		} else {
			c.add(first, end, shape.Plain)
		}
		return
	}
	from, to := c.edges(first, end)
	c.add(first, from, shape.Plain)
	c.between(from, to)
	c.add(to, end, shape.Plain)
}

// between cuts the units from first to end, which no answer of a few lines opens or
// ends.
func (c *cutter) between(first, end int) {
	if first >= end {
		return
	}
	text := first
	for text < end && c.kinds[text] == line.Blank {
		text++
	}
	if text == end {
		c.add(first, end, shape.Plain)
		return
	}
	if at := c.turn(text, end); at > text {
		c.between(first, at)
		c.between(at, end)
		return
	}
	if sh, ok := c.uniform(text, end); ok {
		if source := sh == shape.SourceBrace || sh == shape.SourceIndent; !source || !c.peel(first, end) {
			c.add(first, end, sh)
		}
		return
	}
	if c.peel(first, end) {
		return
	}
	if at := c.seam(first, end); at > first {
		c.between(first, at)
		c.between(at, end)
		return
	}
	for _, run := range c.documents(first, end) {
		if run.shape != shape.Plain {
			c.add(run.first, run.end, run.shape)
			continue
		}
		from, to := c.records(run.first, run.end)
		c.add(run.first, from, shape.JSONLines)
		if first, last := c.diff(from, to); last > first {
			c.text(from, first)
			c.add(first, last, shape.Diff)
			c.text(last, to)
		} else {
			c.text(from, to)
		}
		c.add(to, run.end, shape.JSONLines)
	}
}

// records returns the units between the JSON records that the part opens with
// and those that it ends with, where these and the rest are long enough to be
// sections.
func (c *cutter) records(first, end int) (from, to int) {
	from, to = first, end
	for from < end && c.kinds[from] == line.JSONRecord {
		from++
	}
	for to > from && c.kinds[to-1] == line.JSONRecord {
		to--
	}
	if from-first < fewest || end-from < fewest {
		from = first
	}
	if end-to < fewest || to-first < fewest {
		to = end
	}
	return from, to
}

// diff returns the units of the one diff that stands in the part, if other
// text of a section's length does too. Several, with text between them, are
// a history's, and so is one behind the head of a commit.
func (c *cutter) diff(first, end int) (from, to int) {
	from = first
	for from < end && !(c.kinds[from] == line.DiffHead && scan.HasPrefix(c.b.Text(from), "diff ")) {
		if c.kinds[from] == line.Commit || c.kinds[from] == line.DiffHunk {
			return first, first
		}
		from++
	}
	to = c.diffEnd(from, end)
	if to == from || !c.apart(first, from) && !c.apart(to, end) {
		return first, first
	}
	for i := to; i < end; i++ {
		if c.kinds[i] == line.DiffHunk {
			return first, first
		}
	}
	return from, to
}

// apart tells whether the units are long enough for a section, and clearly of a
// shape that stands beside others.
func (c *cutter) apart(first, end int) bool {
	if end-first < fewest {
		return false
	}
	t := count(c.kinds[first:end])
	sh, clear := t.vote()
	return clear && (precedes(sh) || sh == shape.TestLog)
}

// diffEnd returns the unit behind the diff that begins with unit i: behind the
// last line that its heads or the counts of its hunks account for.
func (c *cutter) diffEnd(i, end int) int {
	var h hunk
	for ; i < end; i++ {
		text := c.b.Text(i)
		switch {
		case h.open() && h.takes(text):
		case c.kinds[i] == line.DiffHunk:
			h = readHunk(text)
		case c.kinds[i] != line.DiffHead:
			return i
		}
	}
	return i
}

// uniform tells whether the units, of which the first isn't blank, are one
// thing that is known as a whole, and its shape.
func (c *cutter) uniform(first, end int) (shape.Shape, bool) {
	if sh, ok := wholeText(bytes.TrimSpace(c.b.Range(first, end))); ok {
		return sh, true
	}
	if c.named(first, end) {
		return shape.Grep, true
	}
	switch {
	case scan.HasPrefix(c.b.Text(first), "<?xml "):
		return shape.SourceIndent, true
	case proposed(c.b.Text(first)):
		return shape.BuildLog, true
	case c.changePlan(first, end):
		return shape.Plain, true // a plan of terraform's, which no other shape is like
	case c.playbook(first, end):
		return shape.BuildLog, true // with pieces of diffs in it, or of test runs
	}
	if c.markdown(first, end) || c.restructured(first, end) {
		return shape.Prose, true
	}
	if sh, ok := c.source(first, end); ok {
		return sh, true
	}
	t := c.tally(first, end)
	switch {
	case t.document():
		return shape.Prose, true
	case c.queryPlan(first, end):
		return shape.Plain, true
	case c.grid(first, end):
		return shape.Table, true
	}
	return shape.Plain, false
}

// proposed knows "Diff in src/a.rs:12:", the head of a change that a formatter
// proposes.
func proposed(t []byte) bool { return scan.HasPrefix(t, "Diff in ") && scan.HasSuffix(t, ":") }

// changePlan tells whether a tool says above the units that it will change things.
func (c *cutter) changePlan(first, end int) bool {
	for i := first; i < end; i++ {
		if c.seen[i].Colon() && scan.HasSuffix(c.b.Raw(i), " will perform the following actions:\n") {
			return true
		}
	}
	return false
}

// playbook tells whether the units are a run of Ansible's: a play, and what
// became of its hosts.
func (c *cutter) playbook(first, end int) bool {
	play := false
	for i := first; i < end; i++ {
		if f := c.seen[i].First; f != 'P' && f != 'T' {
			continue
		}
		switch t := c.b.Text(i); {
		case len(t) < 8 || !scan.HasSuffix(bytes.TrimRight(t, " "), "***"):
		case scan.HasPrefix(t, "PLAY ["):
			play = true
		case scan.HasPrefix(t, "TASK ["), scan.HasPrefix(t, "PLAY RECAP"):
			return play
		}
	}
	return false
}

// QueryPlan tells whether the units are a database's plan of a query: a tree of
// steps, each with its cost.
func (c *cutter) queryPlan(first, end int) bool {
	steps := 0
	for i := first; i < min(end, first+2*fewest); i++ {
		if bytes.Contains(c.b.Text(i), []byte("(cost=")) {
			steps++
		}
	}
	return steps >= 3
}

// tally counts what the units are.
func (c *cutter) tally(first, end int) tally {
	t := count(c.kinds[first:end])
	c.tailed(&t, first, end)
	t.begins = sync.OnceValue(func() bool { return c.beginsAgain(first, end) }) // several verdicts ask
	return t
}

// text gives a shape to units that hold no whole document.
func (c *cutter) text(first, end int) {
	if first >= end {
		return
	}
	t := c.tally(first, end)
	sh, _ := t.vote()
	if sh == shape.TestLog {
		start := c.testStart(first, end)
		c.leading(first, start)
		c.add(start, end, shape.TestLog)
		return
	}
	if tree := c.tree(first, end); sh == shape.BuildLog && tree > first {
		c.add(first, tree, sh)
		c.add(tree, end, shape.Listing)
		return
	}
	if known, ok := byCommand(c.command); ok && sh == shape.Plain {
		sh = known
	}
	c.add(first, end, sh)
}

// tree returns where the drawn trees begin that the units end with, at their
// first root, if what was fetched or built before that is long enough to be a
// section; first if there are none.
func (c *cutter) tree(first, end int) int {
	start := first
	for start < end && !line.Branch(c.b.Text(start)) {
		start++
	}
	branches := 0
	for i := start; i < end; i++ {
		if line.Branch(c.b.Text(i)) {
			branches++
		}
	}
	if start--; start-first < fewest || branches < fewest || branches*2 < end-start {
		return first
	}
	return start
}

// testStart returns where a test run begins that other output precedes: at
// its first sure line, if enough stands before that to be a section.
func (c *cutter) testStart(first, end int) int {
	start := first
	for start < end && c.kinds[start] != line.Result && c.kinds[start] != line.MaybeResult {
		start++
	}
	for i := first + 1; i < start; i++ {
		if c.kinds[i-1] == line.Blank && scan.HasPrefix(scan.Trim(c.b.Text(i)), "1) ") {
			start = i // the first of its failures, told before any result
		}
	}
	if start-first < 2*fewest || start == end {
		return first // or a runner of which no line is known but its totals
	}
	if (start-first)*2 > end-first {
		// So long a beginning is the run's own if nothing else is clear: a
		// runner whose lines aren't known, but for its totals.
		t := count(c.kinds[first:start])
		if sh, clear := t.vote(); !clear || !precedes(sh) {
			return first
		}
	}
	return start
}

// leading gives shapes to what stands before a test run: to each paragraph
// its own, where that is clear.
func (c *cutter) leading(first, end int) {
	for first < end {
		stop := c.paragraphs(first, end)
		t := count(c.kinds[first:stop])
		sh, clear := t.vote()
		switch {
		case clear && t.lines >= fewest && precedes(sh):
		case len(c.out) > 0 && c.out[len(c.out)-1].End == first && c.out[len(c.out)-1].Shape != shape.TestLog:
			sh = c.out[len(c.out)-1].Shape
		case t.percent(line.Finding, line.Message, line.Step) >= 10:
			sh = shape.BuildLog
		default:
			sh = shape.TestLog
		}
		c.add(first, stop, sh)
		first = stop
	}
}

// precedes tells whether a section of that shape may stand before a test run.
// What else does (names of passing tests that read as prose, values they
// print) is the run's own.
func precedes(sh shape.Shape) bool {
	switch sh {
	case shape.BuildLog, shape.Listing, shape.Log, shape.Diff, shape.Grep, shape.JSONLines:
		return true
	}
	return false
}

// paragraphs returns the end of the paragraphs from first on that look alike.
func (c *cutter) paragraphs(first, end int) int {
	stop := c.paragraph(first, end)
	t := count(c.kinds[first:stop])
	sh, _ := t.vote()
	for stop < end {
		next := c.paragraph(stop, end)
		t := count(c.kinds[stop:next])
		if other, clear := t.vote(); clear && other != sh {
			break
		}
		stop = next
	}
	return stop
}

func (c *cutter) paragraph(first, end int) int {
	i := first
	for i < end && c.kinds[i] != line.Blank {
		i++
	}
	for i < end && c.kinds[i] == line.Blank {
		i++
	}
	return i
}

// run is a run of units with the shape of a document in them, Plain for text.
type run struct {
	first, end int
	shape      shape.Shape
}

// documents finds the pretty JSON documents that stand in the text, from a
// line that is a bracket to the line that closes it.
func (c *cutter) documents(first, end int) []run {
	var runs []run
	text := first
	for i := first; i < end; i++ {
		close := c.closing(i, end)
		if close < 0 {
			continue
		}
		if text < i {
			runs = append(runs, run{text, i, shape.Plain})
		}
		sh := shape.JSONObject
		if c.b.Raw(i)[0] == '[' {
			sh = shape.JSONArray
		}
		runs = append(runs, run{i, close, sh})
		i, text = close-1, close
	}
	if text < end {
		runs = append(runs, run{text, end, shape.Plain})
	}
	return runs
}

// vainMost is how many lines of a block are taken for the start of a document that it isn't:
// for each all that follows may be looked through.
const vainMost = 50

// closing returns the end of the JSON document that begins with unit i, -1 if
// none of a section's length does. What asked for the first lines may have cut it.
func (c *cutter) closing(i, end int) int {
	if f := c.seen[i].First; f != '{' && f != '[' {
		return -1
	}
	raw := bytes.TrimRight(c.b.Raw(i), "\r\n")
	if len(raw) != 1 || raw[0] != '{' && raw[0] != '[' || i+1 >= end || !opensJSON(c.b.Text(i+1)) {
		return -1
	}
	if c.vain == vainMost {
		return -1
	}
	want := byte('}')
	if raw[0] == '[' {
		want = ']'
	}
	last := i + 1
	for ; last < end; last++ {
		if text := bytes.TrimRight(c.b.Raw(last), "\r\n"); len(text) > 0 && text[0] == want && len(text) <= 2 {
			break
		}
	}
	switch cut := last == end; {
	case last-i < 2*fewest-1:
		return -1
	case !cut && isDocument(bytes.TrimSpace(bytes.TrimRight(c.b.Range(i, last+1), ",\r\n"))):
		return last + 1
	case cut && end == c.b.Len() && isHead(c.b.Range(i, end)):
		return end
	}
	c.vain++
	return -1
}

func opensJSON(text []byte) bool {
	t := bytes.TrimLeft(text, " \t")
	return len(t) > 0 && len(t) < len(text) && (t[0] == '"' || t[0] == '{')
}
