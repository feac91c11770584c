package doctor

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"elide.example/elide/internal/hook"
	"elide.example/elide/internal/install"
)

// line tries a command line that a host runs for an event.
func (d *Doctor) line(ctx context.Context, r *report, h install.Host, p install.Place, line install.Line) {
	if !d.program(ctx, r, line.Elide) {
		return
	}
	if !slices.Contains(hook.Events(h.Name), line.Event) {
		r.add(Problem, "%s: %s has a hook of an earlier version, which does nothing any more: elide install %s takes it out", line.Event, line.Path, flags(h, p))
		return
	}
	if h.Name == "codex" {
		d.trust(r, p, line)
	}
	payload, ok := hook.Sample(h.Name, line.Event, sampleOutput())
	if !ok {
		payload = []byte("{}\n") // an event that is only taken note of
	}
	answer, err := d.answer(ctx, h, line, payload)
	switch {
	case err != nil:
		r.add(Problem, "%s: %v", line.Event, err)
	case ok && len(answer) == 0:
		r.add(Problem, "%s: no answer: %s", line.Event, d.why(ctx, line, payload))
	case ok:
		d.effect(r, h, line, payload, answer)
	case len(answer) > 0:
		r.add(Problem, "%s: an answer where none is due", line.Event)
	default:
		r.add(OK, "%s: runs", line.Event)
	}
}

// rivals tells of hooks that may change the same results as elide's.
func rivals(r *report, h install.Host, lines []install.Line, others []install.Hook) {
	for _, line := range lines {
		if _, answers := hook.Sample(h.Name, line.Event, ""); !answers {
			continue
		}
		for _, other := range others {
			if line.Rivals(other) {
				r.add(Note, "%s: another hook gets the same calls; if it changes what the model reads, or what is run, the two spoil each other's work: %s (%s)", line.Event, other.Text, other.Path)
			}
		}
	}
}

// answer runs the line as the host does.
func (d *Doctor) answer(ctx context.Context, h install.Host, line install.Line, payload []byte, variables ...string) ([]byte, error) {
	env, _, err := d.sandbox()
	if err != nil {
		return nil, err
	}
	args := []string{line.Elide, "hook", line.Host, line.Event}
	if line.Text != "" {
		args = []string{"/bin/sh", "-c", line.Text}
	}
	if runtime.GOOS == "windows" && line.Text != "" { // Git's, in PATH or not
		args[0] = "bash"
		if strings.HasPrefix(line.Text, "& ") {
			args = []string{"powershell", "-NoProfile", "-Command", line.Text}
		}
	}
	if shell := os.Getenv("SHELL"); h.Name == "codex" && filepath.IsAbs(shell) {
		args = []string{shell, "-lc", line.Text}
	}
	out, _, err := d.run(ctx, append(env, variables...), payload, args...)
	return bytes.TrimSpace(out), err
}

// deleted tells what the host would do if elide's programs were not there any
// more: it runs each line without them.
func (d *Doctor) deleted(ctx context.Context, r *report, h install.Host, in install.Inspection) {
	missing := filepath.Join(d.Scratch, "no", "elide")
	well := filepath.Base(in.Prefix) != "elide-shell" // of which prefix tells
	for _, line := range in.Lines {
		if line.Text == "" { // a plugin, in which that is an error that it catches
			continue
		}
		line.Text = strings.NewReplacer(quoted(line.Elide), quoted(missing), line.Elide, missing).Replace(line.Text)
		if out, err := d.answer(ctx, h, line, []byte("{}\n")); err != nil || len(out) > 0 {
			r.add(Problem, "%s: if elide is deleted, this would not go on as without it: elide install %s", line.Event, h.Name)
			well = false
		}
	}
	if well {
		r.add(OK, "if elide is deleted: %s goes on as without it", h.Title)
	}
}

// why runs the line once more, and returns what elide says for itself.
func (d *Doctor) why(ctx context.Context, line install.Line, payload []byte, variables ...string) string {
	env, _, err := d.sandbox()
	if err != nil {
		return err.Error()
	}
	_, errs, err := d.run(ctx, append(env, variables...), payload, line.Elide, "hook", line.Host, line.Event)
	switch {
	case len(errs) > 0:
		return firstLine(errs)
	case err != nil:
		return err.Error()
	}
	return "and nothing says why"
}

// effect tells what the model would get after the answer.
func (d *Doctor) effect(r *report, h install.Host, line install.Line, payload, answer []byte) {
	got, err := hook.Effect(h.Name, line.Event, payload, answer)
	switch {
	case err != nil:
		r.add(Problem, "%s: its answer can't be read, as if another program printed something too: %v", line.Event, err)
	case !strings.Contains(got, sampleFailure):
		r.add(Problem, "%s: the failure in the sample would not reach the model", line.Event)
	default:
		r.measured(line.Event, len(sampleOutput()), len(got))
	}
}

// program looks at a program of elide's that a host starts.
func (d *Doctor) program(ctx context.Context, r *report, path string) bool {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.add(Problem, "there is no %s any more: install elide again from where it is now", path)
		return false
	case err != nil:
		r.add(Problem, "%v", err)
		return false
	case !info.Mode().IsRegular() || info.Mode()&0o111 == 0 && runtime.GOOS != "windows": // which has no such bits
		r.add(Problem, "%s is no program", path)
		return false
	}
	if own, other := d.build(ctx, d.Programs.Elide), d.build(ctx, path); own != other {
		r.add(Problem, "%s is %s, and this elide is %s: install elide again", path, other, own)
	}
	return true
}

// trust looks whether the user has told Codex to run the hook.
func (d *Doctor) trust(r *report, p install.Place, line install.Line) {
	config, err := os.ReadFile(filepath.Join(filepath.Dir(line.Path), "config.toml"))
	if err != nil || !install.Trusted(config, line) {
		r.add(Problem, "%s: Codex does not run it before you trust it: start codex and type /hooks", line.Event)
	}
}
