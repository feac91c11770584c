package e2e

import (
	"fmt"
	"regexp"
	"strings"
)

// Report is what an audit found in the requests that a model was sent.
type Report struct {
	Requests   int // that had results
	Results    int // different ones
	Bytes      int // of their texts
	Reduced    int // results that hide something
	References int // of these, results told by an earlier one
	Expansions int
	Missed     int      // requests with something before the last turns that the provider had not seen
	Faults     []string // promises that were broken
}

// expansion tells that a shell line prints what a marker hides.
var expansion = regexp.MustCompile(`(^|[^-\w.])elision-get\s`)

// reference is in a text that is told by an earlier one: as the same, or as the
// difference from it.
var reference = regexp.MustCompile(`⟦since [0-9a-f]{12}|⟦elided:[0-9a-f]{12} same as above`)

// Audit judges the requests by what can be told from them alone: none would
// have been refused, each result has one text in all of them, and no expansion
// hides anything.
func Audit(exchanges []Exchange) Report {
	var r Report
	texts := map[string]string{}
	before := 0
	for _, e := range exchanges {
		for _, p := range e.Problems {
			r.fault("request %d would be refused: %s", e.N, p)
		}
		if len(e.Results) > 0 {
			r.Requests++
			r.price(e.Usage, &before)
		}
		calls := map[string]Call{}
		for _, c := range e.Calls {
			calls[c.ID] = c
		}
		for _, result := range e.Results {
			r.judge(e, result, calls[result.ID], texts)
		}
	}
	return r
}

func (r *Report) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

// price looks whether all that was sent before was read from the cache.
func (r *Report) price(u Usage, before *int) {
	if u.CacheRead < *before-1 { // the halves are rounded
		r.Missed++
	}
	*before = u.Input + u.CacheRead + u.CacheWrite
}

func (r *Report) judge(e Exchange, result Result, call Call, texts map[string]string) {
	before, again := texts[result.ID]
	if again {
		if before != result.Text {
			r.fault("request %d: the result of %s is no longer what it was", e.N, result.ID)
		}
		return
	}
	texts[result.ID] = result.Text
	r.Results++
	r.Bytes += len(result.Text)
	hides := Hides(result.Text)
	if strings.Contains(call.Name+call.Input, expandTool) {
		r.Expansions++ // a page of it ends in a marker of its own
		return
	}
	if expansion.MatchString(call.Input) {
		r.Expansions++
		if hides {
			r.fault("request %d: the expansion %s was reduced", e.N, result.ID)
		}
		return
	}
	// A reference can be all that an agent's label is followed by, on one line
	// with it: "Output: ⟦elided:… same as above⟧".
	refers := reference.MatchString(result.Text)
	if refers {
		r.References++
	}
	if hides || refers {
		r.Reduced++
	}
}

// Hides tells whether a text has a marker on a line of its own, also where the
// text is JSON in a string, in which line ends are escaped.
func Hides(text string) bool {
	text = strings.ReplaceAll(text, `\n`, "\n")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimSpace(line), `"}],`)
		line = strings.TrimLeft(line, "0123456789:.| \t") // a file's lines are numbered by some agents
		if m := markers.FindString(line); m != "" && m == line {
			return true
		}
	}
	return false
}

// MarkersIn returns the hashes of the markers in a text, in order.
func MarkersIn(text string) []string {
	var hashes []string
	for _, m := range markers.FindAllStringSubmatch(text, -1) {
		hashes = append(hashes, m[1])
	}
	return hashes
}

func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d requests, %d results of %d bytes, %d reduced, %d references, %d expansions, %d times the cache missed",
		r.Requests, r.Results, r.Bytes, r.Reduced, r.References, r.Expansions, r.Missed)
	for _, f := range r.Faults {
		b.WriteString("\n  fault: " + f)
	}
	return b.String()
}
