package install

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
)

//go:embed plugins/opencode.ts
var opencodePlugin string

// local is an MCP server as opencode has it.
type local struct {
	Type    string   `json:"type"`
	Command []string `json:"command"`
	Enabled bool     `json:"enabled"`
}

func opencode() Host {
	return Host{
		Name: "opencode", Title: "opencode", Program: "opencode", Least: "1.1.62",
		Windows: true, // its plugin starts elide without a shell
		folder:  opencodeFolder,
		files:   opencodeFiles,
		notes: func(Place, Programs) []string {
			return []string{"start opencode anew: plugins are read at its start"}
		},
	}
}

func opencodeFolder(p Place) string {
	if p.Project != "" {
		return p.at(".opencode")
	}
	return p.moved("XDG_CONFIG_HOME", ".config", "opencode")
}

func opencodeFiles(p Place, programs Programs) []file {
	config := opencodeFolder(p)
	if p.Project != "" {
		config = p.Project
	}
	servers := settings{
		head{"$schema", "https://opencode.ai/config.json"},
		server{
			path:  []string{"mcp", "elide"},
			value: local{Type: "local", Command: []string{programs.Elide, "mcp"}, Enabled: true},
		},
	}
	return []file{
		{filepath.Join(opencodeFolder(p), "plugins", "elide.ts"), plugin(opencodePlugin, "tool.execute.after", programs)},
		p.oneOf(servers, filepath.Join(config, "opencode.json"), filepath.Join(config, "opencode.jsonc")),
	}
}

// oneOf returns the file at the first path where elide is in it, or else the
// first that there is, or else the first.
func (p Place) oneOf(content content, paths ...string) file {
	at := slices.IndexFunc(paths, func(path string) bool { return p.has(file{path, content}) })
	if at < 0 {
		at = slices.IndexFunc(paths, func(path string) bool { _, err := os.Stat(path); return err == nil })
	}
	return file{paths[max(at, 0)], content}
}
