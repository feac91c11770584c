package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/shape"
)

const labelLong = `Label makes a case of a command: it runs it as it stands, for the output, and once
more with the flag that has it write its own report for programs. What the report
names, failed tests and errors, labels the lines of the output that show it: no label
is of our making. The command runs in this folder, without input, so it should do
twice the same.

The report may be JUnit's XML, the events of go test -json, SARIF, or JSON in which
things have a message and a line. For the commands below the flag is known; for
others --report names it, and {} in it stands for a file that the command writes.

Your home folder becomes /home/dev in the output. Look through it for what must not
be kept before you commit it.`

// reporters are commands and the flag that makes a report, which goes behind their
// words. {} is a file.
var reporters = []struct{ command, flag string }{
	{"go test", "-json"}, {"go vet", "-json"}, {"pytest", "--junit-xml={}"}, {"python -m pytest", "--junit-xml={}"}, {"python3 -m pytest", "--junit-xml={}"},
	{"ruff check", "--output-format=json"}, {"mypy", "--output=json"}, {"pylint", "--output-format=json"}, {"bandit", "--format=json"},
	{"eslint", "--format=json"}, {"npx eslint", "--format=json"}, {"stylelint", "--formatter=json"}, {"shellcheck", "--format=json"},
	{"rubocop", "--format=json"}, {"phpunit", "--log-junit={}"}, {"golangci-lint run", "--output.sarif.path={}"}, {"semgrep", "--json"},
	{"cargo build", "--message-format=json"}, {"cargo check", "--message-format=json"}, {"cargo clippy", "--message-format=json"}, {"rustc", "--error-format=json"},
	{"gcc", "-fdiagnostics-format=json"}, {"g++", "-fdiagnostics-format=json"}, {"bats", "--report-formatter=junit --output={}"},
}

// labelOptions are the flags of label.
type labelOptions struct {
	corpus, name, report, shape string
	force                       bool
}

func newLabel(stdout, stderr io.Writer) *cobra.Command {
	var opt labelOptions
	var known []string
	for _, r := range reporters {
		known = append(known, r.command)
	}
	cmd := &cobra.Command{
		Use:   "label [flags] -- COMMAND [ARG]...",
		Short: "make a case of a command, labelled by its own report",
		Long:  labelLong + "\n\nKnown are: " + strings.Join(known, ", ") + ".",
		Example: `  elision-bench label -- go test ./...
  elision-bench label -o corpus --name price-tests -- pytest tests/test_price.py
  elision-bench label --report '--reporter=junit --outputFile={}' -- npx vitest run`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("which command? elision-bench label -- COMMAND")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return label(cmd.Context(), opt, args, stdout, stderr)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&opt.corpus, "output", "o", "corpus", "put the case into this `FOLDER`")
	f.StringVar(&opt.name, "name", "", "`NAME` of the case; default: the command's, with a number")
	f.StringVar(&opt.report, "report", "", "`FLAGS` that make the command write its report")
	f.StringVar(&opt.shape, "shape", "", "what the output is; default: what elide takes it for")
	f.BoolVarP(&opt.force, "force", "f", false, "put the case in the place of one of that name")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// fits are the names that a case may have, which are those of folders anywhere.
var fits = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// label makes a case.
func label(ctx context.Context, opt labelOptions, args []string, stdout, stderr io.Writer) error {
	if opt.name == "" {
		opt.name = freeName(opt.corpus, args[0])
	}
	folder := filepath.Join(opt.corpus, opt.name)
	if !fits.MatchString(opt.name) {
		return cli.Usagef("--name %q: letters, digits, dots, hyphens and underscores", opt.name)
	}
	if _, err := os.Stat(folder); err == nil && !opt.force {
		return cli.Usagef("there is a case %s already; --force replaces it", opt.name)
	}
	if _, err := shape.Parse(opt.shape); err != nil && !slices.Contains([]string{"", "mixed", "source"}, opt.shape) {
		return cli.Usagef("--shape: %w; or mixed, or source of either kind", err)
	}
	again, file, err := reporting(args, opt.report)
	if err != nil {
		return err
	}
	defer os.Remove(file)
	text, status, err := output(ctx, args)
	if err != nil {
		return err
	}
	report, err := reportOf(ctx, again, file)
	if err != nil {
		return err
	}
	findings, err := bench.Findings(report)
	if err != nil {
		return cli.Hint(fmt.Errorf("%s: %w", strings.Join(again, " "), err), "--report says how the command writes one")
	}
	c := &bench.Case{ID: opt.name, Tool: filepath.Base(args[0]), Command: strings.Join(args, " "), Exit: status, Shape: opt.shape,
		Critical: []bench.Label{}, Mentions: []string{}, Input: withoutHome(text)}
	c.Bytes, c.Lines = len(c.Input), bytes.Count(append(bytes.TrimSuffix(c.Input, []byte("\n")), '\n'), []byte("\n"))
	lost, first := c.Label(findings)
	if lost > 0 && 2*lost > len(findings) {
		return fmt.Errorf("of %s in the report %d can't be found in the output, the first is %.120q: are both of the same run?", cli.Plural(len(findings), "finding"), lost, first)
	}
	c.LabelsFrom = fmt.Sprintf("the command's own report, of a second run (%s): %s, %d of them not in the output; identical lines labelled once",
		named(again, file), cli.Plural(len(findings), "finding"), lost)
	if c.Shape == "" {
		if c.Shape, err = shapeOf(ctx, c); err != nil {
			return err
		}
	}
	if err := save(c, folder); err != nil {
		return err
	}
	if lost > 0 {
		fmt.Fprintf(stderr, "elision-bench: note: %s of the report can't be found in the output, the first is %.120q\n", cli.Plural(lost, "finding"), first)
	}
	_, err = fmt.Fprintf(stdout, "%s: %s, exit status %d, %d critical, %d mentioned\n", folder, cli.Plural(c.Lines, "line"), c.Exit, len(c.Critical), len(c.Mentions))
	return err
}

// named writes a command down, without the names that another run has not.
func named(args []string, file string) string {
	line := strings.Join(args, " ")
	if file != "" {
		line = strings.ReplaceAll(line, file, "{}")
	}
	return string(withoutHome([]byte(line)))
}

// freeName returns a name for a case of a command.
func freeName(corpus, command string) string {
	base := regexp.MustCompile(`[^A-Za-z0-9_]+`).ReplaceAllString(filepath.Base(command), "-")
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%02d", strings.Trim(base, "-"), n)
		if _, err := os.Stat(filepath.Join(corpus, name)); err != nil {
			return name
		}
	}
}

