package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/install"
)

// prefix looks at what stands before all that Claude Code runs.
func (d *Doctor) prefix(r *report, h install.Host, in install.Inspection) {
	switch {
	case h.Name != "claude" || in.Prefix == "":
	case filepath.Base(in.Prefix) == "elide-shell":
		r.add(Problem, "CLAUDE_CODE_SHELL_PREFIX is %s, which works only while that is there: without it no command, hook or MCP server of yours runs: elide install %s", in.Prefix, h.Name)
	default:
		r.add(Note, "%s runs before each command, and elide-shell behind it, where it has bash or zsh run them", in.Prefix)
	}
}

// sessionStart is the event whose hook has a session's shell lines reduced, and
// sessionBegins its payload.
const (
	sessionStart  = "SessionStart"
	sessionBegins = `{"session_id":"` + sampleSession + `","hook_event_name":"` + sessionStart + `","source":"startup"}` + "\n"
	sampleSession = "00000000-0000-4000-8000-000000000000"
)

// shellLines tries what Claude Code puts ahead of its shell lines once the hook
// was called.
func (d *Doctor) shellLines(ctx context.Context, r *report, h install.Host, in install.Inspection) {
	line, ok := sessionLine(in.Lines)
	if h.Name != "claude" || !ok || !isProgram(line.Elide) {
		return
	}
	printed, err := d.shellLine(ctx, h, line)
	switch {
	case err != nil:
		r.add(Problem, "shell commands: %v", err)
	case !strings.Contains(printed, sampleFailure):
		r.add(Problem, "shell commands: the failure in the sample would not reach the model")
	default:
		r.measured("shell commands", len(sampleOutput()), len(printed))
	}
}

// sessionLine returns the hook of SessionStart, if elide-shell was there when
// elide was installed: then PreToolUse tells it of commands.
func sessionLine(lines []install.Line) (start install.Line, ok bool) {
	for _, line := range lines {
		if line.Event == sessionStart {
			start = line
		}
		ok = ok || line.Event == "PreToolUse"
	}
	return start, ok && start.Elide != ""
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func sameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// claudeLine is a line of Claude Code's Bash tool, without the paths in it and
// what stands ahead of the command.
const claudeLine = `source %s 2>/dev/null || true && %s
: && eval 'sh "$ELIDE_SAMPLE"' < /dev/null && pwd -P >| %s`

// quoted returns a path as one word for a shell.
func quoted(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }

// shellLine runs the hook and then a line as Claude Code does, and returns what
// it reads of its output: both outputs are one file.
func (d *Doctor) shellLine(ctx context.Context, h install.Host, start install.Line) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	env, folder, err := d.sandbox()
	if err != nil {
		return "", err
	}
	ahead, err := d.ahead(ctx, h, start, filepath.Join(folder, "session-env", sampleSession))
	if err != nil {
		return "", err
	}
	// A script, since a file that is only shown stays as it is.
	script := filepath.Join(folder, "sample.sh")
	if err := os.WriteFile(script, []byte("cat <<'END'\n"+sampleOutput()+"END\n"), 0o600); err != nil {
		return "", err
	}
	output, err := os.OpenFile(filepath.Join(folder, "output"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return "", err
	}
	defer output.Close()
	line := fmt.Sprintf(claudeLine, quoted(filepath.Join(folder, "shell-snapshots", "snapshot-bash-1-sample.sh")), ahead, quoted(filepath.Join(folder, "cwd")))
	cmd := exec.CommandContext(ctx, "bash", "-c", line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = d.Dir, output, output
	cmd.Env = append(env, "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID="+sampleSession, "ELIDE_SAMPLE="+script)
	ownGroup(cmd)
	if err := cmd.Run(); err != nil {
		return "", err
	}
	text, err := os.ReadFile(output.Name())
	return string(text), err
}

// ahead returns what the hook has the host put ahead of its lines.
func (d *Doctor) ahead(ctx context.Context, h install.Host, start install.Line, folder string) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	name := filepath.Join(folder, "sessionstart-hook-0.sh")
	variable := "CLAUDE_ENV_FILE=" + name
	if _, err := d.answer(ctx, h, start, []byte(sessionBegins), variable); err != nil {
		return "", err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("the hook of %s doesn't have them run by elide-shell: %s", start.Event, d.why(ctx, start, []byte(sessionBegins), variable))
	}
	return strings.TrimSpace(string(text)), nil
}
