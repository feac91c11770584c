package steps

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/mark"

	"pgregory.net/rapid"
)

// filler is what a step prints that nobody looks for: enough that the log is reduced at all.
func filler(name string, n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "%s %d is as it was the last time that anybody looked at it\n", name, i)
	}
	return s.String()
}

// ranked ranks a log of which the reducers show each line as a sample, and lines with an "error: " as critical.
func ranked(text string) (*block.Block, []mark.Mark) {
	b := block.New([]byte(text))
	marks := make([]mark.Mark, b.Len())
	for i := range marks {
		marks[i].Raise(mark.Sample, 1, mark.WhyFirst)
		if strings.Contains(string(b.Text(i)), "error: ") {
			marks[i].Raise(mark.Critical, 100, mark.WhyFailure)
		}
	}
	Mark(b, classify.Sections(b, "")[0].Block, marks)
	return b, marks
}

func shown(text string) string {
	b, marks := ranked(text)
	var out strings.Builder
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			out.Write(b.Text(i))
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// stamped puts a time before each line, as GitHub and GitLab do.
func stamped(text, behind string) string {
	var s strings.Builder
	for i, l := range strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(&s, "2026-01-02T03:%02d:%02d.1234567Z %s%s", i/60%60, i%60, behind, l)
	}
	return s.String() + "\n"
}

const (
	travis = "travis_fold:start:system\r\x1b[0KSystem\n{fill}travis_fold:end:system\r\x1b[0Ktravis_fold:start:install\r\x1b[0Ktravis_time:start:1\r\x1b[0K$ make deps\n" +
		"error: in the set-up\ntravis_time:end:1:start=1\r\x1b[0Ktravis_fold:end:install\r\x1b[0K$ make all\n{fill}error: it goes on\nThe command \"make all\" exited with 0.\n" +
		"$ make check\n{fill}error: the first\n{fill}<cause>\nThe command \"make check\" exited with 2.\n\ntravis_fold:start:after_failure\r\x1b[0K$ cat log\n{fill}error: an old one\ntravis_fold:end:after_failure\r\x1b[0K\nThat was it.\nDone. Your build exited with 1.\n"
	github = "Current runner version: '2.1'\n##[group]Run make all\nmake all\n##[endgroup]\n{fill}error: it goes on\n##[group]Run make check\n##[endgroup]\n{fill}error: the first\n{fill}<cause>\n" +
		"##[error]Process completed with exit code 2.\nPost job cleanup.\n{fill}error: an old one\nCleaning up\nDone\n"
	gitlab = "Running with gitlab-runner\nsection_start:1:prepare\r\x1b[0K\x1b[36;1mPreparing\x1b[0;m\n{fill}section_end:1:prepare\r\x1b[0Ksection_start:1:step_script\r\x1b[0KRunning\n\x1b[32;1m$ make all\x1b[0;m\n{fill}error: it goes on\n" +
		"\x1b[32;1m$ make check\x1b[0;m\n{fill}error: the first\n{fill}<cause>\nsection_end:1:step_script\r\x1b[0Ksection_start:1:cleanup_file_variables\r\x1b[0KCleaning up\n{fill}error: an old one\nall clean\nsection_end:1:cleanup_file_variables\r\x1b[0K\x1b[31;1mERROR: Job failed: exit code 1\x1b[0;m\n"
	jenkins = "[Pipeline] {\n[Pipeline] sh\n+ make all\n{fill}error: it goes on\n[Pipeline] }\n[Pipeline] sh\n+ make check\n{fill}error: the first\n{fill}<cause>\n[Pipeline] }\n[Pipeline] { (Declarative: Post Actions)\n[Pipeline] sh\n{fill}error: an old one\n[Pipeline] // node\nERROR: script returned exit code 2\nFinished: FAILURE\n"
	azure   = "##[section]Starting: Build\n{fill}error: it goes on\n##[section]Finishing: Build\n##[section]Starting: Check\n{fill}error: the first\n{fill}<cause>\n##[error]Bash exited with code '1'.\n##[section]Finishing: Check\n##[section]Starting: Finalize Job\n{fill}error: an old one\nbye\nbye\n"
)

