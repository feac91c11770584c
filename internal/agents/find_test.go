package agents

import (
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for args, want := range map[string]string{
		"claude -p x":                   "claude 0",
		"/usr/local/bin/claude":         "claude 0",
		`C:\Users\me\bin\claude.exe -p`: "claude 0",
		"gemini.cmd":                    "gemini 0",
		"npx -y @anthropic-ai/claude-code@latest -p x":             "claude 2",
		"npx --package @openai/codex codex exec x":                 "codex 3",
		"npm exec --yes -- @openai/codex":                          "codex 4",
		"npm exec @google/gemini-cli":                              "gemini 2",
		"pnpm dlx opencode-ai run":                                 "opencode 2",
		"bunx cline task":                                          "cline 1",
		"env -u X -C /tmp A=claude B= copilot -p x":                "copilot 7",
		"env PATH=/bin timeout -k 5 60 nice -n 5 codex exec":       "codex 9",
		"nohup setsid stdbuf -oL opencode run":                     "opencode 4",
		"node --max-old-space-size=4096 /x/gemini.js":              "gemini 2",
		"node /x/node_modules/@anthropic-ai/claude-code/cli.js -p": "claude 1",
		"node /x/node_modules/@github/copilot/npm-loader.js":       "copilot 1",
		"/opt/codex-x86_64-unknown-linux-musl exec":                "codex 0",
		"make claude":               " 0",
		"npm run claude":            " 0",
		"npm install @openai/codex": " 0",
		"cat codex":                 " 0",
		"sh -c claude":              " 0",
		"codex-notes.md":            " 0",
		"env":                       " 0",
		"timeout 5":                 " 0",
		"env -u":                    " 0",
		"npx -y my-claude":          " 0",
		"":                          " 0",
	} {
		agent, at := find(strings.Fields(args))
		if got := agent + " " + string(rune('0'+at)); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
