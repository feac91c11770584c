package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/shape"
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
	} {
		if !verdict([]byte(text)) {
			t.Errorf("none: %s", text)
		}
	}
	for _, text := range []string{
		"Test: push_05 ...passed", "[ERROR]", "5 tests, 2 failed", "0 errors", "raises an error", "test_error ... ok",
		"tests/ring.c:77:reports_an_error:PASS", "Error: no such file", "expected: failed", "catch (err)",
		"[ 5 of 162] Compiling Language.PureScript.Crash", "=== RUN   TestDecodeErrors", "src.reader.error",
	} {
		if verdict([]byte(text)) {
			t.Errorf("one: %s", text)
		}
	}
}

// TestChecks: of a list of checks that each end in a state those are shown whose state says
// that something is wrong, each, whatever the list was taken for.
func TestChecks(t *testing.T) {
	var text strings.Builder
	for i := range 400 {
		state := "OK"
		switch {
		case i%97 == 50:
			state = "WARNING"
		case i == 222:
			state = "FAILED"
		}
		fmt.Fprintf(&text, "  - Checking the configuration of daemon %-12d [ %s ]\n", i*i, state)
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
			t.Errorf("%v: %d lines are shown, not the 5 whose check failed", taken, shown)
		}
	}
}
