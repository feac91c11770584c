package install

import (
	"encoding/json"

	"elide.example/elide/internal/install/jsonc"
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
		Windows: true, // by Git's bash
		folder:  func(p Place) string { return p.moved("CLAUDE_CONFIG_DIR", ".claude") },
		files:   claudeFiles,
		also: func(p Place) string {
			if p.Project == "" {
				return ""
			}
			return p.at(".claude", "settings.json") // which all share
		},
		notes: func(p Place, programs Programs) []string {
			notes := []string{"start a new session of Claude Code: settings are read at its start"}
			switch {
			case p.System == windows:
				notes = append(notes, "its hooks and commands need Git for Windows; failing commands will reach the model whole: elide-shell is not used on Windows")
			case programs.Shell == "":
				notes = append(notes, "elide-shell was not found beside elide: failing commands will reach the model whole")
			}
			return notes
		},
	}
}

// onlyNoted are the tools of Claude Code of whose results elide changes nothing,
// but which write what the agent has before it then.
const onlyNoted = "Write|Edit|MultiEdit|NotebookEdit|"

func claudeFiles(p Place, programs Programs) []file {
	// What PreToolUse tells of a shell line is for elide-shell, which SessionStart
	// sets up. PostToolUse is told also of the tools whose results stay as they are:
	// what the agent has before it is not shown twice.
	note := edit(grouped(programs, "claude", "PreToolUse", "Bash"))
	if programs.Shell == "" {
		note = without{note}
	}
	edits := settings{
		shellPrefix{},
		note,
		grouped(programs, "claude", "PostToolUse", onlyNoted+"Bash|Read|Grep|WebFetch|mcp__.*"),
		grouped(programs, "claude", "PreCompact", ""),
		grouped(programs, "claude", "SessionStart", ""),
	}
	if p.Project != "" { // the user's own for it: others may have elide elsewhere
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

// shellPrefix is elide-shell before all that Claude Code runs, where elide
// install used to put it: commands, MCP servers and the user's own hooks, of
// which none runs once elide-shell is gone. For servers the host takes a single
// program there and no words behind it, so nothing in its place could look
// whether that is there. It is only taken out, and what it had taken the place of
// put back.
type shellPrefix struct{}

func (s shellPrefix) place() []string { return []string{"env", prefixName} }

// put leaves what the prefix stood in, were it empty: whether that was there before
// elide is known when elide is uninstalled.
func (s shellPrefix) put(d *jsonc.Doc) ([]string, error) {
	now, err := jsonc.Parse(d.Bytes())
	if err != nil || !s.holds(d) {
		return nil, err
	}
	return nil, s.take(d, now)
}

func (s shellPrefix) take(d, before *jsonc.Doc) error {
	var now, former, was json.RawMessage
	runs := d.Get(&now, "env", prefixName) && !s.holds(d)
	switch {
	case runs: // another's
		return nil
	case now != nil && d.Get(&former, "env", formerName):
		if err := d.Set(former, "env", prefixName); err != nil {
			return err
		}
		return d.Remove("env", formerName)
	case before.Get(&was, "env", prefixName) && !ours(stringOf(was)) && (now != nil || stringOf(was) == ""):
		return d.Set(was, "env", prefixName)
	case now != nil:
		if err := d.Remove("env", prefixName); err != nil {
			return err
		}
	}
	return prune(d, before, []string{"env"})
}

// stringOf returns what a JSON string says, "" if it is none.
func stringOf(value json.RawMessage) string {
	var s string
	json.Unmarshal(value, &s) // null too leaves it as it is
	return s
}

func (s shellPrefix) holds(d *jsonc.Doc) bool {
	var now string
	return d.Get(&now, "env", prefixName) && ours(now)
}
