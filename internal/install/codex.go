package install

func codex() Host {
	return Host{
		Name: "codex", Title: "Codex CLI", Program: "codex", Least: "0.124.0",
		folder: func(p Place) string { return p.moved("CODEX_HOME", ".codex") },
		files:  codexFiles,
		notes: func(Place, Programs) []string {
			return []string{
				"Codex runs no hook that you have not trusted: start codex, type /hooks, look at elide's and trust it",
				"models in Codex's code mode ignore a hook's answer: for them, elide proxy -- codex is the way",
			}
		},
	}
}

func codexFiles(p Place, programs Programs) []file {
	rewriting := without{grouped(programs, "codex", "PreToolUse", "")}
	return []file{
		{p.moved("CODEX_HOME", ".codex", "hooks.json"), settings{grouped(programs, "codex", "PostToolUse", "^(Bash|mcp__.*)$"), rewriting}},
		{p.moved("CODEX_HOME", ".codex", "config.toml"), block{
			table: []string{"mcp_servers", "elide"},
			text:  "[mcp_servers.elide]\ncommand = " + tomlString(programs.Elide) + "\nargs = ['mcp']\n",
		}},
	}
}
