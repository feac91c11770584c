//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// instance is a line of SWE-bench's data set.
type instance struct {
	ID        string `json:"instance_id"`
	Repo      string `json:"repo"`
	Commit    string `json:"base_commit"`
	Problem   string `json:"problem_statement"`
	TestPatch string `json:"test_patch"`
	Fails     tests  `json:"FAIL_TO_PASS"`
	Passes    tests  `json:"PASS_TO_PASS"`
}

// tests are names of tests: a list, or JSON of one in a text, as the data set has it.
type tests []string

func (t *tests) UnmarshalJSON(text []byte) error {
	var inner string
	if json.Unmarshal(text, &inner) == nil {
		text = []byte(inner)
	}
	return json.Unmarshal(text, (*[]string)(t))
}

// The images of SWE-bench's own harness, and how a test is run in them.
const (
	sweImage = "swebench/sweb.eval.x86_64.%s:latest"
	sweShell = ". /opt/miniconda3/bin/activate && conda activate testbed && "
)

// importSWEBench makes a task of each line of a data set in JSON or JSON lines.
func importSWEBench(args []string, out io.Writer) error {
	f := flag.NewFlagSet("import-swe-bench", flag.ContinueOnError)
	only := f.String("only", "", "only instances whose id has this in it")
	most := f.Int("most", 0, "at most so many; 0: all")
	image := f.String("image", sweImage, "the image of an instance: %s is its id, with _1776_ for __")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 2 {
		return errors.New("import-swe-bench: FILE OUT is wanted")
	}
	text, err := os.ReadFile(f.Arg(0))
	if err != nil {
		return err
	}
	if bytes.HasPrefix(text, []byte("PAR1")) {
		return errors.New("import-swe-bench: this is Parquet; docs/proof.md has the line that makes JSON of it")
	}
	list, err := instances(text)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Arg(0), err)
	}
	made := 0
	for _, in := range list {
		if !strings.Contains(in.ID, *only) || *most > 0 && made == *most {
			continue
		}
		if in.ID == "" || in.Problem == "" || !filepath.IsLocal(in.ID) || strings.ContainsRune(in.ID, '/') {
			return fmt.Errorf("%s: instance %q has no id or no problem", f.Arg(0), in.ID)
		}
		if err := in.write(filepath.Join(f.Arg(1), in.ID), *image); err != nil {
			return err
		}
		made++
	}
	_, err = fmt.Fprintf(out, "%d tasks in %s\n", made, f.Arg(1))
	return err
}

func instances(text []byte) (list []instance, err error) {
	if text = bytes.TrimSpace(text); bytes.HasPrefix(text, []byte("[")) {
		return list, json.Unmarshal(text, &list)
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var in instance
		if err := d.Decode(&in); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
}

// write makes the task's folder: the tests come as a patch that is put there hidden.
func (in *instance) write(dir, image string) error {
	names := append(in.Fails[:len(in.Fails):len(in.Fails)], in.Passes...)
	t := task{
		Prompt: "Resolve this issue of the repository in the current folder. Don't change its tests.\n\n" + in.Problem,
		Test:   sweShell + "git apply --whitespace=nowarn .ab-tests.patch && " + testLine(in.Repo, names),
		Image:  strings.ReplaceAll(image, "%s", strings.ReplaceAll(strings.ToLower(in.ID), "__", "_1776_")),
	}
	return t.write(dir, map[string]string{".ab-tests.patch": in.TestPatch})
}

// testLine runs tests by the runner that their project has in SWE-bench.
func testLine(repo string, names []string) string {
	runner := "python -m pytest -rA"
	switch repo {
	case "django/django":
		runner = "./tests/runtests.py --verbosity 2 --settings=test_sqlite --parallel 1"
		names = djangoLabels(names)
	case "sympy/sympy":
		runner = "bin/test -C --verbose -k"
	case "sphinx-doc/sphinx":
		runner = "tox --current-env -epy39 -v --"
	}
	for _, name := range names {
		runner += " " + quoted(name)
	}
	return runner
}

// djangoLabels makes labels of names such as test_a (mod.Class).
func djangoLabels(names []string) (list []string) {
	seen := map[string]bool{}
	for _, name := range names {
		test, in, ok := strings.Cut(strings.TrimSuffix(name, ")"), " (")
		if !ok {
			continue // a test's first line of documentation, which names nothing
		}
		label := in + "." + test
		if strings.HasSuffix(in, "."+test) {
			label = in
		}
		if !seen[label] {
			list = append(list, label)
		}
		seen[label] = true
	}
	return list
}

func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func (t *task) write(dir string, hidden map[string]string) error {
	text, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, taskFile), string(text)+"\n"); err != nil {
		return err
	}
	for name, text := range hidden {
		if err := writeFile(filepath.Join(dir, "hidden", name), text); err != nil {
			return err
		}
	}
	return nil
}