// reporting returns the command that writes a report, and the file that it writes it
// to; "" if it prints it.
func reporting(args []string, flags string) (again []string, file string, err error) {
	at := len(args)
	if flags == "" {
		for _, r := range reporters {
			words := strings.Fields(r.command)
			if len(args) >= len(words) && slices.Equal(append([]string{filepath.Base(args[0])}, args[1:len(words)]...), words) {
				flags, at = r.flag, len(words)
			}
		}
	}
	if flags == "" {
		return nil, "", cli.Usagef("how does %s write a report for programs? --report names the flags", args[0])
	}
	if strings.Contains(flags, "{}") {
		f, err := os.CreateTemp("", "report")
		if err != nil {
			return nil, "", err
		}
		file = f.Name()
		f.Close()
		flags = strings.ReplaceAll(flags, "{}", file)
	}
	return slices.Concat(args[:at], strings.Fields(flags), args[at:]), file, nil
}

// output runs a command and returns what it prints, both streams in order.
func output(ctx context.Context, args []string) (text []byte, status int, err error) {
	text, err = exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return text, exit.ExitCode(), nil
	}
	if err == nil && len(text) == 0 {
		err = errors.New("the command printed nothing")
	}
	return text, 0, err
}

// reportOf runs a command for its report, which is in the file, or on one of its two
// outputs.
func reportOf(ctx context.Context, args []string, file string) ([]byte, error) {
	var out, log bytes.Buffer
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = &out, &log
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if file != "" {
		return os.ReadFile(file)
	}
	if _, err := bench.Findings(out.Bytes()); err != nil {
		return log.Bytes(), nil
	}
	return out.Bytes(), nil
}

// withoutHome puts /home/dev in the place of the user's home folder.
func withoutHome(text []byte) []byte {
	home, err := os.UserHomeDir()
	if err != nil || len(home) < 2 {
		return text
	}
	return bytes.ReplaceAll(text, []byte(home), []byte("/home/dev"))
}

// shapeOf returns what elide takes an output for.
func shapeOf(ctx context.Context, c *bench.Case) (string, error) {
	folder, err := os.MkdirTemp("", "elision-bench-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	elide, err := elideFilter(folder, options{})
	if err != nil {
		return "", err
	}
	out, err := elide.Run(ctx, c, 0)
	if out.Shape == "" {
		return "plain", err
	}
	return out.Shape, err
}

// save puts a case into its folder, all of it or nothing.
func save(c *bench.Case, folder string) error {
	text, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(folder), "."+c.ID+".")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	one := filepath.Join(made, c.ID)
	if err := errors.Join(os.Mkdir(one, 0o755), os.WriteFile(filepath.Join(one, "input"), c.Input, 0o644), os.WriteFile(filepath.Join(one, "case.json"), append(text, '\n'), 0o644)); err != nil {
		return err
	}
	if _, err := bench.Load(made, nil); err != nil { // as it will be read
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(one, folder)
}
