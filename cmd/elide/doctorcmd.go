package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/install"
	"elide.example/elide/internal/install/doctor"
	"elide.example/elide/internal/setup"
)

func newDoctor(a *app) *command {
	asJSON := false
	return &command{
		name:  "doctor",
		args:  "[FLAG]... [HOST]...",
		short: "find out whether elide works in the hosts that it is installed in",
		long: `elide doctor looks at elide itself and at each HOST, or at all that it is installed in
for you and for the project in this folder. It runs what stands in the host's files
as the host does, with a sample payload, and says what would reach the model. It
finds programs that have moved or are of another version, hosts that are too old,
hooks that the host does not run until you trust them, other programs that shorten
the same output, and hooks of yours for the same calls. It changes nothing.

Exit status: 0 if all is well; 1 if there is a problem; 2 for a mistake in the call.`,
		example:   "  elide doctor\n  elide doctor claude\n  elide doctor --json",
		flags:     func(set *flag.FlagSet) { set.BoolVar(&asJSON, "json", false, "print the findings as JSON") },
		wantsArgs: true,
		run:       func(names []string) error { return a.doctor(names, asJSON) },
	}
}

func (a *app) doctor(names []string, asJSON bool) error {
	hosts, err := hostsNamed(names)
	if err != nil {
		return err
	}
	programs, err := ownPrograms()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "elide-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	d := &doctor.Doctor{Programs: programs, Scratch: scratch, Dir: dir, Env: os.Environ()}
	findings := append(a.selfCheck(dir), d.ProgramsBeside(ctx)...)
	inHosts, err := a.examine(ctx, d, hosts)
	if status := stop(); status != cli.OK {
		a.endWith(status)
		return nil
	}
	if err != nil {
		return err
	}
	return a.tell(append(findings, inHosts...), asJSON)
}

// selfCheck looks at the configuration and the store.
func (a *app) selfCheck(dir string) []doctor.Finding {
	var findings []doctor.Finding
	add := func(state doctor.State, format string, args ...any) {
		findings = append(findings, doctor.Finding{Subject: "elide", State: state, Text: fmt.Sprintf(format, args...)})
	}
	cfg, err := config.Load(config.Source{Env: os.LookupEnv, Dir: dir})
	switch {
	case err != nil:
		add(doctor.Problem, "configuration: %v", err)
		return findings
	case !cfg.Enabled:
		add(doctor.Problem, "elide is switched off: elide config says by what")
	case !cfg.Hook.Enabled:
		add(doctor.Problem, "hooks are switched off: elide config says by what")
	}
	if file := cfg.ProjectFile(); file != "" {
		add(doctor.Note, "this project has a configuration of its own: %s", file)
	}
	if hint, what := cfg.Ignored(); what != nil {
		add(doctor.Note, "%v: %s", what, hint)
	}
	for _, err := range cfg.RuleMistakes() {
		add(doctor.Problem, "rules: %v", err)
	}
	if hint, what := cfg.RulesIgnored(); what != nil {
		add(doctor.Note, "rules: %v: %s", what, hint)
	}
	wanted := ""
	moved := func(place, _ string) { wanted = place }
	opened, err := setup.NewStore(setup.Where{Dir: dir, Env: os.Getenv, Moved: moved}, setup.StoreOptions(cfg)).Open()
	switch {
	case err != nil:
		add(doctor.Problem, "store: %v", err)
	case wanted != "":
		add(doctor.Problem, "store: %s can't be written, %s is used", wanted, opened.Dir())
	default:
		add(doctor.OK, "store: %s", opened.Dir())
	}
	return findings
}

// examine looks at the hosts, or at all that elide is installed in.
func (a *app) examine(ctx context.Context, d *doctor.Doctor, hosts []install.Host) ([]doctor.Finding, error) {
	named := len(hosts) > 0
	if !named {
		hosts = install.Hosts()
	}
	user, err := (&installation{app: a}).place()
	if err != nil {
		return nil, err
	}
	project, err := (&installation{app: a, project: true}).place()
	if err != nil {
		return nil, err
	}
	var findings []doctor.Finding
	for _, h := range hosts {
		inUser, inProject := h.Installed(user), h.Installed(project) && !sameFile(project.Project, user.Home)
		if inUser || named && !inProject {
			findings = append(findings, d.Host(ctx, h, user)...)
		}
		if inProject {
			findings = append(findings, d.Host(ctx, h, project)...)
		}
		if inUser && inProject {
			findings = append(findings, doctor.Finding{Subject: h.Name, State: doctor.Note, Text: "elide is installed for you and for this project: its hooks may run twice"})
		}
	}
	if len(findings) == 0 {
		findings = append(findings, doctor.Finding{Subject: "hosts", State: doctor.Problem, Text: "elide is installed in none: elide install"})
	}
	return findings, nil
}

// tell prints the findings, and ends with 1 if there is a problem.
func (a *app) tell(findings []doctor.Finding, asJSON bool) error {
	var out strings.Builder
	for _, f := range findings {
		if f.State == doctor.Problem {
			a.endWith(cli.Failure)
		}
		if asJSON {
			line, err := json.Marshal(f)
			if err != nil {
				return err
			}
			out.Write(append(line, '\n'))
			continue
		}
		subject := f.Subject
		if f.Scope == "project" {
			subject += " (project)"
		}
		fmt.Fprintf(&out, "%-10s %-8s %s\n", subject, f.State, strings.ReplaceAll(f.Text, "\n", " "))
	}
	_, err := a.out.WriteString(visible(out.String()))
	return unwritten(err)
}
