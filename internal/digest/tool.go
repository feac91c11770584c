package digest

import (
	"cmp"
	"fmt"
	"strings"
)

// toolsMost is how many lines of calls are kept.
const toolsMost = 80

// toolLines returns the calls with what came of them. Calls that do the same thing
// are one line, that of the last. Plans are told by next.
func (s *stretch) toolLines() []Line {
	times := map[string]int{}
	for _, a := range s.calls {
		times[a.key]++
	}
	var out []Line
	seen := map[string]int{}
	for _, a := range s.calls {
		if seen[a.key]++; seen[a.key] == times[a.key] && !a.isPlan() {
			out = append(out, a.line(times[a.key], s.opt.Form))
		}
	}
	return foremost(out, toolsMost)
}

// line tells of a call that was made so many times.
func (a *action) line(times int, form Form) Line {
	text := a.what
	if times > 1 {
		text += fmt.Sprintf(" ×%d", times)
	}
	if form == Summary && a.why != "" {
		text += " (" + a.why + ")"
	}
	line := Line{Text: text, From: Ref{Message: a.at}, score: a.weight()}
	if a.result != nil {
		line.Text += arrow + a.came()
	}
	return line
}

// came returns what came of the call. Its errors are told by themselves.
func (a *action) came() string {
	o := a.outcome()
	switch {
	case !a.result.failed:
		return cmp.Or(o.summary, o.size)
	case counts(o.summary):
		return "failed: " + o.summary
	}
	return "failed"
}

// counts tells whether a summary says how much failed.
func counts(summary string) bool {
	summary = strings.ToLower(summary)
	for _, word := range [...]string{"fail", "pass", "error", "warning", "problem", "issue"} {
		if strings.Contains(summary, word) {
			return true
		}
	}
	return false
}

// weight is how useful it is to know of a call. What was read and written is
// named by the files.
func (a *action) weight() int {
	weight := 4
	switch {
	case len(a.use.Writes) > 0:
		weight = 5
	case len(a.use.Reads) > 0:
		weight = 1
	case a.use.Command != "":
		weight = 6
	}
	if a.result != nil && (a.result.failed || len(a.outcome().errors) > 0) {
		weight += 3
	}
	return weight
}
