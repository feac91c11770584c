package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/install"
	"elide.example/elide/internal/terminal"
)

// installation is a call of elide install, uninstall or init.
type installation struct {
	*app
	project bool
	dryRun  bool
}

func newInstall(a *app) *command {
	i := &installation{app: a}
	return &command{
		name:  "install",
		args:  "[FLAG]... [HOST]...",
		short: "make elide a part of the hosts that agents run in",
		long: `elide install writes elide's hooks, plugins and MCP server into a host's own files:
` + hostList() + `
What stands there stays as it is, comments and layout included, and a copy of each
file is kept beside it as NAME.elide-backup. elide uninstall takes out what was put
in. Doing it again changes nothing. Nothing is allowed or trusted in your name; what
a host asks you for is said at the end. On a terminal and without HOST it looks for
hosts and asks.

Exit status: 0; 1 if a file could not be written; 2 for a mistake in the call, or a
file that can't be read, doesn't parse or is another's: it is left as it is.`,
		example: "  elide install claude\n  elide install --dry-run codex copilot\n  elide install --project claude",
		flags: func(set *flag.FlagSet) {
			set.BoolVar(&i.project, "project", false, "install it for the project in this folder only")
			set.BoolVar(&i.dryRun, "dry-run", false, "print what would change, and change nothing")
		},
		wantsArgs: true,
		run:       i.install,
	}
}

func newUninstall(a *app) *command {
	i := &installation{app: a}
	return &command{
		name:  "uninstall",
		args:  "[FLAG]... [HOST]...",
		short: "take elide out of a host again",
		long: `elide uninstall takes out of a host's files what elide install put in. A file that
nobody else has changed since is then what it was before, byte for byte. On a
terminal and without HOST it asks for each host that has it. Hooks of programs that
have been moved or deleted are taken out as well; until then, hosts go on as without
elide.

Exit status: 0; 1 if a file could not be written; 2 for a mistake in the call, or a
file that can't be read or doesn't parse: it is left as it is.`,
		example: "  elide uninstall claude\n  elide uninstall --dry-run",
		flags: func(set *flag.FlagSet) {
			set.BoolVar(&i.project, "project", false, "take it out of the project in this folder only")
			set.BoolVar(&i.dryRun, "dry-run", false, "print what would change, and change nothing")
		},
		wantsArgs: true,
		run:       i.uninstall,
	}
}

// hostList returns the names of all hosts, in lines for a help text.
func hostList() string {
	names := install.Names()
	half := (len(names) + 1) / 2
	return "  " + strings.Join(names[:half], " ") + "\n  " + strings.Join(names[half:], " ")
}

func (i *installation) install(names []string) error {
	place, err := i.place()
	if err == nil && i.project {
		err = isProject(place)
	}
	if err != nil {
		return err
	}
	programs, err := ownPrograms()
	if err != nil {
		return err
	}
	hosts, err := i.hosts(names, place, "install elide into", install.Host.Present)
	if err != nil {
		return err
	}
	return i.each(hosts, func(h install.Host) (*install.Plan, error) { return h.Plan(place, programs) })
}

func (i *installation) uninstall(names []string) error {
	place, err := i.place()
	if err != nil {
		return err
	}
	hosts, err := i.hosts(names, place, "take elide out of", install.Host.Installed)
	if err != nil {
		return err
	}
	return i.each(hosts, func(h install.Host) (*install.Plan, error) { return h.Unplan(place, hosts...) })
}

// each works out all plans before it carries out the first. Hosts may read the
// same file, which is changed once.
func (i *installation) each(hosts []install.Host, plan func(install.Host) (*install.Plan, error)) error {
	var plans []*install.Plan
	planned := map[string]bool{}
	for _, h := range hosts {
		p, err := plan(h)
		if err != nil {
			return cli.Hint(cli.WithStatus(err, cli.Usage), "nothing was changed")
		}
		p.Changes = slices.DeleteFunc(p.Changes, func(c install.Change) bool { return planned[c.Path] })
		for _, c := range p.Changes {
			planned[c.Path] = true
		}
		plans = append(plans, p)
	}
	for _, p := range plans {
		if err := i.carryOut(p); err != nil {
			return err
		}
	}
	return nil
}

