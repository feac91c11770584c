package jsonspan

import (
	"cmp"
	"slices"
)

// Edit puts New in the place of the bytes from Start to End of a text.
type Edit struct {
	Start, End int
	New        []byte
}

// Replace is the edit that puts new bytes in the place of a value.
func (v Value) Replace(with []byte) Edit {
	start, end := v.Span()
	return Edit{start, end, with}
}

// Splice returns the text with the edits made, in a slice of its own, and
// false if two of them meet in the same bytes, or one is outside of the text:
// then none is made. Edits that insert at the same place stand in the order in
// which they are given. It sorts the edits by place.
func Splice(text []byte, edits []Edit) ([]byte, bool) {
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	size, last := len(text), 0
	for _, e := range edits {
		if e.Start < last || e.End < e.Start || e.End > len(text) {
			return nil, false
		}
		size += len(e.New) - (e.End - e.Start)
		last = e.End
	}
	out := make([]byte, 0, size)
	last = 0
	for _, e := range edits {
		out = append(out, text[last:e.Start]...)
		out = append(out, e.New...)
		last = e.End
	}
	return append(out, text[last:]...), true
}
