package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"elide/internal/install"
)

// prefix tries the program before Claude Code's shell lines.
func (d *Doctor) prefix(ctx context.Context, r *report, h install.Host, in install.Inspection) {
	if h.Name != "claude" || in.Prefix == "" {
		return
	}
	if filepath.Base(in.Prefix) != "elide-shell" {
		r.add(Problem, "CLAUDE_CODE_SHELL_PREFIX is %s, so elide-shell does not run: elide install claude, which keeps it", in.Prefix)
		return
	}
	if !sameFile(in.Prefix, d.Programs.Shell) {
		r.add(Problem, "CLAUDE_CODE_SHELL_PREFIX is %s, not this elide's elide-shell", in.Prefix)
	}
	if set := os.Getenv("CLAUDE_CODE_SHELL_PREFIX"); set != "" && set != in.Prefix {
		r.add(Note, "CLAUDE_CODE_SHELL_PREFIX is %s in this environment", set)
	}
	if in.Former != "" {
		r.add(Note, "%s runs before each command, as it did before elide", in.Former)
	}
	if !d.program(r, in.Prefix) {
		return
	}
	printed, err := d.shellLine(ctx, in.Prefix)
	switch {
	case err != nil:
		r.add(Problem, "%s: a shell line failed: %v", in.Prefix, err)
	case !strings.Contains(printed, sampleFailure):
		r.add(Problem, "%s: the failure in the sample would not reach the model", in.Prefix)
	default:
		r.measured("shell commands", len(sampleOutput()), len(printed))
	}
}

func sameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// claudeLine is a line of Claude Code's Bash tool, without the paths in it.
const claudeLine = `source %s 2>/dev/null || true && eval 'sh "$ELIDE_SAMPLE"' < /dev/null && pwd -P >| %s`

// quoted returns a path as one word for a shell.
func quoted(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }

// shellLine runs a line as Claude Code does, and returns what it reads of its
// output: both outputs are one file.
func (d *Doctor) shellLine(ctx context.Context, prefix string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	env, folder, err := d.sandbox()
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
	line := fmt.Sprintf(claudeLine, quoted(filepath.Join(folder, "shell-snapshots", "snapshot-bash-1-sample.sh")), quoted(filepath.Join(folder, "cwd")))
	cmd := exec.CommandContext(ctx, prefix, line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = d.Dir, output, output
	cmd.Env = append(env, "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=00000000-0000-4000-8000-000000000000", "ELIDE_SAMPLE="+script)
	ownGroup(cmd)
	if err := cmd.Run(); err != nil {
		return "", err
	}
	text, err := os.ReadFile(output.Name())
	return string(text), err
}
