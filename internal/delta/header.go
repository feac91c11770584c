package delta

import (
	"bytes"
	"strconv"
	"strings"

	"elide.example/elide/internal/marker"
)

const unchanged = " unchanged" // behind the hash: not a byte differs

// AppendHeader appends the lines that stand above the reduced text: the entry
// that the reader has, what of it is gone and which of its failures still
// stand. before is the hash of the entry.
func AppendHeader(dst []byte, before string, d Difference) []byte {
	dst = append(append(dst, marker.Open+"since "...), before...)
	if d.Same {
		dst = append(dst, unchanged...)
	}
	dst = append(dst, marker.Close+"\n"...)
	for _, p := range d.Gone {
		dst = appendPassage(dst, "gone ", p)
	}
	for _, p := range d.Moved {
		dst = appendPassage(dst, "moved ", p)
	}
	for _, p := range d.Still {
		dst = appendPassage(dst, "still ", p)
	}
	return dst
}

func appendPassage(dst []byte, kind string, p Passage) []byte {
	dst = append(append(dst, marker.Open...), kind...)
	dst = strconv.AppendInt(dst, int64(p.First), 10)
	if p.Last != p.First {
		dst = strconv.AppendInt(append(dst, '-'), int64(p.Last), 10)
	}
	if p.Note != "" {
		dst = append(append(dst, ' '), p.Note...)
	}
	return append(dst, marker.Close+"\n"...)
}

// validNote returns what of the note the grammar of markers allows.
func validNote(note string) string {
	const any = "000000000000"
	m, _ := marker.Parse(marker.Append(nil, any, note))
	return m.Note
}

// ParseHeader parses what AppendHeader wrote: the hash of the entry, what is
// gone of it and what still stands, and the reduced text behind it. It
// accepts nothing else.
func ParseHeader(text []byte) (before string, d Difference, rest []byte, ok bool) {
	line, rest := cutForm(text)
	before, ok = strings.CutPrefix(line, "since ")
	before, d.Same = strings.CutSuffix(before, unchanged)
	if !ok || !marker.IsHash(before) {
		return "", Difference{}, text, false
	}
	d.Gone, rest = parsePassages("gone ", rest)
	d.Moved, rest = parsePassages("moved ", rest)
	d.Still, rest = parsePassages("still ", rest)
	return before, d, rest, true
}

func parsePassages(kind string, text []byte) (all []Passage, rest []byte) {
	for {
		line, after := cutForm(text)
		body, ok := strings.CutPrefix(line, kind)
		if !ok {
			return all, text
		}
		span, note, noted := strings.Cut(body, " ")
		r, ok := marker.ParseGap([]byte(marker.Open + span + marker.Close))
		if !ok || r.IsSpan() || noted && (note == "" || validNote(note) != note) {
			return all, text
		}
		all = append(all, Passage{First: r.First, Last: r.Last, Note: note})
		text = after
	}
}

// cutForm returns what stands between the brackets of the first line.
func cutForm(text []byte) (inner string, rest []byte) {
	line, rest, ok := bytes.Cut(text, []byte{'\n'})
	line, opened := bytes.CutPrefix(line, []byte(marker.Open))
	line, closed := bytes.CutSuffix(line, []byte(marker.Close))
	if !ok || !opened || !closed {
		return "", text
	}
	return string(line), rest
}
