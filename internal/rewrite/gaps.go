package rewrite

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
)

const (
	// leastHolding is the length of an output from which it is looked for what
	// stands above: a gap and a marker take some 100 bytes. With the 2048 bytes
	// from which outputs are reduced, the bill of the recorded conversations is
	// 90.9 % instead of 89.8 %: what edits answer with is short.
	leastHolding = 256

	// pays is how many times the tokens of a gap have to fit into those of the
	// lines that it stands for.
	pays = 2

	// leastElsewhere is how many lines of a file are a gap if they stand above in
	// another file, or in another place of the same one. Shorter runs are what
	// files have in common, imports and the frames of functions: they save little,
	// and riddle what is to be edited. With 4 the bill is the same, and 4 more old
	// texts of edits are not shown where they are read.
	leastElsewhere = 16

	// mostOff is how many lines a run may be off from where the one beside it
	// would have it, to be of the same place.
	mostOff = 16
)

// above returns what is sent for result n if something of it stands above. The
// zero value leaves its outcome as it is.
func (c *conversation) above(s *shown, n int) outcome {
	r := c.results[n]
	if !r.may() || r.again {
		return outcome{}
	}
	blocks := make([][]byte, len(r.decoded()))
	needs := slices.Clone(r.out.needs)
	held, chained := false, false
	var named []ref
	for i, data := range r.decoded() {
		blocks[i] = r.out.block(i)
		if r.lost[i] || len(data) < leastHolding || bytes.Contains(data, []byte(marker.Open)) {
			continue
		}
		base := blocks[i]
		if base != nil && r.exact && r.out.reference && c.refersUp(r.earlier[i]) {
			base, chained = nil, true
		}
		text, results := c.gaps(s, r, c.text(spot{int32(n), int32(i)}), base)
		if text == nil {
			continue
		}
		named = append(named, results...)
		own := r.facts.blocks[i].digest
		blocks[i], held = finish(text, own, data), true
		if !slices.ContainsFunc(needs, func(n need) bool { return n.digest == own }) {
			needs = append(needs, need{own, metaOf(shape.Plain, len(blocks[i]))})
		}
	}
	if !held {
		return outcome{}
	}
	out := r.replace(blocks, true, needs)
	out.above = named
	if was := r.out; was.text != nil && !chained && (len(out.text) >= len(was.text) || out.tokens >= was.tokens) {
		return outcome{}
	}
	return out
}

// may tells whether gaps may stand in a result. In an error they may, though it
// is not to be reduced: a test that fails again shows what is new.
func (r *result) may() bool {
	return !r.facts.broken && r.Call.Name != "" && !r.use.AsPrinted()
}

// refersUp tells whether an output is sent with gaps for what stands above it:
// then it is not there to be referred to.
func (c *conversation) refersUp(d digest) bool {
	at, ok := c.originals[d]
	return ok && at.result.above.text != nil
}

// finish gives a text its marker, if it has none, and counts in it the lines of
// the gaps.
func finish(text []byte, own digest, data []byte) []byte {
	hidden := 0
	for line := range bytes.Lines(text) {
		if h, ok := marker.ParseHeld(bytes.TrimSuffix(line, []byte{'\n'})); ok {
			hidden += h.Gap.Last - h.Gap.First + 1
		}
	}
	end := bytes.TrimRight(text, "\n")
	start := bytes.LastIndexByte(end, '\n') + 1
	if m, ok := marker.Parse(end[start:]); ok {
		text = marker.Append(text[:start:start], m.Hash, hiddenMore(m.Note, hidden))
	} else {
		if len(end) == len(text) && len(text) > 0 {
			text = append(text, '\n')
		}
		text = marker.Append(text, marker.Hash(own), strconv.Itoa(hidden)+" lines, elision-get")
	}
	if bytes.HasSuffix(data, []byte{'\n'}) {
		text = append(text, '\n')
	}
	return text
}

// hiddenMore is a marker's note when more lines are hidden.
func hiddenMore(note string, more int) string {
	head, rest, _ := strings.Cut(note, ",")
	count, _, _ := strings.Cut(head, " ")
	n, err := strconv.Atoi(count)
	if err != nil && head != "all shown" {
		return note
	}
	return strconv.Itoa(n+more) + " lines," + rest
}

// row is a line of what is sent for an output.
type row struct {
	text []byte // with its line end
	line int    // that it shows as it was, from 1; 0: none
}

// rows takes apart what is sent for an output; nil: the output itself.
func rows(t above.Text, sent []byte) []row {
	var out []row
	if sent == nil {
		for i, raw := range t.Raw {
			out = append(out, row{raw, i + 1})
		}
		return out
	}
	head := 0
	if _, _, rest, ok := delta.ParseHeader(sent); ok {
		head = len(sent) - len(rest)
	}
	for line := range bytes.Lines(sent[:head]) {
		out = append(out, row{text: line})
	}
	next := 1
	for line := range bytes.Lines(sent[head:]) {
		bare := bytes.TrimSuffix(line, []byte{'\n'})
		if gap, ok := gapOf(bare); ok {
			out, next = append(out, row{text: line}), gap.Last+1
			continue
		}
		shows := 0 // in a view, of a part of a line, in the marker
		if next <= len(t.Raw) && (bytes.Equal(bare, bytes.TrimSuffix(t.Raw[next-1], []byte{'\n'})) || bytes.Equal(bare, bytes.TrimSuffix(t.Bare[next-1], []byte{'\n'}))) {
			shows = next
		}
		out = append(out, row{line, shows})
		next++
	}
	return out
}

