package classify

import (
	"bytes"

	"elide/internal/shape"
)

// fewest is the fewest lines that are made a section of their own.
const fewest = 8

// part cuts the units from first to end: what one command printed.
func (c *cutter) part(first, end int) {
	for _, run := range c.documents(first, end) {
		if run.shape != shape.Plain {
			c.add(run.first, run.end, run.shape)
			continue
		}
		c.text(run.first, run.end)
	}
}

// text gives a shape to units that hold no whole document.
func (c *cutter) text(first, end int) {
	t := count(c.kinds[first:end])
	t.tail(func(i int) []byte { return c.b.Text(first + i) }, end-first)
	sh, clear := t.vote()
	if sh == shape.TestLog {
		start := c.testStart(first, end)
		c.leading(first, start)
		c.add(start, end, shape.TestLog)
		return
	}
	if clear {
		c.add(first, end, sh)
		return
	}
	if known, ok := byCommand(c.command); ok && sh == shape.Plain {
		sh = known
	}
	c.add(first, end, sh)
}

// testStart returns where a test run begins that other output precedes: at
// its first sure line, if enough stands before that to be a section.
func (c *cutter) testStart(first, end int) int {
	start := first
	for start < end && c.kinds[start] != testStrong && c.kinds[start] != testWeak {
		start++
	}
	if start-first < 2*fewest {
		return first
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
		case t.percent(located, diag, buildStep) >= 10:
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
	for i < end && c.kinds[i] != blank {
		i++
	}
	for i < end && c.kinds[i] == blank {
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

// closing returns the end of the JSON document that begins with unit i, -1 if
// none of a section's length does.
func (c *cutter) closing(i, end int) int {
	raw := bytes.TrimRight(c.b.Raw(i), "\r\n")
	if len(raw) != 1 || raw[0] != '{' && raw[0] != '[' || i+1 >= end || !opensJSON(c.b.Text(i+1)) {
		return -1
	}
	want := byte('}')
	if raw[0] == '[' {
		want = ']'
	}
	for j := i + 1; j < end; j++ {
		line := bytes.TrimRight(c.b.Raw(j), "\r\n")
		if len(line) > 0 && line[0] == want && len(line) <= 2 {
			if j+1-i >= 2*fewest && isDocument(bytes.TrimSpace(bytes.TrimRight(c.b.Range(i, j+1), ",\r\n"))) {
				return j + 1
			}
			return -1
		}
	}
	return -1
}

func opensJSON(text []byte) bool {
	t := bytes.TrimLeft(text, " \t")
	return len(t) > 0 && len(t) < len(text) && (t[0] == '"' || t[0] == '{' || t[0] == '[')
}
