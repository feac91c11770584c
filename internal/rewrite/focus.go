package rewrite

import (
	"bytes"
	"slices"
	"strconv"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
)

// leastSaved is how much of an output's tokens must be saved, in percent, for a text
// that says in a marker what it leaves out.
const leastSaved = 5

// leastNumbered is the length from which the numbers of lines go.
const leastNumbered = 256

// mostFile bounds the outputs that are looked at: hosts cut files far below.
const mostFile = 4 << 20

// aim finds the results that may be shown in part: whole reads of a file, or of a text,
// that was not read whole before. What is read again is asked for, and shown as it is. It
// looks at nothing that stands behind.
func (c *conversation) aim() {
	least := c.w.cfg.Reads.MinBytes()
	aimed := map[string]bool{} // by path and by digest; false: was asked for again
	for i, r := range c.results {
		if r.stays || !r.exact || len(r.facts.blocks) != 1 || !toolcall.Whole(r.Call.Name, r.input()) {
			continue
		}
		path, b := r.use.Reads[0], r.facts.blocks[0]
		if b.reduced { // by who reduced the request before
			aimed[path] = true
			continue
		}
		first, known := aimed[path]
		same, again := aimed[string(b.digest[:])]
		switch {
		case !known && !again && b.size >= least && r.alone(c.results, i):
			r.aimed = true
		case first || same:
			r.again = true
		default:
			continue
		}
		aimed[path], aimed[string(b.digest[:])] = r.aimed, r.aimed
	}
	c.listen()
}

// alone tells whether the result is the only text that answers its call.
func (r *result) alone(all []*result, i int) bool {
	same := func(k int) bool { return 0 <= k && k < len(all) && all[k].Call.ID == r.Call.ID }
	return r.Call.ID == "" || !same(i-1) && !same(i+1)
}

// input returns the input of the call as toolcall takes it.
func (r *result) input() []byte {
	if r.Call.Input.Kind() != jsonspan.String {
		return r.Call.Input.Raw()
	}
	text, _ := r.Call.Input.AppendText(nil)
	return text
}

// focused is what is sent for an output that shows a file whole the first time, or again
// because of what was hidden of it; or a range, of which nothing goes but numbers: who
// reads one is about to work on it. To show parts of ranges saved 0.4 points of the bill of
// 119 conversations for 0.6 % of what is used, as much as a higher bar for whole files does;
// the numbers of those of less than 4 KB are 0.13 points, and the facts seen are the same.
func (c *conversation) focused(r *result, data []byte, own digest) sent {
	if c.w.cfg.Reads == focus.Exact || len(data) < leastNumbered || len(data) > mostFile || !r.shows() {
		return sent{}
	}
	lines := fileLines(data)
	shown := slices.Repeat([]bool{true}, len(lines))
	if r.aimed {
		if part := c.w.cfg.Reads.Shown(data, lines, r.use.Reads[0], r.hears.open()); part != nil {
			shown = part
		}
	}
	hidden := countHidden(shown)
	text := focus.Write(nil, lines, shown)
	s := sent{text: text}
	if hidden > 0 || !focus.ReadsBack(text, data) {
		note := "all shown, numbered by tens"
		if hidden > 0 {
			note = strconv.Itoa(hidden) + " lines"
		}
		s.text = append(marker.Append(text, marker.Hash(own), note+", elision-get"), '\n')
		s.needs = []need{{own, metaOf(shape.Plain, len(s.text))}}
	}
	if len(s.needs) > 0 && c.short(data) || 100*tokens.Estimate(s.text) > (100-leastSaved)*tokens.Estimate(data) {
		return sent{}
	}
	return s
}

// countHidden returns how many lines are not shown.
func countHidden(shown []bool) (n int) {
	for _, is := range shown {
		if !is {
			n++
		}
	}
	return n
}

// shows tells whether the result is of one file.
func (r *result) shows() bool {
	return len(r.use.Reads) == 1 || toolcall.Whole(r.Call.Name, r.input())
}

// fileLines returns the lines of an output that shows a file.
func fileLines(data []byte) []focus.Line {
	var out []focus.Line
	last := -1
	for raw := range bytes.Lines(data) {
		l := readLine(raw, last)
		if l.numbered {
			last = l.number
		}
		out = append(out, focus.Line{Raw: l.raw, Text: l.text, Number: l.number, Numbered: l.numbered})
	}
	return out
}
