package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	captionWords = 3  // words of a caption, the severity among them
	captionBytes = 50 // of it, at most
	captionsMost = 12 // messages below captions that are shown
)

// captioned shows the messages below captions: some tools say on a line of its own only how
// bad it is ("; caught WARNING:", "Error:"), and below it of what. The captions are all alike,
// the messages aren't.
func (f *floor) captioned(s block.Section) {
	switch s.Shape {
	case shape.BuildLog, shape.Stack, shape.Plain, shape.Log:
	default:
		return
	}
	left := captionsMost
	for i := 0; i+1 < s.Len() && left > 0; i++ {
		if s.Segment(i) || s.Look(i).Kind == line.Blank || !caption(s.Text(i)) {
			continue
		}
		m, t := &f.marks[s.First+i+1], start(s.Text(i+1))
		if m.Rank > mark.Bulk || bytes.IndexByte(t, ' ') < 0 || !f.news(t) {
			continue
		}
		m.Raise(mark.Outlier, score, mark.WhyWrong)
		left--
	}
}

// caption tells whether a line says no more than how bad what follows is.
func caption(t []byte) bool {
	if len(t) > 0 && t[len(t)-1] != ':' {
		t = scan.Trim(t)
	}
	if len(t) < len("error:") || len(t) > captionBytes || t[len(t)-1] != ':' {
		return false
	}
	words := bytes.Fields(t[:len(t)-1])
	if len(words) > 0 && !scan.IsWordByte(words[0][0]) {
		words = words[1:] // ";", "//"
	}
	if len(words) == 0 || len(words) > captionWords {
		return false
	}
	for _, w := range words {
		if !scan.IsLetter(w[0]) {
			return false
		}
	}
	last := words[len(words)-1]
	last = last[1+bytes.LastIndexByte(last, '-'):]
	return rules.SeverityOf(bytes.ToLower(last), rules.AsMessage) >= rules.SeverityWarning
}
