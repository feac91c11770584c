package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"elide/internal/cli"
	"elide/internal/config"
	"elide/internal/rulecheck"
	"elide/internal/rules"
)

func newRules(a *app) *command {
	return &command{
		name:  "rules",
		short: "say what is known of tools' lines: check, try, list and draft rule files",
		long: `elide rules works with rule files, which say of lines that they must be shown, that
they may be hidden, or what they are in the output of tests. Yours are in the folder
rules beside your config.toml, a project's in .elide/rules. A project's that you
have not trusted (elide config trust) may only show lines. docs/rules.md in elide's
source has the syntax and a way from an unknown output to a working rule.

Exit status: 0; 1 if a problem was found, or standard output could not be written;
2 for a mistake in the call.`,
		example: "  elide rules list\n  elide rules new -- ls -l\n  elide rules check acme.rules",
		below:   []*command{newRulesCheck(a), newRulesTest(a), newRulesList(a), newRulesNew(a)},
	}
}

func newRulesCheck(a *app) *command {
	return &command{
		name:  "check",
		args:  "[FILE]...",
		short: "find mistakes in rule files, and what no example needs",
		long: `elide rules check reads each FILE, or those of your folder and the project's, says
where one is wrong and what would be right, runs its examples, and names each literal
that none of them needs: without it all examples come out the same, so nothing shows
that it works.

Exit status: 0 if there is nothing to say; 1 if there is; 2 for a mistake in the call,
or a file that can't be read.`,
		example:   "  elide rules check acme.rules\n  elide rules check",
		wantsArgs: true,
		run: func(names []string) error {
			return a.checkRules(names, func(c *rulecheck.Checker, f *rules.File) ([]rulecheck.Problem, error) {
				wrong, err := c.User(f)
				if err != nil {
					return nil, err
				}
				idle, err := c.UserEvidence(f)
				return append(wrong, idle...), err
			})
		},
	}
}

func newRulesTest(a *app) *command {
	return &command{
		name:  "test",
		args:  "[FILE]...",
		short: "run the examples of rule files",
		long: `elide rules test reduces the examples of each FILE, or of those in your folder and the
project's, and says which don't come out as they are marked: a line that must be shown
(+) is hidden, one that must be hidden (-) is shown, or the output is taken for
another shape.

Exit status: 0 if all examples pass; 1 if one does not, or a file has a mistake; 2 for
a mistake in the call, or a file that can't be read.`,
		example:   "  elide rules test acme.rules\n  elide rules test",
		wantsArgs: true,
		run: func(names []string) error {
			return a.checkRules(names, (*rulecheck.Checker).User)
		},
	}
}

// checkRules tells what is wrong with each of the files.
func (a *app) checkRules(names []string, problems func(*rulecheck.Checker, *rules.File) ([]rulecheck.Problem, error)) error {
	files, err := a.ruleTexts(names)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "elide-rules-") // 0700
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	c, err := rulecheck.New(folder)
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, f := range files {
		if err := a.checkOne(&out, c, f, problems); err != nil {
			return err
		}
	}
	if len(files) == 0 {
		out.WriteString("there are no rule files: elide rules new drafts one\n")
	}
	_, err = a.out.WriteString(visible(out.String()))
	return unwritten(err)
}

func (a *app) checkOne(out *strings.Builder, c *rulecheck.Checker, f ruleText, problems func(*rulecheck.Checker, *rules.File) ([]rulecheck.Problem, error)) error {
	if f.err != nil {
		a.endWith(cli.Failure)
		fmt.Fprintln(out, f.err)
		return nil
	}
	parsed, err := rules.ParseUser(f.name, f.text)
	if err != nil {
		a.endWith(cli.Failure)
		fmt.Fprintln(out, err)
		return nil
	}
	found, err := problems(c, parsed)
	if err != nil {
		return err
	}
	for _, p := range found {
		a.endWith(cli.Failure)
		fmt.Fprintln(out, p)
	}
	if len(found) == 0 {
		fmt.Fprintf(out, "%s: %s, %s: well\n", f.name, counted(len(parsed.Rules), "rule"), counted(len(parsed.Examples), "example"))
	}
	return nil
}

func counted(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return fmt.Sprintf("%d %s", n, of)
}

// ruleText is a rule file that is to be checked, or why it can't be.
type ruleText struct {
	name, text string
	err        error
}

// ruleTexts reads the files, or those that are found.
func (a *app) ruleTexts(names []string) ([]ruleText, error) {
	var all []ruleText
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, cli.WithStatus(err, cli.Usage)
		}
		all = append(all, ruleText{name: name, text: string(text)})
	}
	if len(names) > 0 {
		return all, nil
	}
	cfg, err := loadConfig()
	if err != nil {
		return nil, err
	}
	for _, f := range cfg.RuleFiles() {
		all = append(all, ruleText{f.Name, f.Text, f.Err})
	}
	return all, nil
}

func loadConfig() (*config.Config, error) {
	source, err := configSource()
	if err != nil {
		return nil, err
	}
	cfg, err := config.Load(source)
	return cfg, cli.WithStatus(err, cli.Usage)
}

func newRulesList(a *app) *command {
	return &command{
		name:  "list",
		short: "list the rule files that are in force, and where they are from",
		long: `elide rules list lists the files of rules: those that are part of elide, yours, and
the project's, how many rules of each count here, and what keeps the others from it.

Exit status: 0; 1 if standard output could not be written; 2 for a mistake in the call
or the configuration.`,
		example: "  elide rules list",
		run:     func([]string) error { return a.listRules() },
	}
}

func (a *app) listRules() error {
	families, err := rules.Families()
	if err != nil {
		return err
	}
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	var out strings.Builder
	row := func(from, name, what string) { fmt.Fprintf(&out, "%-9s %s: %s\n", from, name, what) }
	for _, f := range families {
		row("elide", f.Name, counted(len(f.Rules), "rule"))
	}
	user, project := cfg.RuleFolders()
	for _, f := range cfg.RuleFiles() {
		from := "yours"
		if f.Project {
			from = "project"
		}
		row(from, f.Name, stateOf(f))
	}
	if user != "" {
		fmt.Fprintf(&out, "your folder: %s\n", user)
	}
	if project != "" {
		fmt.Fprintf(&out, "the project's: %s\n", project)
	}
	if err := cfg.RuleFolderError(); err != nil {
		fmt.Fprintf(&out, "not read: %v\n", err)
	}
	_, err = a.out.WriteString(visible(out.String()))
	return unwritten(err)
}

// stateOf says which of a file's rules count, and where.
func stateOf(f config.RuleFile) string {
	if f.Err != nil {
		return "left out, as there is a mistake in it: " + strings.TrimPrefix(strings.TrimPrefix(f.Err.Error(), f.Name), ":")
	}
	what := counted(len(f.File.Rules), "rule")
	if f.File.Command != "" {
		what += fmt.Sprintf(" for what %q prints", f.File.Command)
	}
	if !f.Trusted {
		what += fmt.Sprintf(", of which %d count, as the project is not trusted", f.Count)
	}
	return what
}

// commandName returns what a file would be bound to that is drafted from what the
// arguments run: the program, and what is asked of it if a plain word says so. ""
// if that is a shell's script, whose name says nothing.
func commandName(args []string) string {
	name := filepath.Base(args[0])
	plain := len(args) > 1 && args[1] != "" && strings.Trim(args[1], "abcdefghijklmnopqrstuvwxyz-") == "" && args[1][0] != '-'
	switch {
	case plain:
		return name + " " + args[1]
	case strings.HasSuffix(name, "sh"):
		return ""
	}
	return name
}
