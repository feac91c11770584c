package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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
	readTools  = []string{"Read", "read", "read_file", "view"}
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
		return a.shellCall(step.Expand.line(a.results))
	}
	return a.shellCall(step.Run)
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

// line returns the shell line that expands a marker of the results.
func (x Expand) line(results []Result) string {
	found := ""
	for _, r := range results {
		for _, m := range markers.FindAllStringSubmatch(r.Text, -1) {
			found = m[1]
			if x.First {
				return x.get(found)
			}
		}
	}
	return x.get(found)
}

func (x Expand) get(hash string) string {
	if hash == "" {
		return "echo nothing is hidden"
	}
	if x.Range != "" {
		return "elision-get " + hash + " " + x.Range
	}
	return "elision-get " + hash
}