// gapOf returns the lines that a gap hides, if the line is one.
func gapOf(line []byte) (marker.Range, bool) {
	if !bytes.HasPrefix(line, []byte(marker.Open)) {
		return marker.Range{}, false
	}
	if r, ok := marker.ParseGap(line); ok {
		return r, !r.IsSpan()
	}
	h, ok := marker.ParseHeld(line)
	return h.Gap, ok
}

// linesOf returns the lines that rows show as they were, and of each its row.
func linesOf(t above.Text, rows []row) (lines []above.Line, at []int) {
	for i, row := range rows {
		if row.line > 0 {
			lines, at = append(lines, t.Lines[row.line-1]), append(at, i)
		}
	}
	return lines, at
}

// gaps returns what is sent for an output in place of base (nil: the output
// itself), with gaps for what stands above, nil if nothing does; and what they
// name.
func (c *conversation) gaps(s *shown, r *result, text above.Text, base []byte) (out []byte, named []ref) {
	all := rows(text, base)
	lines, at := linesOf(text, all)
	runs := s.index.Find(lines, !r.exact, func(text int) bool {
		at := s.spots[text]
		return at.block < 0 || !c.isGone(int(at.result))
	})
	if r.exact {
		runs = c.inPlace(s, r, lines, runs)
	}
	done := 0
	for _, run := range runs {
		first, end := at[run.First], at[run.End-1]+1
		if end-first != run.End-run.First || !c.stands(s, text, lines, run) {
			continue // something is between them, or two texts have one sum
		}
		gap := c.gap(s, lines, run)
		if pays*tokens.Estimate(gap) > tokens.Estimate(joined(all[first:end])) {
			continue
		}
		out = append(append(out, joined(all[done:first])...), gap...)
		if at := s.spots[run.Text]; at.block >= 0 {
			named = append(named, ref{int(at.result), tokens.Estimate(joined(all[first:end])) - tokens.Estimate(gap)})
		}
		done = end
	}
	if done == 0 {
		return nil, nil
	}
	return append(out, joined(all[done:])...), named
}

func joined(rows []row) []byte {
	var out []byte
	for _, r := range rows {
		out = append(out, r.text...)
	}
	return out
}

// stands tells whether the lines of a run stand where it says.
func (c *conversation) stands(s *shown, own above.Text, lines []above.Line, run above.Run) bool {
	text := c.text(s.spots[run.Text])
	there := s.index.Shown(run.Text)[run.At:]
	for i, l := range lines[run.First:run.End] {
		if !bytes.Equal(own.Bare[l.No-1], text.Bare[there[i].No-1]) {
			return false
		}
	}
	return true
}

// inPlace drops the short runs of a file that stand in another place: all but
// those whose numbers are the same in the same file, and those beside another run
// that stands in the same text about as far away.
func (c *conversation) inPlace(s *shown, r *result, lines []above.Line, runs []above.Run) []above.Run {
	keep := make([]bool, len(runs))
	for i, run := range runs {
		here, there := lines[run.First], s.index.Shown(run.Text)[run.At]
		same := here.Numbered && there.Numbered && here.Number == there.Number
		at := s.spots[run.Text]
		keep[i] = run.End-run.First >= leastElsewhere || same && at.block != asked && r.sharesFile(c.results[at.result])
	}
	beside := func(i, j int) bool {
		a, b := runs[i], runs[j]
		off := (a.At - b.At) - (a.First - b.First)
		return keep[i] || keep[j] && a.Text == b.Text && -mostOff <= off && off <= mostOff
	}
	for i := 1; i < len(runs); i++ {
		keep[i] = beside(i, i-1)
	}
	for i := len(runs) - 2; i >= 0; i-- {
		keep[i] = beside(i, i+1)
	}
	var out []above.Run
	for i, run := range runs {
		if keep[i] {
			out = append(out, run)
		}
	}
	return out
}

// sharesFile tells whether two calls read the same file, or one reads what the
// other writes.
func (r *result) sharesFile(other *result) bool {
	return slices.ContainsFunc(r.use.Reads, func(p string) bool {
		return slices.Contains(other.use.Reads, p) || slices.Contains(other.use.Writes, p)
	})
}

// gap says where the lines of a run stand above.
func (c *conversation) gap(s *shown, lines []above.Line, run above.Run) []byte {
	first, last := lines[run.First], lines[run.End-1]
	h := marker.Held{Gap: marker.Range{First: int(first.No), Last: int(last.No)}}
	told := first.Number == first.No
	if at := s.spots[run.Text]; at.block < 0 {
		h.Asked = at.block == asked
	} else {
		there := s.index.Shown(run.Text)[run.At : run.At+run.End-run.First]
		from, to := there[0], there[len(there)-1]
		h.Lines = marker.Range{First: int(from.No), Last: int(to.No)}
		if from.Numbered {
			h.Lines = marker.Range{First: int(from.Number), Last: int(to.Number)}
			told = told || first.Number == from.Number
		}
		h.Name = c.results[at.result].label()
	}
	if first.Numbered && !told {
		h.Numbered = marker.Range{First: int(first.Number), Last: int(last.Number)}
	}
	return append(marker.AppendHeld(nil, h), '\n')
}

// label names a result as the model knows it: by the command, by the file, or by
// the tool.
func (r *result) label() string {
	if line := r.use.Command; line != "" {
		for strings.HasPrefix(line, "cd ") {
			_, rest, ok := strings.Cut(line, "&&")
			if !ok {
				break
			}
			line = strings.TrimLeft(rest, " ")
		}
		line, _, _ = strings.Cut(line, "\n")
		return line
	}
	if len(r.use.Reads) == 1 {
		return path.Base(r.use.Reads[0])
	}
	if len(r.use.Writes) == 1 {
		return r.Call.Name + " " + path.Base(r.use.Writes[0])
	}
	return r.Call.Name
}
