package listing

import (
	"bytes"
	"math"

	"elide/internal/mark"
	"elide/internal/scan"
)

// pathsWhole is how many bytes of a list of paths are shown whole, each folder named
// once: about 1,500 tokens.
const pathsWhole = 4_500

// paths notes of a list of nothing but paths which folder each line begins with, so that
// it may be named once, and shows the list whole if that is little. Where a line is a
// folder with a slash behind it, as some tools print them, no folder is named: it would
// read as the head of what follows.
func (l *listingLines) paths() {
	paths, lines, left := 0, 0, mark.OfBlock(l.s, pathsWhole)
	var folder []byte
	for i := range l.marks {
		t := l.s.Text(i)
		if scan.Blank(t) {
			continue
		}
		if lines++; l.s.Segment(i) || t[len(t)-1] == '/' {
			return
		}
		n := folderOf(t)
		if n > 0 {
			paths++
		}
		if !bytes.Equal(folder, t[:n]) {
			folder = t[:n]
			left -= n
		}
		left -= len(t) - n + 1
	}
	if paths*10 < lines*8 {
		return
	}
	for i := range l.marks {
		t := l.s.Text(i)
		l.marks[i].Head = uint16(folderOf(t))
		if left >= 0 && !scan.Blank(t) {
			l.marks[i].Raise(mark.Sample, 60, mark.WhyShort)
		}
	}
}

// folderOf returns the length of the folder that the path which the line is begins with,
// its last slash included; 0 if the line is no path, or leads through no folder.
func folderOf(t []byte) int {
	if len(t) == 0 || len(t) > math.MaxUint16 || bytes.ContainsAny(t, " \t:") {
		return 0
	}
	return bytes.LastIndexByte(t, '/') + 1
}
