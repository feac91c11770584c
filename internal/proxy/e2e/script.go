package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// Script is what the model does: one step after the other, and then it says
// its last word.
type Script struct {
	Dir   string // where the agent works; relative paths of steps are under it
	Steps []Step
	Final string // the last word; "": done
	// Next, if not nil, returns the script as it is after these results: what the
	// model does may depend on what it was shown. It depends on them alone.
	Next func(results []Result) Script
}

// Step is one tool call. One of Run, Read, Edit, Expand and Use says which.
type Step struct {
	Name   string  `json:"name,omitempty"`   // by which other steps and Judge speak of it
	Run    string  `json:"run,omitempty"`    // a line for the shell
	Read   string  `json:"read,omitempty"`   // a file to read
	Edit   *Edit   `json:"edit,omitempty"`   // a line to change
	Expand *Expand `json:"expand,omitempty"` // what the last marker hides
	Use    *Use    `json:"use,omitempty"`    // a tool of an MCP server
	Aside  bool    `json:"aside,omitempty"`  // Run goes on in the background, where the agent offers that
	With   bool    `json:"with,omitempty"`   // asked for together with the step before it
	Say    string  `json:"say,omitempty"`    // what the model says before it
	Want   Want    `json:"want,omitzero"`    // what Judge asks of its result
}

// Edit changes the first Old in a file to New. Both are parts of one line
// without slashes, so that sed can make the change where no tool is offered.
type Edit struct {
	Path string `json:"path"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// Expand runs elision-get on a marker that the model was shown. Without any,
// the model has nothing to expand and says so in the shell.
type Expand struct {
	Range string `json:"range,omitempty"` // lines to ask for; "": all
	First bool   `json:"first,omitempty"` // the first marker, not the last
	Of    string `json:"of,omitempty"`    // a marker of the step of that name
	Tool  bool   `json:"tool,omitempty"`  // by elide's MCP server
}

// Use calls a tool of an MCP server, under the name that the agent gave it.
type Use struct {
	Server string         `json:"server"`
	Tool   string         `json:"tool"`
	Input  map[string]any `json:"input,omitempty"`
}

// ReadScript reads steps, each a JSON object.
func ReadScript(r io.Reader) ([]Step, error) {
	var steps []Step
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	for {
		var s Step
		err := d.Decode(&s)
		if errors.Is(err, io.EOF) {
			return steps, nil
		}
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", len(steps)+1, err)
		}
		steps = append(steps, s)
	}
}

func (s Step) check() error {
	kinds := 0
	for _, is := range []bool{s.Run != "", s.Read != "", s.Edit != nil, s.Expand != nil, s.Use != nil} {
		if is {
			kinds++
		}
	}
	if kinds != 1 {
		return errors.New("not one of run, read, edit, expand, use")
	}
	if e := s.Edit; e != nil && strings.ContainsAny(e.Old+e.New, "/\n'&\\[]*.^$") {
		return errors.New("edit: what is changed can't hold a slash, a line end, or what sed understands")
	}
	return nil
}

// idMark is in the middle of the ids of the script's calls, between what the
// API begins them with and the number of the step.
const idMark = "_e2e_"

func stepID(prefix string, step int) string { return fmt.Sprintf("%s%s%02d", prefix, idMark, step) }

// stepOf returns the step that the id of a call is of.
func stepOf(id string) (step int, ok bool) {
	_, digits, ok := strings.Cut(id, idMark)
	step, err := strconv.Atoi(digits)
	return step, ok && err == nil
}

// due returns the steps that come next: the one after the last that has a
// result, and those that go with it. Results before it may be gone: agents
// put a summary in place of a long history.
func (s Script) due(results []Result) (first, end int) {
	for _, r := range results {
		if n, ok := stepOf(r.ID); ok {
			first = max(first, n+1)
		}
	}
	for end = first; end < len(s.Steps) && (end == first || s.Steps[end].With); end++ {
	}
	return first, end
}

// answer is what the model does when asked: it says something, calls tools, or
// both. It depends on the request alone, so a request that is sent again gets
// the same answer.
func (s Script) answer(a *asked) (text string, calls []Call) {
	if len(a.tools) == 0 || a.mute {
		return "A title, or what was done so far.", nil
	}
	if s.Next != nil {
		s = s.Next(a.results)
	}
	first, end := s.due(a.results)
	if first >= len(s.Steps) {
		return s.final(), nil
	}
	for n := first; n < end; n++ {
		call, ok := s.call(s.Steps[n], a)
		if !ok {
			return "No tool for step " + strconv.Itoa(n), nil
		}
		call.ID = stepID(a.idPrefix, n)
		calls = append(calls, call)
	}
	return s.Steps[first].Say, calls
}

func (s Script) final() string {
	if s.Final == "" {
		return "done"
	}
	return s.Final
}

func (s Script) path(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(s.Dir, name)
}

// jsonText returns v as JSON without the escapes that are meant for HTML.
func jsonText(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // only values that can be encoded are given to it
	}
	return strings.TrimSuffix(b.String(), "\n")
}
