package install

import (
	"encoding/json"
	"strings"

	"elide/internal/install/jsonc"
)

// hookTimeout is how long a host waits for a hook, in seconds. The hook's own
// deadline is far below it.
const hookTimeout = 10

// group is a group of hooks as Claude Code has them, and those that follow it.
type group struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []command `json:"hooks"`
}

type command struct {
	Type    string `json:"type"`
	Name    string `json:"name,omitempty"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// grouped returns the hook of an event in a group of its own.
func grouped(p Programs, host, event, matcher string) hook {
	line := command{Type: "command", Command: Command(p.Elide, host, event), Timeout: hookTimeout}
	return hook{path: []string{"hooks", event}, host: host, value: group{Matcher: matcher, Hooks: []command{line}}}
}

// stdio is an MCP server as most hosts have it.
type stdio struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Tools   []string `json:"tools,omitempty"`
}

func claude() Host {
	return Host{
		Name: "claude", Title: "Claude Code", Program: "claude", Least: "2.1.121",
		folder: func(p Place) string { return p.moved("CLAUDE_CONFIG_DIR", ".claude") },
		files:  claudeFiles,
		also: func(p Place) string {
			if p.Project == "" {
				return ""
			}
			return p.at(".claude", "settings.json") // which all share
		},
		notes: func(_ Place, programs Programs) []string {
			notes := []string{"start a new session of Claude Code: settings are read at its start"}
			switch {
			case programs.Shell == "":
				notes = append(notes, "elide-shell was not found beside elide: failing commands will reach the model whole")
			case !isPrefix(programs.Shell):
				notes = append(notes, programs.Shell+" can't be put before commands, as Claude Code takes what follows a blank and a dash for its flags: failing commands will reach the model whole")
			}
			return notes
		},
	}
}

// isPrefix tells whether Claude Code runs a program of this path as a prefix: it
// cuts it at the last blank that a dash follows.
func isPrefix(path string) bool { return path != "" && !strings.Contains(path, " -") }

func claudeFiles(p Place, programs Programs) []file {
	// What PreToolUse tells of a shell line is for elide-shell.
	prefix, note := edit(shellPrefix{programs.Shell}), edit(grouped(programs, "claude", "PreToolUse", "Bash"))
	tools := "Read|Grep|WebFetch|mcp__.*"
	if !isPrefix(programs.Shell) {
		prefix, note, tools = without{prefix}, without{note}, "Bash|"+tools
	}
	edits := settings{
		prefix,
		note,
		grouped(programs, "claude", "PostToolUse", tools),
		grouped(programs, "claude", "PreCompact", ""),
		grouped(programs, "claude", "SessionStart", ""),
	}
	if p.Project != "" { // the user's own for it: a prefix that others don't have would stop their every command
		return []file{{p.at(".claude", "settings.local.json"), edits}, projectServers(p, programs)}
	}
	return []file{
		{p.moved("CLAUDE_CONFIG_DIR", ".claude", "settings.json"), edits},
		{p.moved("CLAUDE_CONFIG_DIR", "", ".claude.json"), typedServer(programs)},
	}
}

// projectServers returns the file of a project's MCP servers that more than one
// host reads.
func projectServers(p Place, programs Programs) file {
	return file{p.at(".mcp.json"), typedServer(programs)}
}

func typedServer(programs Programs) settings {
	return settings{server{
		path:  []string{"mcpServers", "elide"},
		value: stdio{Type: "stdio", Command: programs.Elide, Args: []string{"mcp"}},
	}}
}

// The variables of Claude Code's settings that a prefix of shell commands is
// in, and in which elide-shell finds the one that was there before.
const (
	prefixName = "CLAUDE_CODE_SHELL_PREFIX"
	formerName = "ELIDE_SHELL_PREFIX"
)

// shellPrefix puts elide-shell before the commands that Claude Code runs. A
// prefix that is there already runs in front of them still.
type shellPrefix struct{ shell string }

func (s shellPrefix) place() []string { return []string{"env", prefixName} }

func (s shellPrefix) put(d *jsonc.Doc) ([]string, error) {
	var old string
	var text json.RawMessage // as it is written there: it has to come back
	d.Get(&old, "env", prefixName)
	d.Get(&text, "env", prefixName)
	if old == s.shell {
		return nil, nil
	}
	var notes []string
	if old != "" && !ours(old) {
		notes = append(notes, "the prefix "+old+" stays: elide-shell runs it before each command")
		if err := d.Set(text, "env", formerName); err != nil {
			return nil, err
		}
	}
	return notes, d.Set(s.shell, "env", prefixName)
}

func (s shellPrefix) take(d, before *jsonc.Doc) error {
	if !s.holds(d) {
		return nil
	}
	var former json.RawMessage
	if d.Get(&former, "env", formerName) {
		if err := d.Set(former, "env", prefixName); err != nil {
			return err
		}
		return d.Remove("env", formerName)
	}
	var was json.RawMessage
	if before.Get(&was, "env", prefixName) { // one that runs nothing
		return d.Set(was, "env", prefixName)
	}
	if err := d.Remove("env", prefixName); err != nil {
		return err
	}
	return prune(d, before, []string{"env"})
}

func (s shellPrefix) holds(d *jsonc.Doc) bool {
	var now string
	return d.Get(&now, "env", prefixName) && ours(now)
}
