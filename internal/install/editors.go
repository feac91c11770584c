package install

import (
	"path/filepath"
)

// bare is a hook that is no group, as Cursor has it.
type bare struct {
	Command string `json:"command"`
	Matcher string `json:"matcher,omitempty"`
	Timeout int    `json:"timeout"`
}

func cursor() Host {
	return Host{
		Name: "cursor", Title: "Cursor", Program: "cursor-agent", Untried: true,
		folder: func(p Place) string { return p.at(".cursor") },
		files:  cursorFiles,
		notes: func(Place, Programs) []string {
			return []string{"Cursor lets a hook replace what MCP tools print, and nothing else: add what elide instructions prints to your rules, and have commands run by elide run"}
		},
	}
}

func cursorFiles(p Place, programs Programs) []file {
	on := func(event, matcher string) hook {
		line := Command(programs.Elide, "cursor", event)
		return hook{path: []string{"hooks", event}, host: "cursor", value: bare{line, matcher, hookTimeout}}
	}
	return []file{
		{p.at(".cursor", "hooks.json"), settings{
			head{"version", 1}, without{on("preToolUse", "")}, on("postToolUse", "^MCP:"),
		}},
		{p.at(".cursor", "mcp.json"), settings{server{
			path:  []string{"mcpServers", "elide"},
			value: stdio{Command: programs.Elide, Args: []string{"mcp"}},
		}}},
	}
}

func windsurf() Host {
	return Host{
		Name: "windsurf", Title: "Windsurf", Program: "windsurf", Untried: true, Personal: true,
		folder: func(p Place) string { return p.at(".codeium", "windsurf") },
		files: func(p Place, programs Programs) []file {
			return []file{{p.at(".codeium", "windsurf", "mcp_config.json"), settings{server{
				path:  []string{"mcpServers", "elide"},
				value: stdio{Command: programs.Elide, Args: []string{"mcp"}},
			}}}}
		},
		notes: func(Place, Programs) []string {
			return []string{"Windsurf's hooks can't change what the model reads: add what elide instructions prints to your rules, and have commands run by elide run"}
		},
	}
}

func vscode() Host {
	return Host{
		Name: "vscode", Title: "Visual Studio Code", Program: "code", Untried: true,
		Windows: true, // of elide it has a server only
		folder:  vscodeFolder,
		files:   vscodeFiles,
		notes: func(Place, Programs) []string {
			return []string{"Visual Studio Code's hooks can't replace what a command printed: add what elide instructions prints to your instructions, and have commands run by elide run"}
		},
	}
}

// vscodeFolder returns the folder of the user's settings, or the project's.
func vscodeFolder(p Place) string {
	switch {
	case p.Project != "":
		return p.at(".vscode")
	case p.System == windows && filepath.IsAbs(p.Env("APPDATA")):
		return filepath.Join(p.Env("APPDATA"), "Code", "User")
	case p.System == "darwin":
		return p.at("Library", "Application Support", "Code", "User")
	}
	return p.moved("XDG_CONFIG_HOME", ".config", "Code", "User")
}

func vscodeFiles(p Place, programs Programs) []file {
	folder := p.moved("COPILOT_HOME", ".copilot", "hooks")
	if p.Project != "" {
		folder = p.at(".github", "hooks")
	}
	rewriting := ownJSON("vscode", head{"version", 1}, hook{
		path: []string{"hooks", "PreToolUse"}, host: "vscode",
		value: line{Type: "command", Command: Command(programs.Elide, "vscode", "PreToolUse"), Wait: hookTimeout},
	})
	return []file{
		{filepath.Join(folder, "elide-vscode.json"), former{rewriting}},
		{filepath.Join(vscodeFolder(p), "mcp.json"), settings{server{
			path:  []string{"servers", "elide"},
			value: stdio{Type: "stdio", Command: programs.Elide, Args: []string{"mcp"}},
		}}},
	}
}
