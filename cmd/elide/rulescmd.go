package main

import (
	"fmt"
	"os"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/rulecheck"
	"elide.example/elide/internal/rules"
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
	files, err := ruleFiles(names)
	if err != nil {
		return err
	}
	var out strings.Builder
	err = withChecker(func(c *rulecheck.Checker) error {
		for _, f := range files {
			if err := a.checkOne(&out, c, f, problems); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(files) == 0 {
		out.WriteString("there are no rule files: elide rules new drafts one\n")
	}
	_, err = a.out.WriteString(visible(out.String()))
	return unwritten(err)
}

// withChecker gives a checker of rules the folder that it needs, for as long as it
// is used.
func withChecker(use func(*rulecheck.Checker) error) error {
	folder, err := os.MkdirTemp("", "elide-rules-") // 0700
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	c, err := rulecheck.New(folder)
	if err != nil {
		return err
	}
	return use(c)
}

func (a *app) checkOne(out *strings.Builder, c *rulecheck.Checker, f config.RuleFile, problems func(*rulecheck.Checker, *rules.File) ([]rulecheck.Problem, error)) error {
	if f.Err != nil {
		a.endWith(cli.Failure)
		fmt.Fprintln(out, f.Err)
		return nil
	}
	parsed, err := rules.ParseUser(f.Name, f.Text)
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
		fmt.Fprintf(out, "%s: %s, %s: well\n", f.Name, cli.Plural(len(parsed.Rules), "rule"), cli.Plural(len(parsed.Examples), "example"))
	}
	return nil
}

// ruleFiles reads the files, or those that are found.
func ruleFiles(names []string) ([]config.RuleFile, error) {
	if len(names) == 0 {
		cfg, err := loadConfig()
		if err != nil {
			return nil, err
		}
		return cfg.RuleFiles(), nil
	}
	var all []config.RuleFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, cli.WithStatus(err, cli.Usage)
		}
		all = append(all, config.RuleFile{Name: name, Text: string(text)})
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
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	var out strings.Builder
	row := func(from, name, what string) { fmt.Fprintf(&out, "%-9s %s: %s\n", from, name, what) }
	for _, f := range rules.Families() {
		row("elide", f.Name, cli.Plural(f.Rules, "rule"))
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
	what := cli.Plural(len(f.File.Rules), "rule")
	if f.File.Command != "" {
		what += fmt.Sprintf(" for what %q prints", f.File.Command)
	}
	if !f.Trusted {
		what += fmt.Sprintf(", of which %d count, as the project is not trusted", f.Count)
	}
	return what
}
