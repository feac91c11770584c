// Package doctor finds out whether elide works in the hosts that it is
// installed in. It does what the host would do: it runs the very command lines
// that stand in the host's files with a payload as the host sends it, the
// program before shell lines with such a line, and the MCP server; and it tells
// what of a sample output would reach the model.
//
// Nothing of that touches the user's store or records: both are put into a
// scratch folder for the time. A store that hosts share gets the sample as it
// gets any output.
package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"elide.example/elide/internal/install"
)

// State says what a finding means.
type State string

// The states of findings.
const (
	OK      State = "ok"
	Note    State = "note"    // worth knowing
	Problem State = "problem" // something does not work
)

// Finding is one thing that was looked at.
type Finding struct {
	Subject string `json:"subject"` // a host, or a part of elide
	Scope   string `json:"scope,omitempty"`
	State   State  `json:"state"`
	Text    string `json:"text"`
	Before  int    `json:"bytes_before,omitempty"` // of the sample output
	After   int    `json:"bytes_after,omitempty"`  // that would reach the model
}

// deadline is how long a program that is tried may take. Hosts are written in
// languages that take a second to start.
const deadline = 15 * time.Second

// Doctor looks at hosts. It isn't safe for concurrent use.
type Doctor struct {
	Programs install.Programs // of this elide
	Scratch  string           // an empty folder that it may write to
	Dir      string           // the folder that is worked in
	Env      []string         // as os.Environ

	tried int // how many lines have been, as each gets a store of its own
}

// Host looks at a host, whose files are those of the place.
func (d *Doctor) Host(ctx context.Context, h install.Host, p install.Place) []Finding {
	r := &report{subject: h.Name, scope: scope(p)}
	in := h.Inspect(p)
	for _, err := range in.Broken {
		r.add(Problem, "%v", err)
	}
	switch {
	case len(in.Paths) > 0:
	case len(in.Broken) > 0:
		return r.findings
	default:
		r.add(Problem, "elide is not installed here: elide install %s", flags(h, p))
		return r.findings
	}
	for _, path := range in.Missing {
		r.add(Problem, "%s has no part of elide: elide install %s", path, flags(h, p))
	}
	d.version(ctx, r, h)
	elsewhere := d.elsewhere(h, p)
	for _, why := range append(in.Off, elsewhere.Off...) {
		r.add(Problem, "the host runs no hooks: %s", why)
	}
	for _, other := range append(in.Others, elsewhere.Others...) {
		r.add(Problem, "another program shortens the same output: %s", other)
	}
	rivals(r, h, in.Lines, append(in.Foreign, elsewhere.Foreign...))
	for _, line := range in.Lines {
		d.line(ctx, r, h, p, line)
	}
	d.shellLines(ctx, r, h, in)
	d.prefix(r, h, in)
	for _, s := range in.Servers {
		d.server(ctx, r, s)
	}
	d.deleted(ctx, r, h, in)
	return r.findings
}

// elsewhere inspects the project's files for the user's, and the other way: a
// host reads both.
func (d *Doctor) elsewhere(h install.Host, p install.Place) install.Inspection {
	switch {
	case sameFile(d.Dir, p.Home):
		return install.Inspection{} // they are the same
	case p.Project != "":
		p.Project = ""
	default:
		p.Project = d.Dir
	}
	return h.Inspect(p)
}

// report collects findings about one subject.
type report struct {
	subject, scope string
	findings       []Finding
}

func (r *report) add(state State, format string, args ...any) {
	r.findings = append(r.findings, Finding{Subject: r.subject, Scope: r.scope, State: state, Text: fmt.Sprintf(format, args...)})
}

// measured adds what became of a sample output.
func (r *report) measured(what string, before, after int) {
	f := Finding{Subject: r.subject, Scope: r.scope, State: OK, Before: before, After: after}
	f.Text = fmt.Sprintf("%s: of %d bytes %d would reach the model", what, before, after)
	if after >= before {
		f.State, f.Text = Problem, fmt.Sprintf("%s: all of %d bytes would reach the model", what, before)
	}
	r.findings = append(r.findings, f)
}

func scope(p install.Place) string {
	if p.Project != "" {
		return "project"
	}
	return "user"
}

// flags returns the arguments that install it for the same place.
func flags(h install.Host, p install.Place) string {
	if p.Project != "" {
		return "--project " + h.Name
	}
	return h.Name
}

// sandbox returns the environment of something that is tried: a store and
// records of its own, and nothing that would make it think of another host.
func (d *Doctor) sandbox() (env []string, folder string, err error) {
	d.tried++
	folder = filepath.Join(d.Scratch, fmt.Sprint(d.tried))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, "", err
	}
	for _, variable := range d.Env {
		name, _, _ := strings.Cut(variable, "=")
		switch name {
		case "CURSOR_VERSION", "GROK_HOOK_EVENT", "COPILOT_CLI", "CLAUDE_ENV_FILE", "ELIDE_STORE", "ELIDE_AUDIT_PATH", "ELIDE_ELISION_URL":
		default:
			env = append(env, variable)
		}
	}
	return append(env, "ELIDE_STORE="+filepath.Join(folder, "store"), "ELIDE_AUDIT_PATH="+filepath.Join(folder, "audit")), folder, nil
}
