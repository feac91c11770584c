//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/proxy/e2e"
)

// TestIntervalHoldsTheTruth: of 300 samples of tasks whose change is known, the interval
// holds it in some 95 of 100. With 20 tasks the bootstrap's is known to be a little short.
func TestIntervalHoldsTheTruth(t *testing.T) {
	longtest.Only(t)
	const samples, tasks, truth = 300, 20, -10.0
	rnd := rand.New(rand.NewPCG(1, 2))
	holds := 0
	for range samples {
		list := make([]pair, tasks)
		for i := range list {
			p := 1 + 4*rnd.Float64()
			list[i] = pair{p, p * (1 + truth/100 + 0.3*rnd.NormFloat64())}
		}
		c := compare(figure{scale: 1}, list)
		if *c.Least <= truth && truth <= *c.Most {
			holds++
		}
		if *c.Least > *c.Change || *c.Most < *c.Change {
			t.Fatalf("%v is not in [%v, %v]", *c.Change, *c.Least, *c.Most)
		}
	}
	if share := float64(holds) / samples; share < 0.88 || share > 0.99 {
		t.Errorf("it holds the truth in %.0f of 100", 100*share)
	}
}

func TestCompareOfLittle(t *testing.T) {
	if c := compare(figure{scale: 1}, nil); c.Change != nil {
		t.Errorf("of nothing: %+v", c)
	}
	if c := compare(figure{scale: 1}, make([]pair, 9)); c.Change != nil {
		t.Errorf("of zeros: %+v", c)
	}
	few := []pair{{1, 2}, {1, 2}}
	if c := compare(figure{scale: 1}, few); c.Change == nil || *c.Change != 100 || c.Least != nil {
		t.Errorf("of two tasks: %+v", c)
	}
}

// TestTheModelDependsOnWhatItIsShown: it goes on when it has seen what it needs, asks for
// what is hidden once, and gives up without.
func TestTheModelDependsOnWhatItIsShown(t *testing.T) {
	file := filepath.Join(t.TempDir(), playFile)
	play := `{"run":"make test"}` + "\n" + `{"see":"want (\\w+)","run":"echo {1} > answer"}` + "\n"
	if err := os.WriteFile(file, []byte(play), 0o600); err != nil {
		t.Fatal(err)
	}
	moves, err := readPlay(file)
	if err != nil {
		t.Fatal(err)
	}
	result := func(text string) e2e.Result { return e2e.Result{Text: text} }
	last := func(results ...e2e.Result) (e2e.Step, string) {
		s := script(moves, results)
		if len(s.Steps) <= len(results) {
			return e2e.Step{}, s.Final
		}
		return s.Steps[len(results)], s.Final
	}
	if step, _ := last(); step.Run != "make test" {
		t.Errorf("first: %+v", step)
	}
	if step, _ := last(result("got 1, want blue")); step.Run != "echo blue > answer" {
		t.Errorf("shown: %+v", step)
	}
	cut := result("FAIL\n" + string(marker.Append(nil, "0123456789ab", "3 lines")))
	if step, _ := last(cut); step.Expand == nil {
		t.Errorf("hidden: %+v", step)
	}
	if step, _ := last(cut, result("got 1, want blue")); step.Run != "echo blue > answer" {
		t.Errorf("expanded: %+v", step)
	}
	for _, results := range [][]e2e.Result{{result("FAIL")}, {cut, result("FAIL")}} {
		if step, final := last(results...); step.Run != "" || step.Expand != nil || final != gaveUp {
			t.Errorf("gone: %+v, %q", step, final)
		}
	}
}

func TestRunsOfAnotherMeasureAreNotMixed(t *testing.T) {
	s := &state{Config: config{Agent: "small", Model: "a"}, Runs: []run{{Task: "x", Arm: plainArm, N: 1}}}
	if err := s.begin(config{Agent: "small", Model: "a"}); err != nil {
		t.Error(err)
	}
	if err := s.begin(config{Agent: "small", Model: "b"}); err == nil || !strings.Contains(err.Error(), "model") {
		t.Errorf("another model: %v", err)
	}
}

func TestVoidRunsAreRunAnewAndPaid(t *testing.T) {
	s := &state{Runs: []run{{Task: "x", Arm: plainArm, N: 1, Void: "cut", Cost: 2}, {Task: "x", Arm: elideArm, N: 1, Cost: 1, Solved: true}}}
	if s.has("x", plainArm, 1) || !s.has("x", elideArm, 1) || s.cost() != 3 {
		t.Error("a void run is taken for one that is done, or for free")
	}
	if r := s.report(); r.Pairs != 0 || r.Void != 1 || r.Paid != 3 {
		t.Errorf("%+v", r)
	}
}

