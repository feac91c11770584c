package install

// line is a hook as Copilot CLI and Visual Studio Code have it.
type line struct {
	Type    string `json:"type"`
	Matcher string `json:"matcher,omitempty"`
	Bash    string `json:"bash,omitempty"`
	Power   string `json:"powershell,omitempty"`
	Command string `json:"command,omitempty"`
	Timeout int    `json:"timeoutSec,omitempty"`
	Wait    int    `json:"timeout,omitempty"` // the same for Visual Studio Code
}

func copilot() Host {
	return Host{
		Name: "copilot", Title: "GitHub Copilot CLI", Program: "copilot", Least: "1.0.67",
		Windows: true, // which member is for which shell
		folder:  func(p Place) string { return p.moved("COPILOT_HOME", ".copilot") },
		files:   copilotFiles,
		notes: func(p Place, _ Programs) []string {
			notes := []string{"start copilot anew: hooks are read at its start"}
			if p.Project != "" {
				notes = append(notes, "Copilot CLI runs a project's hooks only in a folder that you trust",
					"it has no file for a project's MCP servers: install it for yourself to have context_expand")
			}
			return notes
		},
	}
}

func copilotFiles(p Place, programs Programs) []file {
	value := line{Type: "command", Bash: Command(programs.Elide, "copilot", "postToolUse"), Timeout: hookTimeout}
	if p.System == windows {
		value.Bash, value.Power = "", PowerShell(programs.Elide, "copilot", "postToolUse")
	}
	hooks := ownJSON("copilot", head{"version", 1}, hook{path: []string{"hooks", "postToolUse"}, host: "copilot", value: value})
	if p.Project != "" {
		return []file{{p.at(".github", "hooks", "elide.json"), hooks}}
	}
	return []file{
		{p.moved("COPILOT_HOME", ".copilot", "hooks", "elide.json"), hooks},
		{p.moved("COPILOT_HOME", ".copilot", "mcp-config.json"), settings{server{
			path:  []string{"mcpServers", "elide"},
			value: stdio{Type: "local", Command: programs.Elide, Args: []string{"mcp"}, Tools: []string{"*"}},
		}}},
	}
}
