package digest

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/shape"
)

// outcome is what of a result says how the call went.
type outcome struct {
	errors  []string // lines that say what failed
	summary string   // what the tool says of it as a whole, if it does
	size    string   // all of a short result, or how long it is
}

// The lengths of lines from results, in bytes, and the most errors that are told
// of one result.
const (
	errorMost     = 200
	shortestError = 8 // of a single word: FAIL says nothing
	summaryMost   = 120
	errorsMost    = 4
)

// outcomeOf reads a result. Errors are only looked for where they are the
// tool's own: a source or a log that was read may speak of any.
func outcomeOf(a *action) outcome {
	r := a.result
	b := block.New(r.text)
	var o outcome
	var found []finding
	for _, s := range classify.Sections(b, a.use.Command) {
		marks := reduce.Section(s)
		o.summary = cmp.Or(summaryOf(s, marks), o.summary)
		if r.failed || ownErrors(s.Shape) && a.works() {
			found = append(found, findings(s, marks)...)
		}
	}
	o.errors = worst(found)
	if len(o.errors) == 0 && r.failed {
		o.errors = edges(b)
	}
	o.size = sizeOf(b)
	return o
}

// saysFailure tells whether the result of a tool that reads or writes files is
// that it could not: some APIs have no other place to say so. A file may say the
// same, so it has to be a line or two.
func (a *action) saysFailure() bool {
	const longest, lines = 300, 2
	text := bytes.TrimSpace(a.result.text)
	if a.use.Command != "" || len(a.use.Reads)+len(a.use.Writes) == 0 || len(text) > longest || bytes.Count(text, []byte{'\n'}) >= lines {
		return false
	}
	text = bytes.ToLower(text)
	for _, first := range [...]string{"error", "failed", "fatal", "<tool_use_error>", "enoent", "could not", "cannot", "unable to"} {
		if bytes.HasPrefix(text, []byte(first)) {
			return true
		}
	}
	for _, phrase := range [...]string{" not found", "no such file", "does not exist", "permission denied", "no match", "verification failed"} {
		if bytes.Contains(text, []byte(phrase)) {
			return true
		}
	}
	return false
}

// works tells whether the call runs something whose errors are its own: it neither
// shows files nor searches in them or in a history.
func (a *action) works() bool {
	if a.use.Command == "" || len(a.use.Reads) > 0 {
		return false
	}
	line := a.use.Key[strings.LastIndexByte(a.use.Key, 0)+1:]
	name, rest, _ := strings.Cut(line, " ")
	switch path.Base(name) {
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "find", "fd", "ls", "tree", "journalctl":
		return false
	case "git":
		verb, _, _ := strings.Cut(rest, " ")
		return verb != "grep" && verb != "log" && verb != "show" && verb != "diff" && verb != "blame"
	}
	return true
}

// ownErrors tells whether errors in a text of that shape are those of the tool
// that printed it.
func ownErrors(s shape.Shape) bool {
	return s == shape.TestLog || s == shape.BuildLog || s == shape.Stack
}

// finding is a line that says what failed.
type finding struct {
	text  string
	score int
	head  bool // the message stands in the lines below
}

func findings(s block.Section, marks []mark.Mark) []finding {
	var out []finding
	for i, m := range marks {
		if m.Rank != mark.Critical || m.Why != mark.WhyFailure && m.Why != mark.WhyMessage && m.Why != mark.WhyExpected {
			continue
		}
		text := extract(string(s.Text(i)), errorMost)
		if len(text) < shortestError && strings.IndexByte(text, ' ') < 0 {
			continue
		}
		f := finding{text, int(m.Score), m.Why == mark.WhyFailure}
		if n := len(out); n > 0 && out[n-1].head && !f.head && len(out[n-1].text)+len(text) < errorMost {
			out[n-1] = finding{out[n-1].text + joint + text, max(out[n-1].score, f.score), false}
			continue
		}
		out = append(out, f)
	}
	return out
}

// worst returns the findings that matter most, in their order, each once. A head
// without its message is worth less: a test's own stands over those of its parts.
func worst(found []finding) []string {
	seen := map[string]bool{}
	found = slices.DeleteFunc(found, func(f finding) bool {
		again := seen[f.text]
		seen[f.text] = true
		return again
	})
	scores := make([]int, len(found))
	for i := range found {
		if found[i].head {
			found[i].score /= 2
		}
		scores[i] = found[i].score
	}
	slices.Sort(scores)
	least := 0
	if len(scores) > errorsMost {
		least = scores[len(scores)-errorsMost]
	}
	var out []string
	for _, f := range found {
		if f.score >= least && len(out) < errorsMost {
			out = append(out, f.text)
		}
	}
	return out
}

// summaryOf returns the line that the tool itself sums up with: of several the one
// that matters most, or else the last. Only tools that say how it went have one.
func summaryOf(s block.Section, marks []mark.Mark) string {
	if !ownErrors(s.Shape) && s.Shape != shape.Log && s.Shape != shape.Plain {
		return ""
	}
	const ranks = 256 // scores of a rank
	best, most := "", -1
	for i, m := range marks {
		value := int(m.Rank)*ranks + int(m.Score)
		if m.Why != mark.WhySummary || value < most {
			continue
		}
		if text := extract(string(s.Text(i)), summaryMost); len(steady(text)) >= shortestError {
			best, most = text, value
		}
	}
	return best
}

// edges returns the lines of a text, or of a longer one the first and the last.
// Blank lines are none.
func edges(b *block.Block) []string {
	var lines []string
	size := 0
	for i := range b.Len() {
		if text := extract(string(b.Text(i)), errorMost); text != "" {
			lines = append(lines, text)
			if size += len(text) + len(joint); size > errorMost {
				break
			}
		}
	}
	if len(lines) < 2 {
		return lines
	}
	if size <= errorMost {
		return []string{strings.Join(lines, joint)}
	}
	last := lines[1]
	for i := b.Len() - 1; i >= 0; i-- {
		if text := extract(string(b.Text(i)), errorMost); text != "" {
			last = text
			break
		}
	}
	return []string{lines[0], last}
}

// sizeOf returns a result that is no longer than a line, or how long it is.
func sizeOf(b *block.Block) string {
	text := bytes.TrimSpace(b.Bytes())
	switch {
	case len(text) == 0:
		return "nothing printed"
	case len(text) <= summaryMost && bytes.Count(text, []byte{'\n'}) < 3:
		return oneLine(string(text))
	}
	return fmt.Sprintf("%d lines", b.Lines())
}