// TestImportSWEBench: a line of the data set becomes a task whose tests come hidden.
func TestImportSWEBench(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "data.jsonl")
	line := `{"instance_id":"django__django-1","repo":"django/django","base_commit":"c0ffee","problem_statement":"It's broken.","test_patch":"diff --git a/t b/t\n","FAIL_TO_PASS":"[\"test_a (m.tests.Case)\"]","PASS_TO_PASS":["test_b (m.tests.Case.test_b)","A docstring."]}` + "\n" +
		`{"instance_id":"psf__requests-2","repo":"psf/requests","problem_statement":"Mend it.","test_patch":"","FAIL_TO_PASS":["tests/test_x.py::test_it['a']"],"PASS_TO_PASS":[]}` + "\n"
	if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := command(t.Context(), []string{"import-swe-bench", file, filepath.Join(dir, "out")}, &out); err != nil {
		t.Fatal(err)
	}
	list, err := loadTasks(filepath.Join(dir, "out"), dir, "")
	if err != nil || len(list) != 2 {
		t.Fatalf("%d tasks, %v", len(list), err)
	}
	a, b := list[0], list[1]
	if !strings.HasSuffix(a.Test, "./tests/runtests.py --verbosity 2 --settings=test_sqlite --parallel 1 'm.tests.Case.test_a' 'm.tests.Case.test_b'") ||
		a.Image != "swebench/sweb.eval.x86_64.django_1776_django-1:latest" || !strings.Contains(a.Prompt, "It's broken.") {
		t.Errorf("%+v", a)
	}
	if patch, err := os.ReadFile(a.path("hidden/.ab-tests.patch")); err != nil || string(patch) != "diff --git a/t b/t\n" {
		t.Errorf("%q, %v", patch, err)
	}
	if !strings.HasSuffix(b.Test, `python -m pytest -rA 'tests/test_x.py::test_it['\''a'\'']'`) {
		t.Errorf("%s", b.Test)
	}
	for _, bad := range []string{`{"instance_id":"../x","problem_statement":"p"}`, `{"problem_statement":"p"}`, `PAR1`, `{`} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := command(t.Context(), []string{"import-swe-bench", file, filepath.Join(dir, "out")}, &out); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// TestImportTerminalBench: both forms that its tasks have had.
func TestImportTerminalBench(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"in/old/task.yaml": "author: x\ninstruction: |\n  Do it.\n    And more.\nother: y\n", "in/old/run-tests.sh": "true\n", "in/old/tests/test_outputs.py": "",
		"in/new/instruction.md": "Do that.\n", "in/new/tests/test.sh": "true\n", "in/new/environment/Dockerfile": "FROM scratch\n",
		"in/none/README": "",
	} {
		if err := writeFile(filepath.Join(dir, name), text); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := command(t.Context(), []string{"import-terminal-bench", filepath.Join(dir, "in"), filepath.Join(dir, "out")}, &out); err != nil {
		t.Fatal(err)
	}
	list, err := loadTasks(filepath.Join(dir, "out"), dir, "")
	if err != nil || len(list) != 2 {
		t.Fatalf("%d tasks, %v", len(list), err)
	}
	if list[0].Prompt != "Do that.\n" || list[1].Prompt != "Do it.\n  And more." {
		t.Errorf("%q, %q", list[0].Prompt, list[1].Prompt)
	}
	for _, name := range []string{"new/hidden/.ab-tests/test.sh", "old/hidden/.ab-tests/run-tests.sh", "old/hidden/.ab-tests/test_outputs.py"} {
		if _, err := os.Stat(filepath.Join(dir, "out", name)); err != nil {
			t.Error(err)
		}
	}
	if !strings.Contains(out.String(), "docker build -t ab-new "+filepath.Join(dir, "in/new/environment")) {
		t.Error(out.String())
	}
}

// TestTasksAreNotUnpackedElsewhere: a name in a task's file leads nowhere.
func TestTasksAreNotUnpackedElsewhere(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.txtar")
	if err := os.WriteFile(file, []byte("-- ../../escaped --\nx\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadTasks(dir, filepath.Join(dir, "a/b"), ""); err == nil {
		t.Error("it is taken")
	}
}

// TestPowerGrowsAsItShould: less effect and more noise take more tasks, more runs of each
// fewer.
func TestPowerGrowsAsItShould(t *testing.T) {
	list := []pair{{1, 0.9}, {2, 1.5}, {1, 1}, {3, 2.8}, {1, 0.7}, {2, 2.1}}
	base := tasksFor(list, 0.05, 0.4, 1)
	if tasksFor(list, 0.10, 0.4, 1) >= base || tasksFor(list, 0.05, 0.2, 1) >= base || tasksFor(list, 0.05, 0.4, 3) >= base || base < 10 {
		t.Errorf("%d tasks", base)
	}
	if solvedFor(0.05, 0.2) != 628 { // (1.96+0.84)² · 0.2 / 0.05², as for McNemar's test
		t.Errorf("%d pairs", solvedFor(0.05, 0.2))
	}
}

// abRun runs scripts/ab/run as its user does.
func abRun(t *testing.T, bin string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "sh", append([]string{"run"}, args...)...)
	cmd.Env = append(os.Environ(), "AB_BIN="+bin, "ANTHROPIC_API_KEY=", "OPENAI_API_KEY=")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = os.Stderr
	return cmd
}

