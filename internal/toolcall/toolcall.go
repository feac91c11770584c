// Package toolcall tells what a tool call of an agent does: the shell line it
// runs, the files it shows and changes, whether it prints an expanded original.
//
// The names and inputs are those of the usual agents' tools (Claude Code, Codex,
// Gemini CLI, opencode, Copilot, Cline, Cursor and what takes after them), also
// behind the prefixes that MCP puts before a name. Shell lines and the scripts
// of Codex's code mode are read as far as that needs (shell.go, script.go), never
// run. What a line does can't be known in full: a path is told where the line
// plainly reads or writes it, and left out where it may or may not.
//
// All is a pure function of the call and may be called concurrently.
package toolcall

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
)

// Use is what a call does.
type Use struct {
	Command   string   // the shell line it runs, several on lines of their own; "" if it runs none
	Expansion bool     // it prints an expanded original: it runs elision-get, or may, or is a tool named …context_expand
	Said      bool     // the result is what a person or a model says, or what the model is to do: an answer, a subagent's report, a skill
	Off       bool     // it says ELIDE=off
	Reads     []string // paths whose contents the result shows as they are, whole or in part, as the call has them; ${…} for those that are told when it runs
	Writes    []string // paths that it creates, changes or removes, as the call has them
	Output    Output   // what the call says of the result
	Key       string   // equal for calls that do the same thing (tool and what it acts on): candidates for a reference
}

// AsPrinted tells whether the result is to be shown as it came, whatever it is:
// the model asked for these bytes, or they are what somebody said.
func (u Use) AsPrinted() bool { return u.Expansion || u.Said || u.Off }

// MinErrorBytes is the length below which the result of a call that failed is
// shown as it is, where nothing else is said.
const MinErrorBytes = 8192

// Of tells what a call of the named tool does. The input is a JSON value, or
// the free text of a custom tool. It never fails: of what is not known, only
// the key is told.
func Of(name string, input []byte) Use {
	return of(name, input, 0)
}

// deepest is how far calls may stand in each other: scripts that call a shell
// that calls a shell.
const deepest = 6

func of(name string, input []byte, depth int) Use {
	c := newCall(name, input)
	c.depth = depth
	var u Use
	if depth < deepest {
		u = c.use()
	}
	switch c.kind {
	case expanding:
		u.Expansion = true
	case shell, script, other: // the rest runs nothing
		u.Expansion = u.Expansion || expands(c.text)
	}
	u.Reads, u.Writes = distinct(u.Reads), distinct(u.Writes)
	if c.kind == other {
		u.Output = c.output()
	}
	if u.Command != "" {
		u.Output = lineOutput(u.Command)
	}
	if u.Key == "" {
		u.Key = c.key(u)
	}
	return u
}

// expands tells whether an input names elision-get and the hash of a marker. It
// may come to run it in ways that can't be read: on another machine, in a
// container, from a program. To take a mere mention for an expansion costs
// some tokens; to reduce an expansion would keep from the model what it asked
// for.
func expands(input string) bool {
	digits := 0
	for i := 0; i < len(input) && digits < marker.HashLen; i++ {
		if c := input[i]; '0' <= c && c <= '9' || 'a' <= c && c <= 'f' {
			digits++
		} else {
			digits = 0
		}
	}
	return digits == marker.HashLen && strings.Contains(input, "elision-get")
}

// call is a call that is looked at.
type call struct {
	name  string
	kind  kind
	text  string         // the input as it came
	input jsonspan.Value // none if it is no JSON
	depth int
}

func newCall(name string, input []byte) call {
	c := call{name: name, kind: kindOf(name), text: string(input)}
	if doc, err := jsonspan.Parse(input); err == nil {
		c.input = doc.Root()
	}
	if c.kind == script && c.input.Get("command").Exists() {
		c.kind = shell // OpenClaw's exec runs a command, Codex's a script
	}
	return c
}

func (c call) use() Use {
	switch c.kind {
	case shell:
		return c.shellUse()
	case reading:
		return Use{Reads: c.paths()}
	case writing:
		return Use{Writes: c.paths()}
	case editor:
		return c.editorUse()
	case patch:
		return Use{Writes: append(patched(c.freeText()), c.paths()...)}
	case script:
		return c.scriptUse()
	case expanding:
		return Use{}
	case saying:
		return Use{Said: true}
	}
	if line := c.str("command", "cmd"); line != "" { // a shell under a name of its own?
		return lineUse(line, c.depth)
	}
	return Use{}
}

// editorUse tells what a call of Anthropic's text editor does, whose command
// says what.
func (c call) editorUse() Use {
	if command := c.str("command"); command == "view" || command == "read" {
		return Use{Reads: c.paths()}
	}
	return Use{Writes: c.paths()}
}

// freeText returns the text that the call is about, whether it stands alone or
// in a member.
func (c call) freeText() string {
	switch c.input.Kind() {
	case jsonspan.String:
		return c.input.Str()
	case jsonspan.None:
		return c.text
	}
	return c.str("input", "patch", "patchText", "code", "script")
}

// str returns the first of these members that is a string which isn't empty.
func (c call) str(keys ...string) string {
	for _, key := range keys {
		if s := c.input.Get(key).Str(); s != "" {
			return s
		}
	}
	return ""
}

// patched returns the paths that a patch in the form of apply_patch names.
func patched(text string) []string {
	var paths []string
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "*** ")
		if !ok {
			continue
		}
		for _, what := range [...]string{"Add File: ", "Update File: ", "Delete File: ", "Move to: "} {
			if path, ok := strings.CutPrefix(rest, what); ok {
				paths = append(paths, strings.TrimSpace(path))
			}
		}
	}
	return paths
}

// distinct drops empty paths, and all but the first of those that are the same.
func distinct(paths []string) []string {
	var out []string
	seen := make(map[string]bool, len(paths))
	for _, p := range paths {
		if p != "" && !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}
