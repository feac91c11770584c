package install

func codex() Host {
	return Host{
		Name: "codex", Title: "Codex CLI", Program: "codex", Least: "0.124.0",
		folder: func(p Place) string { return p.moved("CODEX_HOME", ".codex") },
		files:  codexFiles,
		notes: func(_ Place, programs Programs) []string {
			notes := []string{
				"Codex runs no hook that you have not trusted: start codex, type /hooks, look at elide's and trust it",
				"models in Codex's code mode ignore a hook's answer: for them, elide proxy -- codex is the way",
			}
			if programs.Rewrite {
				notes = append(notes, "commands are rewritten, which Codex takes only with an approval: it may then not ask you for one")
			}
			return notes
		},
	}
}

func codexFiles(p Place, programs Programs) []file {
	before := edit(grouped(programs, "codex", "PreToolUse", "^Bash$"))
	if !programs.Rewrite {
		before = without{before}
	}
	return []file{
		{p.moved("CODEX_HOME", ".codex", "hooks.json"), settings{grouped(programs, "codex", "PostToolUse", "^(Bash|mcp__.*)$"), before}},
		{p.moved("CODEX_HOME", ".codex", "config.toml"), block{
			table: []string{"mcp_servers", "elide"},
			text:  "[mcp_servers.elide]\ncommand = " + tomlString(programs.Elide) + "\nargs = ['mcp']\n",
		}},
	}
}