// someTasks returns a folder with the tasks that are tried: every other, or all.
func someTasks(t *testing.T) (folder string, n int) {
	names, err := filepath.Glob("tasks/*.txtar")
	if err != nil || len(names) != 12 {
		t.Fatalf("%d tasks, %v", len(names), err)
	}
	folder = t.TempDir()
	for i, name := range names {
		if i%2 == 0 && !longtest.AskedForAll() {
			continue
		}
		data, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, filepath.Base(name)), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return folder, n
}

// TestRig: tasks, with scripts for models. The rig is killed midway and goes
// on; each task is solved in both arms, what was shown and hidden stands in the pages, and
// the limit holds.
func TestRig(t *testing.T) {
	longtest.Only(t)
	out, bin := filepath.Join(t.TempDir(), "out"), t.TempDir()
	tasks, n := someTasks(t)
	all := []string{"-scripted", "-out", out, tasks}

	killed := abRun(t, bin, all...)
	told, err := killed.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	done := 0
	for s := bufio.NewScanner(told); s.Scan(); {
		if strings.Contains(s.Text(), " steps, ") {
			if done++; done == 3 {
				syscall.Kill(-killed.Process.Pid, syscall.SIGKILL)
			}
		}
	}
	killed.Wait()
	if done < 3 {
		t.Fatalf("it ended after %d runs", done)
	}

	rest, err := abRun(t, bin, all...).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, rest)
	}
	s, err := readState(out)
	if err != nil {
		t.Fatal(err)
	}
	for name, why := range s.Left {
		if !strings.HasPrefix(why, "there is no ") {
			t.Errorf("%s is left out: %s", name, why)
		}
	}
	if want := 2 * (n - len(s.Left)); len(s.Runs) != want || want < n {
		t.Errorf("%d runs, want %d", len(s.Runs), want)
	}
	if again := strings.Count(string(rest), " steps, "); done+again < len(s.Runs) || again > len(s.Runs)-3 {
		t.Errorf("%d runs before it was killed and %d after make %d", done, again, len(s.Runs))
	}
	for _, r := range s.Runs {
		if !r.Solved || r.Void != "" || r.Cost <= 0 || r.Unpriced != 0 {
			t.Errorf("%+v", r)
		}
	}
	var rep report
	data, err := os.ReadFile(filepath.Join(out, "report.json"))
	if err != nil || json.Unmarshal(data, &rep) != nil {
		t.Fatal(err)
	}
	billed := rep.Figures[slices.IndexFunc(rep.Figures, func(c compared) bool { return strings.HasPrefix(c.Name, "billed") })]
	if rep.Pairs*2 != len(s.Runs) || billed.Most == nil || *billed.Most >= 0 {
		t.Errorf("%d pairs, billed %s", rep.Pairs, data)
	}
	page, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil || !bytes.Contains(page, []byte("sh-sum")) {
		t.Errorf("the page: %v", err)
	}

	if more, err := abRun(t, bin, all...).Output(); err != nil || strings.Contains(string(more), " steps, ") {
		t.Errorf("what is done is done again: %v\n%s", err, more)
	}
	limited := abRun(t, bin, append([]string{"-n", "2", "-limit", "0.0001"}, all...)...)
	limited.Stderr = nil
	if more, err := limited.Output(); err == nil || strings.Contains(string(more), " steps, ") {
		t.Errorf("the limit doesn't hold: %v\n%s", err, more)
	}
}

// TestBuiltAnew: runs go on with an elide that stands in another folder, as
// scripts/ab/run builds it, but not behind something else.
func TestBuiltAnew(t *testing.T) {
	r := &rig{dir: t.TempDir(), o: &options{}}
	one, noted := r.second("/one/elide")
	two, again := r.second("/two/elide")
	if one[0] != "/one/elide" || two[0] != "/two/elide" {
		t.Errorf("they run %s and %s", one[0], two[0])
	}
	s := &state{Config: config{With: noted}, Runs: []run{{}}}
	if err := s.begin(config{With: again}); err != nil {
		t.Error(err)
	}
	r.o.with = "other --"
	if _, other := r.second("/two/elide"); s.begin(config{With: other}) == nil {
		t.Error("it goes on behind something else")
	}
}
