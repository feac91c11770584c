package formats

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
)

// Hyperfine heads each command that it measured, says how long it took, and in
// the end which was the fastest. Its warnings are sentences of two lines' length.

// IsTimings tells whether the section is what it prints.
func IsTimings(s block.Section) bool {
	heads, times := 0, 0
	for i := range min(s.Len(), 60) {
		switch text := s.Text(i); {
		case timingHead(text):
			heads++
		case scan.HasPrefix(text, "  Time ("):
			times++
		}
	}
	return heads > 0 && times > 0
}

// timingHead knows "Benchmark 1: command" and, of older versions, "Benchmark #1".
func timingHead(text []byte) bool {
	if !scan.HasPrefix(text, "Benchmark ") {
		return false
	}
	t := bytes.TrimPrefix(text[len("Benchmark "):], []byte("#"))
	n := scan.Digits(t)
	return n > 0 && scan.HasPrefix(t[n:], ": ")
}

// Timings ranks the lines of such a report.
func Timings(s block.Section, marks []mark.Mark) {
	summary, warned := false, map[uint64]bool{}
	for i := range marks {
		text := s.Text(i)
		t := scan.Trim(text)
		switch {
		case len(t) == 0:
		case timingHead(text):
			summary = false
			marks[i].Raise(mark.Outlier, 160, mark.WhyHeading)
		case scan.HasPrefix(text, "  Time ("):
			marks[i].Raise(mark.Outlier, 150, mark.WhyStatus)
		case scan.HasPrefix(t, "Warning: "):
			h := scan.Template(t[:min(len(t), 60)])
			if !warned[h] {
				marks[i].Raise(mark.Sample, 50, mark.WhyMessage)
			}
			warned[h] = true
		case scan.FoldPrefix(t, "error"):
			marks[i].Raise(mark.Critical, 200, mark.WhyFailure)
		case string(t) == "Summary":
			summary = true
			marks[i].Raise(mark.Critical, 120, mark.WhySummary)
		case summary:
			marks[i].Raise(mark.Critical, 120, mark.WhySummary)
		case text[0] != ' ':
			marks[i].Raise(mark.Context, 60, mark.WhyMessage)
		}
	}
	mark.Spread(s, marks)
}