// importTerminalBench makes a task of each folder that has an instruction: task.yaml
// with the tests in tests/ and run-tests.sh, or instruction.md with tests/test.sh.
func importTerminalBench(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("import-terminal-bench: FOLDER OUT is wanted")
	}
	entries, err := os.ReadDir(args[0])
	if err != nil {
		return err
	}
	made := 0
	for _, e := range entries {
		from := filepath.Join(args[0], e.Name())
		t, err := terminalTask(from, e.Name())
		if err != nil {
			return err
		}
		if t == nil {
			continue
		}
		to := filepath.Join(args[1], e.Name())
		if err := t.write(to, nil); err != nil {
			return err
		}
		if err := os.RemoveAll(filepath.Join(to, "hidden")); err != nil {
			return err
		}
		if err := os.CopyFS(filepath.Join(to, "hidden", ".ab-tests"), os.DirFS(filepath.Join(from, "tests"))); err != nil {
			return err
		}
		if text, err := os.ReadFile(filepath.Join(from, "run-tests.sh")); err == nil {
			if err := writeFile(filepath.Join(to, "hidden", ".ab-tests", "run-tests.sh"), string(text)); err != nil {
				return err
			}
		}
		made++
		fmt.Fprintf(out, "%s: docker build -t %s %s\n", e.Name(), t.Image, imageFolder(from))
	}
	_, err = fmt.Fprintf(out, "%d tasks in %s; the lines above make their images\n", made, args[1])
	return err
}

// terminalTask returns nil if the folder is no task.
func terminalTask(dir, name string) (*task, error) {
	t := &task{Image: "ab-" + strings.ToLower(name), Workdir: "/app"}
	text, err := os.ReadFile(filepath.Join(dir, "instruction.md"))
	if err == nil {
		t.Prompt = string(text)
		t.Test = "rm -rf /tests && cp -r .ab-tests /tests && mkdir -p /logs/verifier && bash /tests/test.sh; grep -qx '1\\(\\.0*\\)\\?' /logs/verifier/reward.txt"
		return t, nil
	}
	if text, err = os.ReadFile(filepath.Join(dir, "task.yaml")); err == nil {
		if t.Prompt = yamlText(text, "instruction"); t.Prompt == "" {
			return nil, fmt.Errorf("%s: no instruction could be read", filepath.Join(dir, "task.yaml"))
		}
		t.Test = "rm -rf /tests && cp -r .ab-tests /tests && TEST_DIR=/tests bash /tests/run-tests.sh"
		return t, nil
	}
	if errors.Is(err, fs.ErrNotExist) || !isDir(dir) {
		return nil, nil
	}
	return nil, err
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func imageFolder(dir string) string {
	if inner := filepath.Join(dir, "environment"); isDir(inner) {
		return inner
	}
	return dir
}

// yamlText returns a text of a YAML file's top: one on the key's line, or a block of
// lines that are indented below it. No more of YAML is read.
func yamlText(text []byte, key string) string {
	var block []string
	within := false
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		line := s.Text()
		if value, ok := strings.CutPrefix(line, key+":"); ok {
			if value = strings.TrimSpace(value); value != "" && !strings.HasPrefix(value, "|") && !strings.HasPrefix(value, ">") {
				return strings.Trim(value, `"'`)
			}
			within = true
			continue
		}
		if within && line != "" && line[0] != ' ' {
			break
		}
		if within {
			block = append(block, line)
		}
	}
	indent := -1
	for _, line := range block {
		if n := len(line) - len(strings.TrimLeft(line, " ")); strings.TrimSpace(line) != "" && (indent < 0 || n < indent) {
			indent = n
		}
	}
	for i, line := range block {
		block[i] = line[min(max(indent, 0), len(line)):]
	}
	return strings.TrimSpace(strings.Join(block, "\n"))
}
