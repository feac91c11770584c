package doctor

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"elide/internal/hook"
	"elide/internal/install"
)

// line tries a command line that a host runs for an event.
func (d *Doctor) line(ctx context.Context, r *report, h install.Host, p install.Place, line install.Line) {
	if !d.program(r, line.Elide) {
		return
	}
	if h.Name == "codex" {
		d.trust(r, p, line)
	}
	text := sampleOutput()
	before := strings.HasPrefix(strings.ToLower(line.Event), "pre")
	if before {
		text = sampleLine
	}
	payload, ok := hook.Sample(h.Name, line.Event, text)
	if !ok {
		payload = []byte("{}\n") // an event that is only taken note of
	}
	answer, err := d.answer(ctx, h, line, payload)
	switch {
	case err != nil:
		r.add(Problem, "%s: %v", line.Event, err)
	case ok && len(answer) == 0 && !before:
		r.add(Problem, "%s: no answer: %s", line.Event, d.why(ctx, line, payload))
	case ok:
		d.effect(r, h, line, payload, answer, before)
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
func (d *Doctor) answer(ctx context.Context, h install.Host, line install.Line, payload []byte) ([]byte, error) {
	env, _, err := d.sandbox()
	if err != nil {
		return nil, err
	}
	args := []string{line.Elide, "hook", line.Host, line.Event}
	if line.Text != "" {
		args = []string{"/bin/sh", "-c", line.Text}
	}
	if shell := os.Getenv("SHELL"); h.Name == "codex" && filepath.IsAbs(shell) {
		args = []string{shell, "-lc", line.Text}
	}
	out, _, err := d.run(ctx, env, payload, args...)
	return bytes.TrimSpace(out), err
}

// why runs the line once more, and returns what elide says for itself.
func (d *Doctor) why(ctx context.Context, line install.Line, payload []byte) string {
	env, _, err := d.sandbox()
	if err != nil {
		return err.Error()
	}
	_, errs, err := d.run(ctx, env, payload, line.Elide, "hook", line.Host, line.Event)
	switch {
	case len(errs) > 0:
		return firstLine(errs)
	case err != nil:
		return err.Error()
	}
	return "and nothing says why"
}

// effect tells what the model would get after the answer.
func (d *Doctor) effect(r *report, h install.Host, line install.Line, payload, answer []byte, before bool) {
	got, err := hook.Effect(h.Name, line.Event, payload, answer)
	switch {
	case before && len(answer) == 0:
		r.add(OK, "%s: runs", line.Event)
	case err != nil:
		r.add(Problem, "%s: its answer can't be read, as if another program printed something too: %v", line.Event, err)
	case before:
		r.add(OK, "%s: %s would run as %s", line.Event, sampleLine, got)
	case !strings.Contains(got, sampleFailure):
		r.add(Problem, "%s: the failure in the sample would not reach the model", line.Event)
	default:
		r.measured(line.Event, len(sampleOutput()), len(got))
	}
}

// program looks at a program of elide's that a host starts.
func (d *Doctor) program(r *report, path string) bool {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.add(Problem, "there is no %s any more: install elide again from where it is now", path)
		return false
	case err != nil:
		r.add(Problem, "%v", err)
		return false
	case !info.Mode().IsRegular() || info.Mode()&0o111 == 0:
		r.add(Problem, "%s is no program", path)
		return false
	}
	if own, other := build(d.Programs.Elide), build(path); own != other {
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
