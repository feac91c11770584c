package e2e

import (
	"encoding/json"
	"fmt"
)

// asked is what a request asks for, whatever its API, and what is wrong with it.
type asked struct {
	api      API
	model    string
	stream   bool
	counted  bool // the stream is to end with the usage
	mute     bool // the model may not call tools
	thinks   bool // the model may think aloud; what it thought comes back signed
	idPrefix string
	tools    []tool
	calls    []Call
	results  []Result
	schema   json.RawMessage // of the JSON that the answer must be; nil: free
	cache    bool            // the provider may keep the prefix
	head     []byte          // what stands before the turns: system text and tools
	turns    []json.RawMessage
	problems []string
}

func (a *asked) problem(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// decode reads JSON into v. What the real server would not read is a problem.
func (a *asked) decode(what string, data json.RawMessage, v any) bool {
	if len(data) == 0 {
		return false
	}
	if err := json.Unmarshal(data, v); err != nil {
		a.problem("%s: %v", what, err)
		return false
	}
	return true
}

// text returns a string, or the text parts of a list of parts of the kinds
// that are allowed, one after the other.
func (a *asked) text(what string, data json.RawMessage, kinds ...string) string {
	if len(data) > 0 && data[0] == '"' {
		var s string
		a.decode(what, data, &s)
		return s
	}
	var parts []struct {
		Type string  `json:"type"`
		Text *string `json:"text"`
	}
	if !a.decode(what, data, &parts) {
		return ""
	}
	all := ""
	for _, p := range parts {
		if !allowed(p.Type, kinds) {
			a.problem("%s: a part of type %q", what, p.Type)
		}
		if p.Text != nil {
			all += *p.Text
		}
	}
	return all
}

func allowed(kind string, kinds []string) bool {
	for _, k := range kinds {
		if k == kind {
			return true
		}
	}
	return len(kinds) == 0
}

// made notes a call of the model that stands in the history.
func (a *asked) made(c Call) {
	for _, other := range a.calls {
		if other.ID == c.ID {
			a.problem("two calls have the id %s", c.ID)
		}
	}
	a.calls = append(a.calls, c)
}

// pending are the calls that must have their results before anything else is
// said.
type pending map[string]bool

// answered notes the result of a call.
func (p pending) answered(a *asked, r Result) {
	if !p[r.ID] {
		a.problem("a result for %q, which no call before it is waiting for", r.ID)
	}
	delete(p, r.ID)
	a.results = append(a.results, r)
}

// none holds where no call may be without its result.
func (p pending) none(a *asked, where string) {
	for id := range p {
		a.problem("%s: the call %s has no result", where, id)
		delete(p, id)
	}
}
