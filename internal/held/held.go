// Package held writes gaps that say where the lines stand which they stand for:
// further up in the same conversation.
//
// Rows takes apart what is sent for an output into what it shows of it and the
// rest, Lines gives what internal/above looks for, Gaps makes of the runs that were
// found those gaps that pay, and Put puts them in their places. Who calls knows
// what the reader has before him: the proxy by the request, a hook by what it
// remembers of the session.
package held

import (
	"bytes"
	"strconv"
	"strings"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/tokens"
)

const (
	// LeastHolding is the length of an output from which it is looked for what
	// stands above: a gap and a marker take some 100 bytes. With the 2048 bytes
	// from which outputs are reduced, the bill of the recorded conversations is
	// 90.9 % instead of 89.8 %: what edits answer with is short.
	LeastHolding = 256

	// pays is how many times the tokens of a gap have to fit into those of the
	// lines that it stands for.
	pays = 2
)

// Row is a line of what is sent for an output.
type Row struct {
	Text []byte // with its line end
	Line int    // that it shows as it was, from 1; 0: none
}

// Rows takes apart what is sent for an output; nil: the output itself.
func Rows(t above.Text, sent []byte) []Row {
	var out []Row
	if sent == nil {
		for i, raw := range t.Raw {
			out = append(out, Row{raw, i + 1})
		}
		return out
	}
	head := 0
	if _, _, rest, ok := delta.ParseHeader(sent); ok {
		head = len(sent) - len(rest)
	}
	for line := range bytes.Lines(sent[:head]) {
		out = append(out, Row{Text: line})
	}
	next := 1
	for line := range bytes.Lines(sent[head:]) {
		bare := bytes.TrimSuffix(line, []byte{'\n'})
		if gap, ok := gapOf(bare); ok {
			out, next = append(out, Row{Text: line}), gap.Last+1
			continue
		}
		shows := 0 // in a view, of a part of a line, in the marker
		if next <= len(t.Raw) && (bytes.Equal(bare, bytes.TrimSuffix(t.Raw[next-1], []byte{'\n'})) || bytes.Equal(bare, bytes.TrimSuffix(t.Bare[next-1], []byte{'\n'}))) {
			shows = next
		}
		out = append(out, Row{line, shows})
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

// Lines returns the lines that rows show as they were, and of each its row.
func Lines(t above.Text, rows []Row) (lines []above.Line, at []int) {
	for i, row := range rows {
		if row.Line > 0 {
			lines, at = append(lines, t.Lines[row.Line-1]), append(at, i)
		}
	}
	return lines, at
}

// Gap is one in the place of the rows from First on, of which End is not one.
type Gap struct {
	First, End int
	Text       []byte
	Run        above.Run
	Saved      int // tokens
}

// Gaps returns those that pay, of the runs that were found in the lines of rows.
// text writes the gap of a run, nil if there is to be none.
func Gaps(rows []Row, at []int, runs []above.Run, text func(above.Run) []byte) []Gap {
	var out []Gap
	for _, run := range runs {
		first, end := at[run.First], at[run.End-1]+1
		if end-first != run.End-run.First {
			continue // something is between them
		}
		gap := text(run)
		if gap == nil {
			continue
		}
		cost, was := tokens.Estimate(gap), tokens.Estimate(join(rows[first:end]))
		if pays*cost <= was {
			out = append(out, Gap{first, end, gap, run, was - cost})
		}
	}
	return out
}

// Put returns the rows with gaps in their places.
func Put(rows []Row, gaps []Gap) []byte {
	var out []byte
	done := 0
	for _, g := range gaps {
		out = append(append(out, join(rows[done:g.First])...), g.Text...)
		done = g.End
	}
	return append(out, join(rows[done:])...)
}

func join(rows []Row) []byte {
	var out []byte
	for _, r := range rows {
		out = append(out, r.Text...)
	}
	return out
}

// Where says where the lines of a run stand: in the output of that name, which
// shows them so, or in what was written.
type Where struct {
	Lines   []above.Line
	Name    string
	Written bool // by the reader, or by the user, if Asked
	Asked   bool
}

// Text is the gap for lines that stand there.
func Text(lines []above.Line, w Where) []byte {
	first, last := lines[0], lines[len(lines)-1]
	h := marker.Held{Gap: marker.Range{First: int(first.No), Last: int(last.No)}}
	told := first.Number == first.No
	if w.Written || w.Asked {
		h.Asked = w.Asked
	} else {
		from, to := w.Lines[0], w.Lines[len(lines)-1]
		h.Lines = marker.Range{First: int(from.No), Last: int(to.No)}
		if from.Numbered {
			h.Lines = marker.Range{First: int(from.Number), Last: int(to.Number)}
			told = told || first.Number == from.Number
		}
		h.Name = w.Name
	}
	if first.Numbered && !told {
		h.Numbered = marker.Range{First: int(first.Number), Last: int(last.Number)}
	}
	return append(marker.AppendHeld(nil, h), '\n')
}

// Finish gives a text its marker, if it has none, and counts in it the lines of
// the gaps. data is the output that it is sent for, with the digest own.
func Finish(text []byte, own [32]byte, data []byte) []byte {
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
