package agents

import (
	"path"
	"slices"
	"strings"
)

// packages are the agents' names and those of their packages, as npx takes them
// and as they stand in the paths of their scripts.
var packages = []struct{ agent, pkg string }{
	{"claude", "@anthropic-ai/claude-code"},
	{"cline", "cline"},
	{"codex", "@openai/codex"},
	{"copilot", "@github/copilot"},
	{"gemini", "@google/gemini-cli"},
	{"opencode", "opencode-ai"},
}

// wrapper is a command that runs the one in its arguments.
type wrapper struct {
	valued      []string // its flags that take the next argument
	subcommands []string // one of which has to follow
	assigns     bool     // NAME=VALUE may stand before the command
	skip        int      // arguments of its own before the command
}

var wrappers = map[string]wrapper{
	"env":     {valued: []string{"-u", "--unset", "-C", "--chdir"}, assigns: true},
	"nice":    {valued: []string{"-n", "--adjustment"}},
	"nohup":   {},
	"setsid":  {},
	"stdbuf":  {valued: []string{"-i", "-o", "-e"}},
	"time":    {valued: []string{"-f", "-o"}},
	"timeout": {valued: []string{"-k", "--kill-after", "-s", "--signal"}, skip: 1},
	"npx":     {valued: []string{"-p", "--package"}},
	"pnpx":    {valued: []string{"-p", "--package"}},
	"bunx":    {valued: []string{"-p", "--package"}},
	"npm":     {valued: []string{"-p", "--package"}, subcommands: []string{"exec", "x"}},
	"pnpm":    {valued: []string{"--package"}, subcommands: []string{"exec", "dlx"}},
	"yarn":    {valued: []string{"-p", "--package"}, subcommands: []string{"exec", "dlx"}},
	"node":    {valued: []string{"-r", "--require", "--import"}},
	"bun":     {valued: []string{"-r", "--preload"}},
}

// find returns the name of the agent that the arguments run, and its place
// among them; "" if they run none that is known.
func find(args []string) (agent string, at int) {
	for at < len(args) {
		if agent = agentOf(args[at]); agent != "" {
			return agent, at
		}
		w, ok := wrappers[program(args[at])]
		if !ok {
			break
		}
		at += 1 + w.own(args[at+1:])
	}
	return "", 0
}

// own returns how many of the arguments are the wrapper's.
func (w wrapper) own(args []string) int {
	left, needsSub := w.skip, len(w.subcommands) > 0
	i := 0
	for ; i < len(args); i++ {
		switch arg := args[i]; {
		case slices.Contains(w.valued, arg):
			i++
		case arg != "-" && strings.HasPrefix(arg, "-"):
		case w.assigns && strings.Contains(arg, "="):
		case needsSub && slices.Contains(w.subcommands, arg):
			needsSub = false
		case left > 0:
			left--
		case needsSub:
			return len(args) // another subcommand, which runs no agent
		default:
			return i
		}
	}
	return i
}

// agentOf returns the agent that a command, package or script is, "" if none.
func agentOf(arg string) string {
	name := program(arg)
	slashed := strings.ReplaceAll(arg, `\`, "/")
	for _, p := range packages {
		if name == p.agent || withoutTag(arg) == p.pkg || strings.Contains(slashed, "/node_modules/"+p.pkg+"/") {
			return p.agent
		}
	}
	if strings.HasPrefix(name, "codex-") && !strings.Contains(name, ".") { // codex-x86_64-unknown-linux-musl
		return "codex"
	}
	return ""
}

// program returns the name of a command without its folder and ending.
func program(arg string) string {
	name := path.Base(strings.ReplaceAll(arg, `\`, "/"))
	for _, end := range []string{".exe", ".cmd", ".js", ".mjs"} {
		name = strings.TrimSuffix(name, end)
	}
	return withoutTag(name)
}

// withoutTag returns the name of a package without a version behind @.
func withoutTag(name string) string {
	if i := strings.LastIndexByte(name, '@'); i > 0 {
		return name[:i]
	}
	return name
}
