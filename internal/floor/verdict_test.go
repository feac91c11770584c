package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestVerdict(t *testing.T) {
	for _, text := range []string{
		"Test: push_05 ...FAILED",
		"test_full (ring.Test.test_full) ... ERROR",
		"full            [FAIL] (0.2s)",
		"tests/ring.c:77:pops_what_was_pushed:FAIL: Expected 4 Was 5",
		"ring:main  ->  failed: Returned non-success exit status 1  [0.012s]",
		"ring:tap  ->  broken",
		"1/5 ring:core        TIMEOUT",
		"( FAILED )  job  3    t/t3.t",
		"[  FAIL  ]  job  2    + names match",
		"│  ├─ adds twice ✘ expected: <7> but was: <4>",
	} {
		if !verdict([]byte(text), line.See([]byte(text))) {
			t.Errorf("none: %s", text)
		}
	}
	for _, text := range []string{
		"Test: push_05 ...passed", "[ERROR]", "5 tests, 2 failed", "0 errors", "raises an error", "test_error ... ok",
		"tests/ring.c:77:reports_an_error:PASS", "Error: no such file", "expected: failed", "catch (err)",
		"[ 5 of 162] Compiling Language.PureScript.Crash", "=== RUN   TestDecodeErrors", "src.reader.error",
		"[ERROR] Tests are run", "[  PASS  ]  job 2", "✘ adds twice", "├─ adds ✔", "[2 failed]",
	} {
		if verdict([]byte(text), line.See([]byte(text))) {
			t.Errorf("one: %s", text)
		}
	}
}

// TestChecks: of a list of checks that each end in a state those are shown whose state says
// that something is wrong, each, whatever the list was taken for.
func TestChecks(t *testing.T) {
	for form, states := range map[string][3]string{
		"  - Checking the configuration of daemon %-12d [ %s ]\n": {"OK", "WARNING", "FAILED"},
		"  run \"the plan of part %d\"... %s\n":                   {"pass", "fail", "error"},
	} {
		var text strings.Builder
		for i := range 400 {
			state := states[0]
			switch {
			case i%97 == 50:
				state = states[1]
			case i == 222:
				state = states[2]
			}
			fmt.Fprintf(&text, form, i*i, state)
		}
		b := block.New([]byte(text.String()))
		for _, taken := range []shape.Shape{shape.BuildLog, shape.Log, shape.Prose, shape.Plain, shape.Listing, shape.Table} {
			marks := make([]mark.Mark, b.Len())
			Raise([]block.Section{{Block: b, End: b.Len(), Shape: taken}}, marks)
			shown := 0
			for i := range marks {
				if marks[i].Rank > mark.Bulk {
					shown++
				}
			}
			if shown != 5 {
				t.Errorf("%q, %v: %d lines are shown, not the 5 whose check failed", form, taken, shown)
			}
		}
	}
}

// TestTold: a test whose verdict stands alone below its title is shown with what it
// says, up to where its paragraph ends; what passed, and a verdict of all tests, isn't.
func TestTold(t *testing.T) {
	const text = "cart > adds\nok\n\n" +
		"cart > price\nFAILURE\nname:      check-equal?\nlocation:  t.rkt:7:25\nactual:    108\n----------\n" +
		"  [unit] Testcase: drop took 0 sec\n  [unit] \tCaused an ERROR\n  [unit] no item 4\n  [unit] \tat Cart.drop(Cart.java:9)\n  [unit]\n" +
		"12 tests, 2 failures\nFAILED\nparse_number ok\nparse_text ok\n"
	b := block.New([]byte(text))
	marks := make([]mark.Mark, b.Len())
	f := floor{marks: marks}
	f.told(block.Section{Block: b, End: b.Len(), Shape: shape.TestLog})
	for i, m := range marks {
		if got, want := m.Rank > mark.Bulk, i >= 3 && i <= 7 || i >= 9 && i <= 12; got != want {
			t.Errorf("shown %v, want %v: %s", got, want, strings.TrimSpace(string(b.Text(i))))
		}
	}
}

// TestFewPassed: which tests passed is shown of up to twelve, of no run of more, and of no
// section of another shape.
func TestFewPassed(t *testing.T) {
	for _, c := range []struct {
		of    shape.Shape
		tests int
		name  string
		shown bool
	}{
		{shape.TestLog, 1, "adds", true},
		{shape.TestLog, mostPassed, "adds", true},
		{shape.TestLog, mostPassed + 1, "adds", false},
		{shape.TestLog, 9, strings.Repeat("adds", 100), false},
		{shape.BuildLog, 3, "adds", false},
	} {
		b := block.New([]byte(strings.Repeat("--- PASS: "+c.name+"\n", c.tests) + "what it printed\n"))
		marks := make([]mark.Mark, b.Len())
		for i := range c.tests {
			marks[i].Why = mark.WhyWell
		}
		f := floor{marks: marks}
		f.fewPassed(block.Section{Block: b, End: b.Len(), Shape: c.of})
		for i, m := range marks {
			if want := c.shown && i < c.tests; want != (m.Rank > mark.Bulk) {
				t.Errorf("of %d tests, in a %v, line %d: shown %v", c.tests, c.of, i+1, !want)
			}
		}
	}
}
