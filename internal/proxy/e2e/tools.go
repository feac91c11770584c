package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// tool is a tool that a request offers.
type tool struct {
	name   string
	space  string
	free   bool // takes free text, not JSON
	params map[string]json.RawMessage
}

// takes returns the first of the names that the tool has a parameter of.
func (t tool) takes(names ...string) (string, bool) {
	for _, name := range names {
		if _, ok := t.params[name]; ok {
			return name, true
		}
	}
	return "", false
}

// The names that agents give to their tools, the first that is offered is used.
var (
	shellTools = []string{"Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "run_commands"}
	readTools  = []string{"Read", "read", "read_file", "read_files", "view"}
	editTools  = []string{"Edit", "edit", "replace", "str_replace"}
)

// properties returns the parameters that a JSON schema names.
func properties(schema json.RawMessage) map[string]json.RawMessage {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return nil
	}
	return s.Properties
}

// call says how a step is asked for with the tools that are offered. Without a
// tool for files the shell does it.
func (s Script) call(step Step, a *asked) (Call, bool) {
	switch {
	case step.Read != "":
		if c, ok := a.readCall(s.path(step.Read)); ok {
			return c, true
		}
		return a.shellCall("cat " + s.path(step.Read))
	case step.Edit != nil:
		e := *step.Edit
		e.Path = s.path(e.Path)
		if c, ok := a.editCall(e); ok {
			return c, true
		}
		return a.shellCall(fmt.Sprintf("sed -i '0,/%s/s//%s/' %s", e.Old, e.New, e.Path))
	case step.Expand != nil:
		return s.expandCall(*step.Expand, a)
	case step.Use != nil:
		return a.useCall(*step.Use)
	}
	c, ok := a.shellCall(step.Run)
	if ok && step.Aside {
		c = a.aside(c)
	}
	return c, ok
}

// aside asks for a shell call to go on in the background.
func (a *asked) aside(c Call) Call {
	t, _ := a.offered([]string{c.Name})
	if name, ok := t.takes("run_in_background", "is_background"); ok {
		c.Input = strings.TrimSuffix(c.Input, "}") + `,"` + name + `":true}`
	}
	return c
}

func (s Script) expandCall(x Expand, a *asked) (Call, bool) {
	results := a.results
	if x.Of != "" {
		results = s.resultsOf(x.Of, results)
	}
	if hash := x.find(results); x.Tool && hash != "" {
		input := map[string]any{"ref": hash}
		if x.Range != "" {
			input["range"] = x.Range
		}
		return a.useCall(Use{Server: "elide", Tool: expandTool, Input: input})
	}
	return a.shellCall(x.line(results))
}

const (
	expandTool = "context_expand" // expands markers
	searchTool = "tool_search"    // finds tools that Codex doesn't list
)

// resultsOf returns the results of the steps of that name.
func (s Script) resultsOf(name string, results []Result) []Result {
	var of []Result
	for _, r := range results {
		if n, ok := stepOf(r.ID); ok && n < len(s.Steps) && s.Steps[n].Name == name {
			of = append(of, r)
		}
	}
	return of
}

// useCall calls a server's tool. Agents name it after both, each in its own
// way. One that only lists tools after a search still takes a call of the name
// that it would give; where the model writes JavaScript, that is how it calls.
// Without the tool the model says so in the shell.
func (a *asked) useCall(u Use) (Call, bool) {
	if u.Input == nil {
		u.Input = map[string]any{}
	}
	for _, t := range a.tools {
		if t.name == u.Tool || strings.HasSuffix(t.name, u.Tool) && strings.Contains(t.space+" "+t.name, u.Server) {
			return t.call(u.Input)
		}
	}
	if _, ok := a.offered([]string{searchTool}); ok {
		return tool{name: u.Tool, space: "mcp__" + u.Server}.call(u.Input)
	}
	whole := "mcp__" + u.Server + "__" + u.Tool
	if _, ok := a.offered([]string{"ToolSearch"}); ok {
		return tool{name: whole}.call(u.Input)
	}
	if t, ok := a.offered([]string{"exec"}); ok && t.free {
		return Call{Name: t.name, Space: t.space, Free: true,
			Input: "const r = await tools." + whole + "(" + jsonText(u.Input) + "); text(r);"}, true
	}
	return a.shellCall("echo there is no " + u.Tool)
}

// offered returns the tool with the first of the names that there is one of.
func (a *asked) offered(names []string) (tool, bool) {
	for _, name := range names {
		if i := slices.IndexFunc(a.tools, func(t tool) bool { return t.name == name }); i >= 0 {
			return a.tools[i], true
		}
	}
	return tool{}, false
}

func (t tool) call(input map[string]any) (Call, bool) {
	return Call{Name: t.name, Space: t.space, Input: jsonText(input)}, true
}

func (a *asked) shellCall(line string) (Call, bool) {
	if t, ok := a.offered(shellTools); ok {
		return t.call(t.shellInput(line))
	}
	if t, ok := a.offered([]string{"exec"}); ok && t.free {
		return Call{Name: t.name, Space: t.space, Free: true, Input: "const r = await tools.exec_command(" +
			jsonText(map[string]string{"cmd": line}) + "); text(r);"}, true
	}
	return Call{}, false
}

func (t tool) shellInput(line string) map[string]any {
	input := map[string]any{}
	name, _ := t.takes("command", "cmd", "commands")
	switch {
	case name == "commands":
		input[name] = []string{line}
	case name == "command" && t.name == "shell":
		input[name] = []string{"bash", "-lc", line}
	default:
		input[name] = line
	}
	if _, ok := t.takes("description"); ok {
		input["description"] = "Run it"
	}
	return input
}

func (a *asked) readCall(path string) (Call, bool) {
	t, ok := a.offered(readTools)
	if !ok {
		return Call{}, false
	}
	if name, ok := t.takes("files"); ok {
		return t.call(map[string]any{name: []map[string]string{{"path": path}}})
	}
	name, ok := t.takes("file_path", "filePath", "path", "absolute_path")
	if !ok {
		return Call{}, false
	}
	return t.call(map[string]any{name: path})
}

func (a *asked) editCall(e Edit) (Call, bool) {
	t, ok := a.offered(editTools)
	if !ok {
		return Call{}, false
	}
	file, ok1 := t.takes("file_path", "filePath", "path")
	old, ok2 := t.takes("old_string", "oldString", "old_str")
	with, ok3 := t.takes("new_string", "newString", "new_str")
	if !ok1 || !ok2 || !ok3 {
		return Call{}, false
	}
	input := map[string]any{file: e.Path, old: e.Old, with: e.New}
	if _, ok := t.takes("instruction"); ok {
		input["instruction"] = "Change it"
	}
	return t.call(input)
}

// markers finds what a model takes for a marker. It is the one form of the
// specification, spelled out here so that the package that writes them is
// not what judges them.
var markers = regexp.MustCompile(`⟦elided:([0-9a-f]{12})(?: [^⟦⟧\n]*)?⟧`)

// find returns the hash of the marker that is meant, "" if there is none.
func (x Expand) find(results []Result) string {
	found := ""
	for _, r := range results {
		for _, m := range markers.FindAllStringSubmatch(r.Text, -1) {
			found = m[1]
			if x.First {
				return found
			}
		}
	}
	return found
}

// line returns the shell line that expands a marker of the results.
func (x Expand) line(results []Result) string {
	hash := x.find(results)
	if hash == "" {
		return "echo nothing is hidden"
	}
	if x.Range != "" {
		return "elision-get " + hash + " " + x.Range
	}
	return "elision-get " + hash
}