func (i *installation) carryOut(p *install.Plan) error {
	var out strings.Builder
	if i.dryRun {
		out.WriteString(p.Diff())
	} else if err := p.Write(); err != nil {
		return err
	}
	if len(p.Changes) == 0 {
		fmt.Fprintf(&out, "%s: nothing to change\n", p.Host.Name)
	}
	for _, c := range p.Changes {
		fmt.Fprintf(&out, "%s: %s %s\n", p.Host.Name, i.verb(c), c.Path)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&out, "%s: note: %s\n", p.Host.Name, note)
	}
	_, err := fmt.Fprint(i.out, visible(out.String()))
	return unwritten(err)
}

// verb says what became of a file, or would.
func (i *installation) verb(c install.Change) string {
	done, would := "changed", "would change"
	switch {
	case c.Delete:
		done, would = "removed", "would remove"
	case !c.Existed:
		done, would = "wrote", "would write"
	}
	if i.dryRun {
		return would
	}
	return done
}

// visible returns a text in which nothing acts on a terminal: paths and
// settings are others' words.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f {
			return '\uFFFD'
		}
		return r
	}, text)
}

// place returns whose files are meant.
func (i *installation) place() (install.Place, error) {
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = fmt.Errorf("HOME is no absolute path: %q", home)
	}
	place := install.Place{Home: home, Env: os.Getenv, System: runtime.GOOS}
	if err == nil && i.project {
		place.Project, err = os.Getwd()
	}
	return place, err
}

// ownPrograms returns elide's programs by the paths that last: one that leads
// to a version by a link is kept as the link.
func ownPrograms() (install.Programs, error) {
	self, err := os.Executable()
	if err != nil {
		return install.Programs{}, err
	}
	if called, err := exec.LookPath(os.Args[0]); err == nil {
		abs, err := filepath.Abs(called)
		if err == nil && filepath.Base(abs) == "elide" && sameFile(abs, self) {
			self = abs
		}
	}
	programs := install.Programs{Elide: self}
	if shell, err := child.Beside("elide-shell"); err == nil {
		programs.Shell = shell
		if linked := filepath.Join(filepath.Dir(self), "elide-shell"); sameFile(linked, shell) {
			programs.Shell = linked
		}
	}
	return programs, nil
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// hosts returns the hosts of these names, or those that the user picks of all
// that fit.
func (i *installation) hosts(names []string, place install.Place, question string, fits func(install.Host, install.Place) bool) ([]install.Host, error) {
	if len(names) > 0 {
		return hostsNamed(names)
	}
	var found []install.Host
	for _, h := range install.Hosts() {
		if fits(h, place) {
			found = append(found, h)
		}
	}
	if terminal.Is(i.in) && terminal.Is(i.out) {
		return i.ask(found, question)
	}
	var list []string
	for _, h := range found {
		list = append(list, h.Name)
	}
	if len(found) == 0 {
		list = []string{"none"}
	}
	return nil, &callError{fmt.Errorf("which HOST? found: %s", strings.Join(list, " "))}
}

func hostsNamed(names []string) ([]install.Host, error) {
	var hosts []install.Host
	for _, name := range names {
		h, ok := install.Find(name)
		if !ok {
			return nil, &callError{cli.Unknown("host", name, install.Names())}
		}
		if !slices.ContainsFunc(hosts, func(other install.Host) bool { return other.Name == name }) {
			hosts = append(hosts, h)
		}
	}
	return hosts, nil
}

// ask lets the user pick.
func (i *installation) ask(found []install.Host, question string) ([]install.Host, error) {
	if len(found) == 0 {
		_, err := fmt.Fprintln(i.out, "no host was found")
		return nil, unwritten(err)
	}
	var picked []install.Host
	answers := bufio.NewReader(i.in)
	for _, h := range found {
		if _, err := fmt.Fprintf(i.out, "%s %s? [y/N] ", question, h.Title); err != nil {
			return nil, unwritten(err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil {
			return nil, nil // no answer is none
		}
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
			picked = append(picked, h)
		}
	}
	return picked, nil
}
