package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/shape"
)

func TestUnknownChapterOfARunIsShown(t *testing.T) {
	got := shownOf(shape.TestLog, "===== test session starts =====\n"+linesOf(60, func(i int) string { return fmt.Sprintf("tests/test_a.py::test_%d PASSED", i) })+
		"\n======= LEAKED FIXTURES =======\ndb in tests/conftest.py\n\n===== 60 passed in 0.12s =====\n")
	wantShown(t, got, "LEAKED FIXTURES", "db in tests/conftest.py", "60 passed")
	wantHidden(t, got, "test session starts", "test_31 PASSED")
}

func TestPartsBehindTheOneThatFailedAreShown(t *testing.T) {
	got := shownOf(shape.TestLog, linesOf(40, func(i int) string {
		return fmt.Sprintf("[INFO] Tests run: %d, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in app.Test%d", i+1, i)
	})+"[ERROR] app.CartTest.adds -- Time elapsed: 0.1 s <<< FAILURE!\nexpected: <1> but was: <2>\n[ERROR] Tests run: 41, Failures: 1, Errors: 0, Skipped: 0\n"+
		linesOf(20, func(i int) string {
			return fmt.Sprintf("[INFO] shop :: part%d ................................ SUCCESS [ 2.0 s]", i)
		})+
		"[INFO] shop :: cart ................................. FAILURE [ 26.2 s]\n[INFO] shop :: till ................................. SKIPPED\n")
	wantShown(t, got, "cart ......", "till ......")
	wantHidden(t, got, "part7 ")
}

func TestFailureLikeAnotherShowsWhatFollowsItsMessage(t *testing.T) {
	failure := func(name, input string) string {
		return "---- " + name + " stdout ----\n" + strings.Repeat("props: saved what was tried for the next run, in a file beside the tests\n", 6) +
			"\nthread '" + name + "' panicked at tests/props.rs:2:1:\nTest failed: " + input + " is too long\nminimal failing input: ws = [\n    \"" + input + "\",\n], width = 31\n\tsuccesses: 0\n\n"
	}
	got := shownOf(shape.TestLog, "running 2 tests\ntest a ... FAILED\ntest b ... FAILED\n\nfailures:\n\n"+failure("a", "xxxxx")+failure("b", "yyyyyyyyy")+
		"failures:\n    a\n    b\n\ntest result: FAILED. 0 passed; 2 failed; 0 ignored\n")
	wantShown(t, got, "yyyyyyyyy is too long", "\"yyyyyyyyy\",")
}