// TestSamples: of each service's log, of the step that failed its end and what a reducer found, of those
// that passed at most the head.
func TestSamples(t *testing.T) {
	logs := map[string]string{"travis": travis, "github": github, "gitlab": gitlab, "jenkins": jenkins, "azure": azure}
	for name := range logs {
		logs[name] = strings.ReplaceAll(logs[name], "{fill}", filler("part", 70))
	}
	logs["github, timed"], logs["gitlab, timed"] = stamped(logs["github"], ""), stamped(logs["gitlab"], "00O ")
	for name, text := range logs {
		got := shown(text)
		for _, want := range []string{"error: the first", "<cause>", "part 69"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is hidden: %d lines are shown", name, want, strings.Count(got, "\n"))
			}
		}
		for _, not := range []string{"error: it goes on", "error: in the set-up", "error: an old one", "part 5 is"} {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q is shown: %d lines are shown", name, not, strings.Count(got, "\n"))
			}
		}
	}
}

// TestHeads: a step that a server says passed, or that no later step would follow otherwise, is named.
func TestHeads(t *testing.T) {
	for text, want := range map[string]string{travis: "$ make all\n", github: "##[group]Run make all\n", jenkins: "[Pipeline] sh\n", azure: "##[section]Starting: Build\n"} {
		if got := shown(strings.ReplaceAll(text, "{fill}", filler("part", 70))); !strings.Contains(got, want) {
			t.Errorf("%q is hidden:\n%s", want, got)
		}
	}
}

// TestUnchanged: nothing is lowered of a job that passed, of what is no CI server's log, and of a short one.
func TestUnchanged(t *testing.T) {
	for name, text := range map[string]string{
		"no log":     "$ make all\n{fill}$ make check\n{fill}error: the first\n",
		"one head":   "##[group]Run make all\n{fill}error: the first\n",
		"passed":     "travis_fold:start:a\n{fill}$ make all\n{fill}The command \"make all\" exited with 0.\n\nDone. Your build exited with 0.\n",
		"cleaned up": "##[group]Run make all\n{fill}##[group]Run make check\n{fill}Post job cleanup.\n",
		"short":      github,
	} {
		text = strings.ReplaceAll(text, "{fill}", filler("part", 70))
		if name == "short" {
			text = strings.ReplaceAll(github, "{fill}", "")
		}
		b, marks := ranked(text)
		for i, m := range marks {
			if m.Rank == mark.Bulk {
				t.Errorf("%s: %q is hidden", name, b.Text(i))
				break
			}
		}
	}
}

// TestBreaksOff: a log that says of no step that it failed breaks off in the one that did.
func TestBreaksOff(t *testing.T) {
	fill := filler("part", 70)
	got := shown("travis_fold:start:s\ntravis_fold:start:a\n" + fill + "error: of the set-up\n$ make all\n" + fill + "error: the first\n" + fill + "<cause>\n")
	if strings.Contains(got, "set-up") || !strings.Contains(got, "error: the first\n") || !strings.HasSuffix(got, "<cause>\n") {
		t.Errorf("shown:\n%s", got)
	}
	got = shown("travis_fold:start:s\ntravis_fold:start:a\n" + fill + "$ make all\n" + fill + "error: the first\n" + fill + "travis_fold:end:a\nmake failed\n")
	if !strings.Contains(got, "error: the first\n") || !strings.HasSuffix(got, "make failed\n") {
		t.Errorf("shown where it isn't sure:\n%s", got)
	}
}

// TestWhatTheStepBeforeLeft: a step that fails at once fails of what the one before it did.
func TestWhatTheStepBeforeLeft(t *testing.T) {
	got := shown("travis_fold:start:s\ntravis_fold:start:a\n" + filler("part", 90) + "<cause>\ntravis_fold:end:a\n$ ./run\nrun: not found\nThe command \"./run\" exited with 127.\n")
	if !strings.Contains(got, "<cause>") {
		t.Errorf("shown:\n%s", got)
	}
}

