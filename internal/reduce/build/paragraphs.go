package build

import (
	"elide.example/elide/internal/mark"
)

// MarkParagraphs marks the first line of each paragraph, up to a bound, and
// the second where the first is underlined.
func (b *Reader) MarkParagraphs(marks []mark.Mark) {
	const shown = 30
	n := 0
	for i := range b.lines {
		if b.lines[i].Kind == buildBlank || i > 0 && b.lines[i-1].Kind != buildBlank {
			continue
		}
		if n++; n > shown {
			return
		}
		marks[i].Raise(mark.Sample, 40, mark.WhyHeading)
	}
}
