package install

// geminiTimeout is hookTimeout in the unit that Gemini CLI has.
const geminiTimeout = 1000 * hookTimeout

func gemini() Host {
	return Host{
		Name: "gemini", Title: "Gemini CLI", Program: "gemini", Least: "0.27.0",
		folder: func(p Place) string { return geminiFile(p, "") },
		files:  geminiFiles,
		notes: func(p Place, _ Programs) []string {
			notes := []string{"start gemini anew: settings are read at its start"}
			if p.Project != "" {
				notes = append(notes, "Gemini CLI reads a project's settings only in a folder that you trust")
			}
			return notes
		},
	}
}

func geminiFile(p Place, name string) string {
	return p.moved("GEMINI_CLI_HOME", "", ".gemini", name)
}

func geminiFiles(p Place, programs Programs) []file {
	after := command{
		Type: "command", Name: "elide:AfterTool",
		Command: Command(programs.Elide, "gemini", "AfterTool"), Timeout: geminiTimeout,
	}
	return []file{{geminiFile(p, "settings.json"), settings{
		hook{
			path: []string{"hooks", "AfterTool"}, host: "gemini",
			value: group{Matcher: "^(run_shell_command|mcp_.*)$", Hooks: []command{after}},
		},
		server{
			path:  []string{"mcpServers", "elide"},
			value: stdio{Command: programs.Elide, Args: []string{"mcp"}},
		},
	}}}
}