// lines are what logs of no order at all are made of.
var lines = []string{
	"travis_fold:start:a", "travis_fold:end:a", "$ make", "$ make check", "The command \"make\" exited with 0.", "The command \"make check\" exited with 2.", "The command \"make",
	"\" exited with 3.", "##[group]Run make", "##[error]no", "Post job cleanup.", "section_start:1:a", "ERROR: Job failed", "Done. Your build exited with 0.", "", "error: no", "\x1b[0Ktravis_fold:start:b\r\x1b[0K$ ls",
	strings.Repeat("long ", 500), "some text that a step prints, one of the kind that there is most of",
}

// TestLaws holds of logs of no order at all, that steps tile them; that what a reducer found in a step
// that failed is never lowered; and that what is said of such a step is shown with the lines before it.
func TestLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 100, 300).Draw(t, "lines"), "\n")
		b := block.New([]byte(text + "\n"))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			marks[i].Rank = mark.Rank(i % 5)
		}
		before := slices.Clone(marks)
		Mark(b, b, marks)
		l, ok := read(b, b)
		at, fails := 0, 0
		for _, s := range l.steps {
			if s.first != at || s.end < s.first || s.status > s.said && s.state == failed {
				t.Fatalf("step %+v at %d", s, at)
			}
			at = s.end
			if s.state == failed {
				fails++
			}
		}
		if at != b.Len() {
			t.Fatalf("the last step ends at %d of %d", at, b.Len())
		}
		if !ok || len(b.Bytes()) < leastBytes {
			if !slices.Equal(marks, before) {
				t.Fatal("what is no log was changed")
			}
			return
		}
		for _, s := range l.steps {
			if s.state != failed {
				continue
			}
			for i := s.first; i < s.end; i++ {
				if before[i].Rank >= mark.Context && marks[i].Rank < before[i].Rank {
					t.Fatalf("line %d was lowered in a step that failed", i)
				}
			}
			if fails <= mostFailed && marks[s.status].Rank != mark.Critical {
				t.Fatalf("line %d says that a step failed, and is %s", s.status, marks[s.status].Rank)
			}
		}
	})
}

// TestWrongInPassed: of what a step that passed says is wrong, what nothing shown is like is shown, and
// of a flood of it no more than a few.
func TestWrongInPassed(t *testing.T) {
	fill := filler("part", 70)
	var flood strings.Builder
	for _, what := range []string{"lamp", "till", "door", "sign", "desk", "roof", "wall", "gate", "pipe", "step"} {
		fmt.Fprintf(&flood, "%s.c:3:1: error: no %s found %s there\n", what, what, what)
	}
	head := "##[group]Run make all\nmake all\n##[endgroup]\n"
	end := "##[group]Run make check\n##[endgroup]\n" + fill + "error: the first\n<cause>\n##[error]Process completed with exit code 2.\n"
	got := shown(head + fill + "signing failed with error: key 0x7f is not there\n" + fill + end)
	if !strings.Contains(got, "signing failed") {
		t.Errorf("what a step that passed says is wrong is hidden:\n%s", got)
	}
	got = shown(head + fill + flood.String() + fill + end)
	if n := strings.Count(got, " found "); n > wrongStep {
		t.Errorf("%d lines of a flood in a step that passed are shown", n)
	}
}

// TestPlaceOfWrong: with what a step that passed says is wrong, the place of it is shown that stands below.
func TestPlaceOfWrong(t *testing.T) {
	lint := "lint.c:3:1: error: no name found there\n  --> src/part.py:64:20\n" + filler("lint", 40)
	text := "##[group]Run lint\nlint\n##[endgroup]\n" + lint + "##[group]Run make check\n##[endgroup]\n" + filler("make", 90) + "error: the first\n##[error]Process completed with exit code 2.\n"
	for why, want := range map[mark.Why]bool{mark.WhyLocation: true, mark.WhyNear: false} {
		b := block.New([]byte(text))
		marks := make([]mark.Mark, b.Len())
		behind := classify.Sections(b, "")[0].Block
		at := 0
		for i := range marks {
			if strings.Contains(string(b.Text(i)), "error: no name") {
				marks[i].Raise(mark.Critical, 100, mark.WhyFailure)
				marks[i+1].Raise(mark.Critical, 90, why)
				at = i
			}
		}
		Mark(b, behind, marks)
		if marks[at].Rank == mark.Bulk || marks[at+1].Rank > mark.Bulk != want {
			t.Errorf("%v: %v and below it %v", why, marks[at], marks[at+1])
		}
	}
}

