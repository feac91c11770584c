package install

import _ "embed"

//go:embed plugins/cline.ts
var clinePlugin string

func cline() Host {
	return Host{
		Name: "cline", Title: "Cline CLI", Program: "cline", Least: "3.0.62",
		Windows: true, // its plugin starts elide without a shell
		folder:  func(p Place) string { return p.at(".cline") },
		files:   clineFiles,
		notes: func(p Place, _ Programs) []string {
			if p.Project == "" {
				return nil
			}
			return []string{"Cline has no file for a project's MCP servers: install it for yourself to have context_expand"}
		},
	}
}

func clineFiles(p Place, programs Programs) []file {
	files := []file{{p.at(".cline", "plugins", "elide.ts"), plugin(clinePlugin, "afterTool", programs)}}
	if p.Project != "" {
		return files
	}
	return append(files, file{p.at(".cline", "data", "settings", "cline_mcp_settings.json"), settings{server{
		path:  []string{"mcpServers", "elide"},
		value: stdio{Command: programs.Elide, Args: []string{"mcp"}},
	}}})
}
