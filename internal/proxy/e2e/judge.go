package e2e

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// Want is what Judge asks of a step's result.
type Want struct {
	Of     string   `json:"of,omitempty"`     // the file that it is the text of: shown whole, or restorable
	Shows  []string `json:"shows,omitempty"`  // what the model must see, whatever is hidden
	Not    []string `json:"not,omitempty"`    // what it can't have seen yet
	Exit   int      `json:"exit,omitempty"`   // the status that it must be told
	Marked bool     `json:"marked,omitempty"` // a marker is in it by itself, not by what is installed
}

// Host is what an agent lets a hook do, by the names of steps.
type Host struct {
	Reduced []string // it takes a shorter result
	Lacking []string // it can't do this, or cuts the output before anyone gets it
	Tells   string   // how it tells that a command ended with status 1; "": it doesn't
	Wraps   string   // what it tells of each command that the shell ran; "": nothing
}

// Verdict is what became of one step.
type Verdict struct {
	Name   string
	Bytes  int    // that the model was sent
	Hash   string // of what stands for the rest; "": nothing is hidden
	Full   int    // the bytes of that original
	Faults []string
}

// Bench judges what a model was sent by a script for an installed elide.
type Bench struct {
	Script   Script
	Host     Host
	Original func(hash string) ([]byte, error) // what a marker stands for
}

// Judge returns a verdict on each step that has a name.
func (b Bench) Judge(exchanges []Exchange) []Verdict {
	results := Results(exchanges)
	var all []Verdict
	for n, step := range b.Script.Steps {
		if step.Name == "" {
			continue
		}
		v := Verdict{Name: step.Name}
		if r, ok := results[n]; ok {
			b.judge(&v, step, r.Text)
		} else {
			v.fault("it has no result")
		}
		all = append(all, v)
	}
	return all
}

// Results returns what the model was sent for each step of its script, by the
// step's place in it.
func Results(exchanges []Exchange) map[int]Result {
	results := map[int]Result{}
	for _, e := range exchanges {
		for _, r := range e.Results {
			if n, ok := stepOf(r.ID); ok {
				results[n] = r
			}
		}
	}
	return results
}

func (v *Verdict) fault(format string, args ...any) {
	v.Faults = append(v.Faults, fmt.Sprintf(format, args...))
}

// judge compares a text with what the step wants.
func (b Bench) judge(v *Verdict, step Step, text string) {
	v.Bytes = len(text)
	text = unescaped(text)
	lacking := slices.Contains(b.Host.Lacking, step.Name)
	want := step.Want.Marked && !lacking || slices.Contains(b.Host.Reduced, step.Name)
	if hides := Hides(text); hides != want {
		v.fault("hides something: %t, want %t", hides, want)
	}
	b.judgeWhole(v, step, text, lacking)
	if lacking {
		return
	}
	for _, s := range step.Want.Shows {
		if !strings.Contains(text, s) {
			v.fault("it doesn't show %q", s)
			break
		}
	}
	for _, s := range step.Want.Not {
		if strings.Contains(text, s) {
			v.fault("it shows %q too early", s)
		}
	}
	if step.Run != "" && !strings.Contains(text, b.Host.Wraps) {
		v.fault("without %q it isn't what the agent sends", b.Host.Wraps)
	}
	if step.Want.Exit != 0 && !strings.Contains(text, b.Host.Tells) {
		v.fault("it doesn't tell the exit status by %q", b.Host.Tells)
	}
}

// judgeWhole: with what a marker stands for, the text is whole.
func (b Bench) judgeWhole(v *Verdict, step Step, text string, lacking bool) {
	if Hides(text) {
		hashes := MarkersIn(text)
		v.Hash = hashes[len(hashes)-1]
		original, err := b.Original(v.Hash)
		if err != nil {
			v.fault("%s can't be expanded: %v", v.Hash, err)
			return
		}
		v.Full, text = len(original), string(original)
	}
	if step.Want.Of == "" || lacking {
		return
	}
	file, err := os.ReadFile(path.Join(b.Script.Dir, step.Want.Of))
	if err != nil {
		v.fault("%v", err)
	} else if missing, ok := hasLines(text, string(file)); !ok {
		v.fault("the line %q of %s is lost", missing, step.Want.Of)
	}
}

// unescaped undoes what JSON does to a text, where a result is JSON in a string.
func unescaped(text string) string {
	if !strings.Contains(text, `\n`) {
		return text
	}
	return text + "\n" + strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\"`, `"`).Replace(text)
}

// hasLines tells whether the lines of a file stand in a text in their order,
// whatever stands before or after them on their lines. The first that doesn't
// is returned.
func hasLines(text, file string) (missing string, ok bool) {
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		at := strings.Index(text, line)
		if at < 0 {
			return line, false
		}
		text = text[at+len(line):]
	}
	return "", true
}

func (v Verdict) String() string {
	s := fmt.Sprintf("%-8s %7d bytes", v.Name, v.Bytes)
	if v.Hash != "" {
		s += fmt.Sprintf(" of %d, %s", v.Full, v.Hash)
	}
	for _, f := range v.Faults {
		s += "\n    fault: " + f
	}
	return s
}