// TestExcused: what a command finds that may fail is shown below the command, though the job went
// on; of a flood of it a few lines; and nothing for it of a command that may not.
func TestExcused(t *testing.T) {
	finds := func(what string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "part%d.py:%d:1: error: %s there\n", i, i+3, what)
		}
		return b.String()
	}
	job := func(command, finds string) string {
		log := strings.Replace(gitlab, "$ make all", "$ "+command, 1)
		log = strings.Replace(log, "error: it goes on\n", finds, 1)
		return strings.ReplaceAll(log, "{fill}", filler("part", 70))
	}
	for name, c := range map[string]struct {
		command, finds string
		least, most    int
		head           bool
	}{
		"excused":      {"lint . || true", finds("no name", 3) + finds("two spaces", 3) + finds("a tab", 2), 8, 8, true},
		"by an option": {"lint --exit-zero .", finds("no name", 3) + finds("two spaces", 3), 6, 6, true},
		"a flood":      {"lint . || true", finds("no name", 90), 1, 4, true},
		"not excused":  {"lint .", finds("no name", 3) + finds("two spaces", 3), 1, wrongStep, false},
		"nothing":      {"lint . || true", "", 0, 0, false},
	} {
		got := shown(job(c.command, c.finds))
		if n := strings.Count(got, " there\n"); n < c.least || n > c.most || strings.Contains(got, "$ lint") != c.head {
			t.Errorf("%s: %d lines are shown, want %d to %d:\n%s", name, n, c.least, c.most, got)
		}
	}
}

// TestExcusedCommands: a command may fail by how it ends or by an option, not by what it quotes, or
// where another follows.
func TestExcusedCommands(t *testing.T) {
	for command, want := range map[string]bool{
		"$ lint . || true":                          true,
		"$ lint . || :":                             true,
		"$ lint . || echo 'some remain'":            true,
		"$ lint . || exit 0":                        true,
		"$ lint --exit-zero src":                    true,
		"$ lint src --exit-zero":                    true,
		"$ pip install -v -e . 2>&1 | tail -60":     true,
		"$ make | tee log":                          true,
		"$ make | tail -5 && make check":            false,
		"$ echo 'a | tail -5'":                      false,
		"$ bash -lc 'lint || true'":                 true,
		"$ git push -f; echo 'a || true'":           false,
		"$ ls | sort":                               false,
		"$ echo \"lint || true\"":                   false,
		"$ git grep '|| exit 0' src":                false,
		"$ # lint || true":                          false,
		"$ lint . || exit 1":                        false,
		"$ lint . || truely":                        false,
		"$ (lint . || true)":                        true,
		"$ lint . || true ;":                        true,
		"$ lint . || exit 0;":                       true,
		"$ lint . || true; echo done":               true,
		"$ docker run x sh -c \"lint || true\"":     true,
		"$ for f in *.py; do lint $f || true; done": true,
		"$ echo don't worry; lint . || true":        true,
		"$ ":                                        false,
	} {
		if got := excused([]byte(command)); got != want {
			t.Errorf("%q: %v", command, got)
		}
	}
}

// TestExcusedIsBounded: of many steps that may fail no more is shown than of one that finds a lot, and what
// another step says is wrong is shown besides.
func TestExcusedIsBounded(t *testing.T) {
	var excusedSteps strings.Builder
	for i := range 60 {
		fmt.Fprintf(&excusedSteps, "\x1b[32;1m$ lint part%d || true\x1b[0;m\n", i)
		for k := range 4 {
			fmt.Fprintf(&excusedSteps, "part%d.py:%d:1: error: no name for %c%c there\n", i, k, 'a'+i%26, 'a'+k)
		}
	}
	log := strings.Replace(gitlab, "error: it goes on\n", "gen.py:77:1: error: no name for the key\n", 1)
	log = strings.Replace(log, "\x1b[32;1m$ make check", excusedSteps.String()+"\x1b[32;1m$ make check", 1)
	got := shown(strings.ReplaceAll(log, "{fill}", filler("part", 70)))
	if n := strings.Count(got, " there\n"); n < 4 || n > mostExcused+wrongStep {
		t.Errorf("%d lines of steps that may fail are shown", n)
	}
	if !strings.Contains(got, "gen.py:77") {
		t.Errorf("what another step says is wrong is hidden:\n%s", got)
	}
}

