package shellline

import (
	"strings"
	"testing"
)

// Parts of lines as Claude Code 2.1.329 and 2.1.330 sent them, paths shortened.
const (
	restores = `source /home/u/.claude/shell-snapshots/snapshot-zsh-1795236609248-ooztey.sh 2>/dev/null || true && ` +
		`{ \builtin shopt -u extglob || \builtin setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL; } >/dev/null 2>&1 || true && ` +
		`{ \builtin unalias -- 'which'; \builtin unset -f -- 'which'; } >/dev/null 2>&1 || true && `
	tells = " && pwd -P >| /tmp/claude-931f-cwd"
)

func TestParseClaude(t *testing.T) {
	for _, c := range []struct{ line, command, shell string }{
		{restores + `eval 'seq 1 3' < /dev/null` + tells, "seq 1 3", "zsh"},
		{strings.Replace(restores, "zsh", "bash", 1) + `eval ls < /dev/null` + tells, "ls", "bash"},
		{restores + `eval 'echo it'"'"'s "q" '"'"'x'"'"'' < /dev/null` + tells, `echo it's "q" 'x'`, "zsh"},
		{restores + "eval 'cat <<EOF\nhello $HOME\nEOF'" + tells, "cat <<EOF\nhello $HOME\nEOF", "zsh"},
		{restores + `eval 'cat < /etc/hostname'` + tells, "cat < /etc/hostname", "zsh"},
		{`eval "echo \"a\" \$HOME 'b' \n" \< /dev/null` + tells, `echo "a" $HOME 'b' \n`, ""},
		{`export A="$(x)"; eval "$(direnv hook)" && eval 'make' < /dev/null && pwd -P >| '/tmp/a b/cwd'`, "make", ""},
		{restores + `eval 'eval '"'"'a'"'"' < /dev/null && pwd -P >| b' < /dev/null` + tells, `eval 'a' < /dev/null && pwd -P >| b`, "zsh"},
		{`eval é\ a` + tells, "é a", ""},
	} {
		got, ok := ParseClaude(c.line)
		if !ok || got != (Claude{c.command, c.shell}) {
			t.Errorf("%s\n%v, %+v", c.line, ok, got)
		}
	}
}

// TestNotClaudes: lines of hooks and of MCP servers, and what looks alike.
func TestNotClaudes(t *testing.T) {
	for _, line := range []string{
		"",
		"cat > /tmp/payload 2>/dev/null || true",
		"'/usr/local/bin/elide' hook claude PostToolUse 2>/dev/null || true",
		"python3 /srv/mcp.py 'an argument'",
		"ls && pwd -P >| /tmp/x",
		"eval 'ls'",
		"eval 'ls' < /dev/null",
		"eval 'ls' | cat < /dev/null" + tells,
		"eval 'ls'; rm x < /dev/null" + tells,
		"eval \"$(make)\" < /dev/null" + tells,
		"eval 'ls" + tells,
		"eval 'ls' < /dev/null" + tells + " && rm x",
		"eval 'ls' < /dev/null && pwd -P >| $(x)",
		"eval ls;x" + tells,
		"reeval 'ls'" + tells,
		"eval ls\\",
		"eval \"ls",
	} {
		if got, ok := ParseClaude(line); ok {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// FuzzParseClaude: whatever the command is, it is read back from the line.
func FuzzParseClaude(f *testing.F) {
	for _, command := range []string{"ls", "echo it's", "eval 'x' < /dev/null" + tells, "", "a\nb", "\"", "\\"} {
		f.Add(command)
	}
	f.Fuzz(func(t *testing.T, command string) {
		ParseClaude(command)
		for _, quoted := range []string{Quote(command), "'" + strings.ReplaceAll(command, "'", `'"'"'`) + "'"} {
			got, ok := ParseClaude(restores + "eval " + quoted + " < /dev/null" + tells)
			if !ok || got.Command != command || got.Shell != "zsh" {
				t.Fatalf("%q: %v, %+v", command, ok, got)
			}
		}
	})
}
