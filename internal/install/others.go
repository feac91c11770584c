package install

import (
	_ "embed"
	"path/filepath"
)

func grok() Host {
	return Host{
		Name: "grok", Title: "Grok Build", Program: "grok", Least: "1.0.40", Untried: true,
		folder: func(p Place) string { return p.moved("GROK_HOME", ".grok") },
		files:  grokFiles,
		notes: func(p Place, _ Programs) []string {
			if p.Project == "" {
				return nil
			}
			return []string{"Grok Build runs a project's hooks only once you trust the folder: type /hooks-trust"}
		},
	}
}

func grokFiles(p Place, programs Programs) []file {
	return []file{
		{p.moved("GROK_HOME", ".grok", "hooks", "elide.json"), ownJSON("grok", grouped(programs, "grok", "PostToolUse", "Bash|bash"))},
		{p.moved("GROK_HOME", ".grok", "config.toml"), block{
			table: []string{"mcp_servers", "elide"},
			text:  "[mcp_servers.elide]\ncommand = " + tomlString(programs.Elide) + "\nargs = ['mcp']\nenabled = true\n",
		}},
	}
}

func vibe() Host {
	return Host{
		Name: "vibe", Title: "Mistral Vibe", Program: "vibe", Least: "2.25.5",
		folder: func(p Place) string { return p.moved("VIBE_HOME", ".vibe") },
		files: func(p Place, programs Programs) []file {
			return []file{{p.moved("VIBE_HOME", ".vibe", "hooks.toml"), block{
				text: "[[hooks]]\nname = 'elide-post-tool'\ntype = 'post_tool'\nmatch = 'bash'\n" +
					"command = " + tomlString(Command(programs.Elide, "vibe", "post_tool")) + "\ntimeout = 10.0\n",
			}}}
		},
		notes: func(_ Place, programs Programs) []string {
			return []string{"Vibe writes its file of MCP servers itself: vibe mcp add elide --transport stdio --command " +
				quoted(programs.Elide) + " --arg mcp"}
		},
	}
}

func qoder() Host {
	return Host{
		Name: "qoder", Title: "Qoder CLI", Program: "qodercli", Untried: true,
		folder: func(p Place) string { return p.at(".qoder") },
		files: func(p Place, programs Programs) []file {
			return []file{{p.at(".qoder", "settings.json"), append(likeClaude(programs, "qoder"), mcpServer(programs))}}
		},
	}
}

func codebuddy() Host {
	return Host{
		Name: "codebuddy", Title: "CodeBuddy Code", Program: "codebuddy", Untried: true,
		folder: func(p Place) string { return p.at(".codebuddy") },
		files: func(p Place, programs Programs) []file {
			servers := file{p.at(".codebuddy", ".mcp.json"), settings{mcpServer(programs)}}
			if p.Project != "" {
				servers = projectServers(p, programs)
			}
			return []file{{p.at(".codebuddy", "settings.json"), likeClaude(programs, "codebuddy")}, servers}
		},
	}
}

// likeClaude returns the hooks of a host that has taken over Claude Code's.
func likeClaude(programs Programs, host string) settings {
	return settings{grouped(programs, host, "PostToolUse", "Bash")}
}

func mcpServer(programs Programs) server {
	return server{
		path:  []string{"mcpServers", "elide"},
		value: stdio{Command: programs.Elide, Args: []string{"mcp"}},
	}
}

//go:embed plugins/amp.ts
var ampPlugin string

func amp() Host {
	return Host{
		Name: "amp", Title: "Amp", Program: "amp", Untried: true,
		Windows: true, // as opencode
		folder:  ampFolder,
		files: func(p Place, programs Programs) []file {
			return []file{
				{filepath.Join(ampFolder(p), "plugins", "elide.ts"), plugin(ampPlugin, "tool.result", programs)},
				p.oneOf(settings{server{
					path:  []string{"amp.mcpServers", "elide"},
					value: stdio{Command: programs.Elide, Args: []string{"mcp"}},
				}}, filepath.Join(ampFolder(p), "settings.json"), filepath.Join(ampFolder(p), "settings.jsonc")),
			}
		},
		notes: func(Place, Programs) []string {
			return []string{"in Amp, type Ctrl-O and plugins: reload; amp -x needs --plugin-ready-timeout"}
		},
	}
}

func ampFolder(p Place) string {
	if p.Project != "" {
		return p.at(".amp")
	}
	return p.moved("XDG_CONFIG_HOME", ".config", "amp")
}
