package reduce

import "elide/internal/block"

// plain ranks text of which nothing is known. Short text is shown whole. A
// failure in it is treated as in a build's output; what is left is shown by
// the starts of its paragraphs and by lines that are unlike the others.
func plain(s block.Section, marks []Mark) {
	if plainShort(s) {
		for i := range marks {
			marks[i].Raise(Context, 50, WhyShort)
		}
		return
	}
	if isGitHistory(s) || isOnelineHistory(s) || isSyscallTrace(s) || isMemcheck(s) || stampedMostly(s) {
		serviceLog(s, marks)
		return
	}
	b := readBuild(s)
	b.markFindings(marks)
	if !b.failed() {
		b.markParagraphs(marks)
	}
	b.markSteps(marks)
	b.markEnd(marks)
	spreadMarks(s, marks)
}

// plainShort tells whether the section costs little enough to be shown whole.
func plainShort(s block.Section) bool { return s.Len() <= 16 && len(s.Bytes()) <= 1200 }

// stampedMostly tells whether most lines of an even sample are records with
// a time.
func stampedMostly(s block.Section) bool {
	stamped, lines := 0, 0
	for i := 0; i < s.Len(); i += max(1, s.Len()/200) {
		text := s.Text(i)
		if blankLine(text) || s.Segment(i) {
			continue
		}
		lines++
		if stampedLine(text) {
			stamped++
		}
	}
	return lines > 4 && stamped*3 > lines*2
}

// markParagraphs marks the first line of each paragraph, up to a bound, and
// the second where the first is underlined.
func (b *buildReader) markParagraphs(marks []Mark) {
	const shown = 30
	n := 0
	for i := range b.lines {
		if b.lines[i].kind == buildBlank || i > 0 && b.lines[i-1].kind != buildBlank {
			continue
		}
		if n++; n > shown {
			return
		}
		marks[i].Raise(Sample, 40, WhyHeading)
	}
}
