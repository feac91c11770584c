package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/shellline"
	"elide.example/elide/internal/toolcall"
)

// The variables that say what is to be run, the host's and our own.
const (
	hostShell    = "CLAUDE_CODE_SHELL"
	hostSession  = "CLAUDE_CODE_SESSION_ID"
	formerPrefix = "ELIDE_SHELL_PREFIX"
)

// line is a line as the host has it run.
type line struct {
	args    []string // that run it
	bash    bool     // it is one of the Bash tool
	command string   // of the tool
}

// readLine reads a line, and says how it is run: by the prefix that was set
// before ours, or else by a shell.
func readLine(text string, env func(string) string) line {
	claude, bash := shellline.ParseClaude(text)
	l := line{bash: bash, command: claude.Command}
	switch prefix := env(formerPrefix); {
	case prefix != "" && !self(prefix):
		l.args = prefixed(prefix, text)
	case bash:
		l.args = []string{shellFor(claude.Shell, env), "-c", text}
	default:
		l.args = []string{child.FindShell("sh"), "-c", text}
	}
	return l
}

// prefixed returns the arguments that run a line behind a prefix, as the host
// does: a path, or a path with flags.
func prefixed(prefix, text string) []string {
	at := strings.LastIndex(prefix, " -")
	if at <= 0 {
		return []string{prefix, text}
	}
	return []string{child.FindShell("sh"), "-c", shellline.Quote(prefix[:at]) + prefix[at:] + ` "$1"`, "sh", text}
}

// self tells whether a prefix is this program, which would go on for ever.
func self(prefix string) bool {
	path, err := exec.LookPath(prefix)
	if err != nil {
		return false
	}
	own, err := os.Executable()
	if err != nil {
		return filepath.Base(path) == program
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(own)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// shellFor returns the shell that the host would run a line with that is
// written for the given one: bash or zsh, or "" if the line doesn't say.
func shellFor(kind string, env func(string) string) string {
	for _, name := range [...]string{hostShell, "SHELL"} {
		path := env(name)
		base := filepath.Base(path)
		if path != "" && (base == kind || kind == "" && (base == "bash" || base == "zsh")) && runs(path) {
			return path
		}
	}
	for _, name := range [...]string{kind, "bash"} {
		if path := child.FindShell(name); name != "" && runs(path) {
			return path
		}
	}
	return child.FindShell("sh")
}

func runs(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// stays tells whether what the command prints is shown as it is, whatever it
// is: what it says ELIDE=off for, the original of something that was reduced,
// what elide has reduced, a file, of which an edit may need the exact bytes, or what the user lists. So
// is that of a line which leaves something running: what that prints later
// must not get between.
func stays(command string, ignore []string) bool {
	input, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		return true
	}
	use := toolcall.Of("Bash", input)
	return use.AsPrinted() || use.Exact() || shellline.Excluded(command, ignore) || leaves(command)
}

// leaves tells whether the line starts something that it does not wait for. Of
// one that can't be read it can't be told; then it is taken for one that does
// only if it may at all.
func leaves(command string) bool {
	return strings.Contains(command, "&") && shellline.Background(command)
}
