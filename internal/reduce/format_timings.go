package reduce

import (
	"bytes"

	"elide/internal/block"
)

// Hyperfine heads each command that it measured, says how long it took, and in
// the end which was the fastest. Its warnings are sentences of two lines' length.

// isTimings tells whether the section is what it prints.
func isTimings(s block.Section) bool {
	heads, times := 0, 0
	for i := range min(s.Len(), 60) {
		switch text := s.Text(i); {
		case timingHead(text):
			heads++
		case hasPrefix(text, "  Time ("):
			times++
		}
	}
	return heads > 0 && times > 0
}

// timingHead knows "Benchmark 1: command" and, of older versions, "Benchmark #1".
func timingHead(text []byte) bool {
	if !hasPrefix(text, "Benchmark ") {
		return false
	}
	t := bytes.TrimPrefix(text[len("Benchmark "):], []byte("#"))
	n := digitPrefix(t)
	return n > 0 && hasPrefix(t[n:], ": ")
}

func digitPrefix(t []byte) int {
	n := 0
	for n < len(t) && isDigit(t[n]) {
		n++
	}
	return n
}

// timings ranks the lines of such a report.
func timings(s block.Section, marks []Mark) {
	summary, warned := false, map[uint64]bool{}
	for i := range marks {
		text := s.Text(i)
		t := unindented(text)
		switch {
		case len(t) == 0:
		case timingHead(text):
			summary = false
			marks[i].Raise(Outlier, 160, WhyHeading)
		case hasPrefix(text, "  Time ("):
			marks[i].Raise(Outlier, 150, WhyStatus)
		case hasPrefix(t, "Warning: "):
			h := templateHash(t[:min(len(t), 60)])
			if !warned[h] {
				marks[i].Raise(Sample, 50, WhyMessage)
			}
			warned[h] = true
		case foldPrefix(t, "error"):
			marks[i].Raise(Critical, 200, WhyFailure)
		case string(t) == "Summary":
			summary = true
			marks[i].Raise(Critical, 120, WhySummary)
		case summary:
			marks[i].Raise(Critical, 120, WhySummary)
		case text[0] != ' ':
			marks[i].Raise(Context, 60, WhyMessage)
		}
	}
	spreadMarks(s, marks)
}
