package trace

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// WithoutHeads returns s without what head finds at the start of its lines, which
// says how many bytes that is; s itself if that would cut it into other units.
func WithoutHeads(s block.Section, head func(line []byte) int) block.Section {
	data := make([]byte, 0, len(s.Bytes()))
	for i := range s.Len() {
		raw := s.Raw(i)
		if !s.Segment(i) {
			raw = raw[head(raw):]
		}
		data = append(data, raw...)
	}
	b := block.New(data)
	if b.Len() != s.Len() {
		return s
	}
	b.Rules = s.Rules
	return block.Section{Block: b, End: b.Len(), Shape: s.Shape}
}

// WithoutMargins returns s as it would be if Python didn't draw a margin before
// the traces of an exception group and of the exceptions in it.
func WithoutMargins(s block.Section) block.Section {
	if !bytes.Contains(s.Bytes(), groupHead) {
		return s
	}
	in := false
	return WithoutHeads(s, func(line []byte) int {
		n := groupMargin(line)
		in = n > 0 && (in || bytes.HasPrefix(line[n:], groupHead[2:]))
		if !in {
			return 0
		}
		return n
	})
}

var groupHead = []byte("+ Exception Group Traceback (most recent call last)")

// groupMargin returns the length of the blanks and the bar, or the plus of a
// group's head, that line starts with; of the rule between two exceptions, which
// is no part of a margin, the length of its blanks.
func groupMargin(line []byte) int {
	_, n := scan.Indent(line)
	switch rest := line[n:]; {
	case n < 2:
		return 0
	case scan.HasPrefix(rest, "| "), bytes.HasPrefix(rest, groupHead):
		return n + 2
	case scan.HasPrefix(rest, "|"):
		return n + 1
	case scan.HasPrefix(rest, "+-"):
		return n
	}
	return 0
}