// TestBlockStays: the marks are all that is written; the block is what will be shown.
func TestBlockStays(t *testing.T) {
	for _, command := range []string{"make all || true", "make all || exit 0", "make all | tail", "make all --exit-zero"} {
		text := strings.ReplaceAll(strings.ReplaceAll(gitlab, "{fill}", filler("part", 70)), "$ make all", "$ "+command)
		text = strings.NewReplacer("\x1b[32;1m", "", "\x1b[0;m", "").Replace(text) // else the line is a copy
		if b, _ := ranked(text); string(b.Bytes()) != text {
			t.Errorf("%s: the block was changed", command)
		}
	}
}

// TestExcusedShare: a step that finds much leaves room for what the next one does.
func TestExcusedShare(t *testing.T) {
	var much strings.Builder
	for i := range 60 {
		fmt.Fprintf(&much, "a%c%c.py:%d:1: error: %s there\n", 'a'+i%26, 'a'+i/26, i, strings.Repeat("z", i+2))
	}
	log := strings.Replace(gitlab, "$ make all", "$ lint . || true", 1)
	log = strings.Replace(log, "error: it goes on\n", much.String()+"\x1b[32;1m$ pytest integration || true\x1b[0;m\nerror: the lamp is dark\nerror: a till of wood\n", 1)
	got := shown(strings.ReplaceAll(log, "{fill}", filler("part", 70)))
	for _, want := range []string{"the lamp is dark", "a till of wood", "$ pytest integration"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is hidden", want)
		}
	}
	if n := strings.Count(got, " there\n"); n > mostExcused/2+wrongStep {
		t.Errorf("%d lines of the first step are shown", n)
	}
}

// TestFailedStepIsNamed: with a step that failed its command is shown that stands below its mark, and the
// stage right above.
func TestFailedStepIsNamed(t *testing.T) {
	stage := strings.Replace(jenkins, "[Pipeline] sh\n+ make check", "[Pipeline] stage\n[Pipeline] { (Verify)\n[Pipeline] sh\n+ make check", 1)
	buildkite := "~~~ Preparing working directory\n$ cd /src\n{fill}~~~ Running commands\n$ go test -v .\n{fill}error: the first\n<cause>\n^^^ +++\n\x1b[31mError: The command exited with status 1\x1b[0m\n"
	for want, log := range map[string]string{"[Pipeline] { (Verify)": stage, "$ go test -v .": buildkite} {
		if got := shown(strings.ReplaceAll(log, "{fill}", filler("part", 70))); !strings.Contains(got, want+"\n") {
			t.Errorf("%s is hidden:\n%s", want, got)
		}
	}
	if got := shown(strings.ReplaceAll(stage, "{fill}", filler("part", 70))); strings.Contains(got, "[Pipeline] stage") {
		t.Errorf("more than the stage's name is shown:\n%s", got)
	}
	if got := shown(strings.ReplaceAll(jenkins, "{fill}", filler("part", 70))); strings.Contains(got, "[Pipeline] }\n[Pipeline] sh") {
		t.Errorf("the end of another step is shown above one that failed:\n%s", got)
	}
	skipped := strings.Replace(jenkins, "[Pipeline] // node", "Stage \"Deploy\" skipped due to earlier failure(s)\n[Pipeline] // node", 1)
	if got := shown(strings.ReplaceAll(skipped, "{fill}", filler("part", 70))); !strings.Contains(got, "skipped due to earlier failure") {
		t.Errorf("a stage that was skipped for a failure is hidden:\n%s", got)
	}
}
