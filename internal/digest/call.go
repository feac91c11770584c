package digest

import (
	"path"
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/toolcall"
)

// Tools are tools whose calls touch files and which are not known as such, and
// those whose calls shall not count. They are named by patterns as path.Match has
// them, without regard to case; a pattern that can't be read matches nothing (see
// Check). Paths are taken from members of the input that are known to be paths.
type Tools struct{ Read, Modify, Ignore []string }

// Check returns the first pattern that can't be read, and why.
func (t Tools) Check() (pattern string, err error) {
	for _, patterns := range [...][]string{t.Read, t.Modify, t.Ignore} {
		for _, p := range patterns {
			if _, err := path.Match(p, ""); err != nil {
				return p, err
			}
		}
	}
	return "", nil
}

func named(patterns []string, tool string) bool {
	for _, p := range patterns {
		if ok, _ := path.Match(strings.ToLower(p), strings.ToLower(tool)); ok {
			return true
		}
	}
	return false
}

// use tells what a call does.
func (t Tools) use(name string, input []byte) toolcall.Use {
	u := toolcall.Of(name, input)
	switch {
	case named(t.Ignore, name):
		u.Reads, u.Writes = nil, nil
	case named(t.Modify, name):
		u.Reads, u.Writes = nil, toolcall.Of("write", input).Writes
	case named(t.Read, name):
		u.Reads, u.Writes = toolcall.Of("read", input).Reads, nil
	}
	return u
}

// action is a call with what came of it.
type action struct {
	at     int
	name   string
	input  []byte
	use    toolcall.Use
	key    string // equal for calls that do the same thing
	what   string // the call on one line
	why    string // what it was made for, "" if nothing says so
	result *result
	told   *outcome // what outcome returns, once it was asked for
}

// outcome returns how the call went, which must have a result.
func (a *action) outcome() outcome {
	if a.told == nil {
		o := outcomeOf(a)
		a.told = &o
	}
	return *a.told
}

// The lengths of parts of lines, in bytes.
const (
	whatMost  = 140
	whyMost   = 100
	valueMost = 60
)

func newAction(p thread.Part, at int, tools Tools) *action {
	input := inputOf(p)
	a := &action{at: at, name: p.Name, input: input, use: tools.use(p.Name, input)}
	a.key = a.use.Key
	if a.use.Command == "" && len(a.use.Reads)+len(a.use.Writes) > 0 { // each edit of a file has an input of its own
		a.key = strings.Join(append(append([]string{p.Name}, a.use.Reads...), a.use.Writes...), "\x00")
	}
	doc, err := jsonspan.Parse(input)
	var root jsonspan.Value
	if err == nil {
		root = doc.Root()
	}
	a.what = extract(p.Name+" "+a.arguments(root), whatMost)
	for _, key := range [...]string{"description", "explanation", "justification"} {
		if why := root.Get(key).Str(); why != "" && a.why == "" {
			a.why = extract(why, whyMost)
		}
	}
	return a
}

// arguments returns what the call is about: its command, its paths, or the
// members of its input.
func (a *action) arguments(root jsonspan.Value) string {
	switch {
	case a.use.Command != "":
		return a.use.Command
	case len(a.use.Reads)+len(a.use.Writes) > 0:
		return strings.Join(append(a.use.Reads[:len(a.use.Reads):len(a.use.Reads)], a.use.Writes...), " ")
	case root.Kind() != jsonspan.Object:
		return clip(string(a.input), whatMost)
	}
	var members []string
	for key, member := range root.Members() {
		value := clip(string(member.Raw()), valueMost)
		if member.Kind() == jsonspan.String {
			value = clip(member.Str(), valueMost)
		}
		members = append(members, key.Str()+"="+value)
	}
	return strings.Join(members, " ")
}
