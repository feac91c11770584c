package scan

import (
	"bytes"
	"strings"
)

// Bars part the cells of a drawn table: the heavy and the double ones those of a header, or
// all of them.
const Bars = "|│┃║"

const (
	drawnBar = 0xe2 // the byte that all bars but the first begin with
	drawnLen = 3    // and how long they are
)

// Bar returns the length of the bar that the text begins with, 0 if it begins with none.
func Bar(text []byte) int {
	switch {
	case len(text) > 0 && text[0] == '|':
		return 1
	case len(text) >= drawnLen && text[0] == drawnBar && strings.Contains(Bars, string(text[:drawnLen])):
		return drawnLen
	}
	return 0
}

// LastBar returns the length of the bar that the text ends with, 0 if it ends with none.
func LastBar(text []byte) int {
	switch n := len(text); {
	case n > 0 && text[n-1] == '|':
		return 1
	case n >= drawnLen && Bar(text[n-drawnLen:]) == drawnLen:
		return drawnLen
	}
	return 0
}

// CountBars returns how many bars stand in the text.
func CountBars(text []byte) int {
	n := bytes.Count(text, []byte{'|'})
	for {
		i := bytes.IndexByte(text, drawnBar)
		if i < 0 {
			return n
		}
		if Bar(text[i:]) > 0 {
			n++
		}
		text = text[i+1:]
	}
}
