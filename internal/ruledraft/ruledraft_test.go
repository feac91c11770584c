package ruledraft

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/rulecheck"
	"elide.example/elide/internal/rules"
)

func newChecker(t *testing.T) *rulecheck.Checker {
	t.Helper()
	c, err := rulecheck.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// checkDraft: what is drafted is a file of a user's, its example passes, and each of
// its rules is needed.
func checkDraft(t interface {
	Helper()
	Fatalf(string, ...any)
}, c *rulecheck.Checker, output []byte, command string) *rules.File {
	t.Helper()
	d, err := New(c, output, command)
	if errors.Is(err, ErrNoText) {
		return nil
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	f, err := rules.ParseUser("draft", d.Text())
	if err != nil {
		t.Fatalf("%v in\n%s", err, d.Text())
	}
	if f.Command != command || len(f.Examples) != 1 || len(f.Rules) != len(d.File.Rules) {
		t.Fatalf("%q, %d examples, %d rules in\n%s", f.Command, len(f.Examples), len(f.Rules), d.Text())
	}
	wrong, err := c.User(f)
	if err != nil || len(wrong) > 0 {
		t.Fatalf("%v, %v in\n%s", wrong, err, d.Text())
	}
	idle, err := c.UserEvidence(f)
	if err != nil || len(idle) > 0 {
		t.Fatalf("%v, %v in\n%s", idle, err, d.Text())
	}
	return f
}

// TestCorpus drafts from real outputs.
func TestCorpus(t *testing.T) {
	longtest.Asked(t)
	inputs, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	c := newChecker(t)
	drafted := 0
	for _, name := range inputs {
		if !longtest.Some(filepath.Base(filepath.Dir(name)), 6) {
			continue
		}
		output, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if f := checkDraft(t, c, output, "acme build"); f != nil && len(f.Rules) > 0 {
			drafted++
		}
	}
	if drafted == 0 {
		t.Error("no rule was drafted")
	}
}

// TestAny drafts from outputs of any lines.
func TestAny(t *testing.T) {
	c := newChecker(t)
	line := rapid.SampledFrom([]string{
		"[worker %d] unit done", "%d items cached under key %x", "error: unit %d broke", "plain words", "", "  indented %d", "end", "+ added %d",
		"*40 stars %d", "\t\"quoted\" | bar %d", "tail %d\r", "\x1b[31mred %d\x1b[0m", "bad \xff bytes %d", "ä ö ü %d", "2026-01-02 03:04:05 INFO %d", "# %d", strings.Repeat("long ", 200),
	})
	laws.Check(t, func(rt *rapid.T) {
		var b bytes.Buffer
		for range rapid.IntRange(0, 8).Draw(rt, "runs") {
			form := line.Draw(rt, "line")
			for i := range rapid.SampledFrom([]int{1, 2, 3, 5, 30, 90}).Draw(rt, "times") {
				if strings.Contains(form, "%d") {
					fmt.Fprintf(&b, strings.ReplaceAll(form, "%x", "k7")+"\n", i)
				} else {
					b.WriteString(form + "\n")
				}
			}
		}
		checkDraft(rt, c, b.Bytes(), rapid.SampledFrom([]string{"", "acme", "acme \"build\""}).Draw(rt, "command"))
	})
}

// TestNeverHidesWhatIsWrong: what says how bad it is, or is rare, is not hidden by what
// hides lines that look like it.
func TestNeverHidesWhatIsWrong(t *testing.T) {
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "[step %d] all is well here\n", i)
		if i == 40 {
			b.WriteString("[step 40] all is lost: error in the plan\n[step 40] all went dark\n")
		}
		fmt.Fprintf(&b, "task %d took %d ms\n", i, i%7)
		if i == 50 {
			b.WriteString("task 50 took 9 ms: error 7\n")
		}
	}
	f := checkDraft(t, newChecker(t), []byte(b.String()), "")
	set, err := rules.Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	if answer(set, []byte("[step 99] all is well here")) != rules.LineHide {
		t.Errorf("what is frequent is not hidden by\n%s", f)
	}
	for _, line := range []string{"[step 40] all is lost: error in the plan", "[step 40] all went dark", "task 50 took 9 ms: error 7"} {
		if answer(set, []byte(line)) == rules.LineHide {
			t.Errorf("%q is hidden by\n%s", line, f)
		}
	}
}

// TestOneStatement: lines that differ in numbers alone are of one statement, also where
// one of them looks as if it said -1.
func TestOneStatement(t *testing.T) {
	var b strings.Builder
	b.WriteString("krane 0.9, cluster demo\n")
	for i := range 70 {
		fmt.Fprintf(&b, "[%03d] apply svc-%d ... unchanged (gen %d)\n      probe svc-%d:8080/healthz -> 200 in %dms\n", i+1, i+1, i*13%97, i+1, i*7%40)
		if i == 43 {
			b.WriteString("[044] apply db-44 ... refused by admission hook 'quota'\n")
		}
	}
	b.WriteString("rolled 70, refused 1\n")
	set, err := rules.Compile(checkDraft(t, newChecker(t), []byte(b.String()), "krane deploy"))
	if err != nil {
		t.Fatal(err)
	}
	for line, hidden := range map[string]bool{
		"[001] apply svc-1 ... unchanged (gen 13)": true, "      probe svc-1:8080/healthz -> 200 in 10ms": true,
		"[044] apply db-44 ... refused by admission hook 'quota'": false, "rolled 70, refused 1": false,
	} {
		if got := answer(set, []byte(line)) == rules.LineHide; got != hidden {
			t.Errorf("%q is hidden: %v", line, got)
		}
	}
}

func TestNoLines(t *testing.T) {
	c := newChecker(t)
	for _, output := range []string{"", "\n\n", "[" + strings.Repeat("1,", 5000) + "1]", "\x00\x01\x02\x03" + strings.Repeat("\x00\xfe", 900)} {
		if _, err := New(c, []byte(output), ""); !errors.Is(err, ErrNoText) {
			t.Errorf("%.10q: %v", output, err)
		}
	}
}
