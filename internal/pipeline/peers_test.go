package pipeline

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/marker"
)

// What users of other tools of this kind complain about, each as a test that
// bears the cause in its name and would fail with what they were shown.
// Numbers behind a project's name are those of its issues.

// shownOf returns what a reader is shown of the text, with default options.
func shownOf(t testing.TB, text string) string {
	t.Helper()
	res := plainly(t, []byte(text), Options{})
	checkTiles(t, []byte(text), res)
	if !res.Reduced {
		return text
	}
	return string(res.Text)
}

// mustShow tells which of the parts are missing, by the first few.
func mustShow(t testing.TB, shown string, parts []string) {
	t.Helper()
	missing := 0
	for _, p := range parts {
		if strings.Contains(shown, p) {
			continue
		}
		if missing++; missing <= 3 {
			t.Errorf("%q is not shown", p)
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d are missing in\n%.3000s", missing, len(parts), shown)
	}
}

// times is a format once for each number from 1 on; its verbs are %[1]d.
func times(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+1)
	}
	return b.String()
}

// each is times as a list.
func each(n int, format string) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(format, i+1))
	}
	return all
}

// rtk 1813: 5 of 49 failures shown; 690: the rest was counted, not told.
func TestAllFailuresAreShown(t *testing.T) {
	runs := map[string]struct {
		output string
		must   []string
	}{
		"go test": {
			times(60, "--- FAIL: TestRoute%[1]d (0.00s)\n    mux_test.go:%[1]d7: path /a/%[1]d: status is 404\n") + "FAIL\nFAIL\texample.org/mux\t0.213s\nFAIL\n",
			append(each(60, "TestRoute%d "), each(60, "path /a/%d: status is 404")...),
		},
		"pytest": {
			"collected 49 items\n\ntests/test_a.py " + strings.Repeat("F", 49) + " [100%]\n\n=================== FAILURES ===================\n" +
				times(49, "___________________ test_total_%[1]d ___________________\n\n    def test_total_%[1]d():\n        order = make_order(%[1]d)\n>       assert order.total() == %[1]d00\nE       assert %[1]d01 == %[1]d00\n\ntests/test_a.py:%[1]d5: AssertionError\n") +
				"=========== short test summary info ===========\n" + times(49, "FAILED tests/test_a.py::test_total_%[1]d - assert %[1]d01 == %[1]d00\n") + "============ 49 failed in 1.32s ============\n",
			append(each(49, "test_total_%d"), each(49, "assert %[1]d01 == %[1]d00")...),
		},
		"jest": {
			"FAIL src/cart.test.js\n  cart\n" + times(49, "    ✕ adds item %[1]d (2 ms)\n") + "\n" +
				times(49, "  ● cart › adds item %[1]d\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: %[1]d50\n    Received: %[1]d51\n\n      %[1]d1 |   test('adds item %[1]d', () => {\n    > %[1]d2 |     expect(sum(cart)).toBe(%[1]d50)\n\n      at Object.<anonymous> (src/cart.test.js:%[1]d2:23)\n\n") +
				"Test Suites: 1 failed, 1 total\nTests:       49 failed, 49 total\nSnapshots:   0 total\nTime:        1.2 s\n",
			append(each(49, "adds item %d"), each(49, "Received: %d51")...),
		},
		"cargo test": {
			"running 49 tests\n" + times(49, "test parse::case_%[1]d ... FAILED\n") + "\nfailures:\n\n" +
				times(49, "---- parse::case_%[1]d stdout ----\nthread 'parse::case_%[1]d' panicked at src/parse.rs:%[1]d9:5:\nassertion `left == right` failed\n  left: %[1]d1\n right: %[1]d2\n\n") +
				"\nfailures:\n" + times(49, "    parse::case_%[1]d\n") + "\ntest result: FAILED. 0 passed; 49 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n",
			append(each(49, "parse::case_%d"), each(49, "src/parse.rs:%d9:5")...),
		},
	}
	for name, run := range runs {
		t.Run(name, func(t *testing.T) { mustShow(t, shownOf(t, run.output), run.must) })
	}
}

// rtk 2420: of a test run the last five lines were shown. Here a failure
// stands in the midst and the end says nothing of it.
func TestFailureInTheMidstIsShown(t *testing.T) {
	pass := "test store::keeps_%[1]d ... ok\n"
	out := "running 401 tests\n" + times(200, pass) + "test store::forgets ... FAILED\n" + times(200, "test index::finds_%[1]d ... ok\n") +
		"\nfailures:\n\n---- store::forgets stdout ----\nentry 7 is there after an hour\nthread 'store::forgets' panicked at src/store.rs:88:9:\nstill there\n\n\nfailures:\n    store::forgets\n\n" +
		"test result: FAILED. 400 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.52s\n" +
		"\n" + times(60, "   Compiling helper%[1]d v0.1.%[1]d\n")
	shown := shownOf(t, out)
	mustShow(t, shown, []string{"store::forgets", "src/store.rs:88:9", "still there", "entry 7 is there after an hour", "400 passed; 1 failed"})
	if len(shown) > len(out)/5 {
		t.Errorf("%d of %d bytes are shown, most of a run that passed", len(shown), len(out))
	}
}

// A line without any word of failure is the one that says what is wrong, and
// it stands before the line that says FAIL.
func TestDetailBeforeFailLine(t *testing.T) {
	out := times(150, "=== RUN   TestKeep%[1]d\n    keep_test.go:%[1]d: opened\n--- PASS: TestKeep%[1]d (0.00s)\n") +
		"=== RUN   TestTiles\n    tiles_test.go:31: 17 tiles cover 16 fields\n    tiles_test.go:32: the last one is blue\n--- FAIL: TestTiles (0.01s)\n" +
		times(150, "=== RUN   TestDrop%[1]d\n--- PASS: TestDrop%[1]d (0.00s)\n") + "FAIL\nexit status 1\nFAIL\texample.org/tiles\t0.120s\n"
	mustShow(t, shownOf(t, out), []string{"17 tiles cover 16 fields", "the last one is blue", "--- FAIL: TestTiles", "FAIL\texample.org/tiles"})
}

// And behind it, as go test prints them without -v.
func TestDetailBehindFailLine(t *testing.T) {
	out := times(120, "ok  \texample.org/app/part%[1]d\t0.0%[1]ds\n") +
		"--- FAIL: TestTiles (0.01s)\n    --- FAIL: TestTiles/blue_ones (0.00s)\n        tiles_test.go:31: 17 tiles cover 16 fields\n            the last one is blue\nFAIL\nFAIL\texample.org/app/tiles\t0.120s\n" +
		times(120, "ok  \texample.org/app/more%[1]d\t(cached)\n") + "FAIL\n"
	mustShow(t, shownOf(t, out), []string{"TestTiles/blue_ones", "17 tiles cover 16 fields", "the last one is blue", "example.org/app/tiles"})
}

// Folding by a template that blanks digits: "got 1, want 2" and "got 3, want
// 4" are no repeats.
func TestDigitsAreNotFolded(t *testing.T) {
	var out strings.Builder
	var must []string
	out.WriteString("--- FAIL: TestSquares (0.00s)\n")
	for i := range 24 {
		l := fmt.Sprintf("    square_test.go:18: got %d, want %d", i*i+i%3+1, i*i)
		must = append(must, l)
		out.WriteString(l + "\n")
	}
	out.WriteString("FAIL\nFAIL\texample.org/square\t0.010s\n")
	out.WriteString(times(100, "ok  \texample.org/app/part%[1]d\t0.0%[1]ds\n"))
	mustShow(t, shownOf(t, out.String()), must)
}

// A passing test with a frightening name is no failure, and a run of those
// costs next to nothing.
func TestSuccessIsSmall(t *testing.T) {
	runs := map[string]string{
		"go test -v": times(400, "=== RUN   TestErrorHandling%[1]d\n--- PASS: TestErrorHandling%[1]d (0.00s)\n") + "PASS\nok  \texample.org/a\t0.300s\n",
		"cargo test": "running 400 tests\n" + times(400, "test error::panics_%[1]d ... ok\n") + "\ntest result: ok. 400 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n",
		"pytest -v":  "collected 400 items\n\n" + times(400, "tests/test_fail.py::test_failed_login_%[1]d PASSED [ 50%%]\n") + "\n============ 400 passed in 2.10s ============\n",
	}
	for name, out := range runs {
		shown := shownOf(t, out)
		if len(shown)*10 > len(out) {
			t.Errorf("%s: %d of %d bytes are shown:\n%.1500s", name, len(shown), len(out), shown)
		}
		last := out[strings.LastIndexByte(strings.TrimRight(out, "\n"), '\n')+1:]
		mustShow(t, shown, []string{strings.TrimSpace(last)})
	}
}

// Filters that put "ok" or a count of their own in the place of what the tool
// printed. Each line shown is the tool's, a gap, or the marker.
func TestSuccessIsNotClaimed(t *testing.T) {
	outputs := []string{
		times(300, "ok  \texample.org/app/part%[1]d\t0.0%[1]ds\n"),                     // no total
		"running 300 tests\n" + times(250, "test a::b%[1]d ... ok\n"),                  // killed before its total
		times(200, "=== RUN   TestA%[1]d\n--- PASS: TestA%[1]d (0.00s)\n"),             // likewise
		times(300, "   Compiling dep%[1]d v1.0.%[1]d\n"),                               // unfinished
		"collected 300 items\n\n" + times(300, "tests/test_a.py::test_%[1]d PASSED\n"), // likewise
	}
	for _, out := range outputs {
		lines := map[string]bool{}
		for l := range strings.Lines(out) {
			lines[l] = true
		}
		for l := range strings.Lines(shownOf(t, out)) {
			_, isMarker := marker.Parse([]byte(strings.TrimSpace(l)))
			_, isGap := marker.ParseGap([]byte(strings.TrimSpace(l)))
			if !lines[l] && !isMarker && !isGap {
				t.Errorf("the tool didn't print %q", l)
			}
		}
	}
}

func manyFilesDiff(files int) (out string, changed []string) {
	var b strings.Builder
	for i := range files {
		fmt.Fprintf(&b, "diff --git a/pkg/file%[1]d.go b/pkg/file%[1]d.go\nindex 1f0e3da..98b2c4%02[1]d 100644\n--- a/pkg/file%[1]d.go\n+++ b/pkg/file%[1]d.go\n", i)
		fmt.Fprintf(&b, "@@ -%[1]d,7 +%[1]d,8 @@ func serve%[2]d(w http.ResponseWriter) {\n", 10+i, i)
		old := fmt.Sprintf("-\tlimit := %d", i)
		new := fmt.Sprintf("+\tlimit := %d", i+1)
		add := fmt.Sprintf("+\tdelete(seen, %d)", i)
		changed = append(changed, old, new, add)
		fmt.Fprintf(&b, " \tfirst()\n \tsecond()\n \tthird()\n%s\n%s\n%s\n \tfourth()\n \tfifth()\n \tsixth()\n", old, new, add)
	}
	return b.String(), changed
}

// rtk 827, 3257, 781: lines of a diff were left out and nothing said so, and
// work was thrown away on the strength of it. Of a diff of middle size each
// changed line is shown; of any, each file is named.
func TestDiffIsNeverCutSilently(t *testing.T) {
	out, changed := manyFilesDiff(40)
	mustShow(t, shownOf(t, out), changed)

	out, changed = manyFilesDiff(500)
	res := plainly(t, []byte(out), Options{})
	if !res.Reduced {
		t.Fatal("passes through: ", res.Reason)
	}
	mustShow(t, string(res.Text), each(499, "pkg/file%d.go"))
	for _, l := range changed {
		if !hasLine(res.Text, l) && hiddenSilently(out, res, l) {
			t.Fatalf("%q is hidden without a gap", l)
		}
	}
}

// One changed line between three hundred that are not.
func TestOneChangedLineIsShown(t *testing.T) {
	out := "diff --git a/a.conf b/a.conf\nindex 1f0e3da..98b2c41 100644\n--- a/a.conf\n+++ b/a.conf\n@@ -1,301 +1,301 @@\n" +
		times(150, " setting_%[1]d = on\n") + "-setting_x = off\n+setting_x = on\n" + times(150, " other_%[1]d = on\n")
	mustShow(t, shownOf(t, out), []string{"-setting_x = off", "+setting_x = on", "a.conf"})
}

func hasLine(text []byte, l string) bool { return bytes.Contains(text, []byte("\n"+l+"\n")) }

// hiddenSilently tells whether the line of the block is hidden and no gap in
// the text holds its number.
func hiddenSilently(out string, res Result, l string) bool {
	number := strings.Count(out[:strings.Index(out, l+"\n")], "\n") + 1
	for line := range bytes.Lines(res.Text) {
		if r, ok := marker.ParseGap(bytes.TrimSpace(line)); ok && r.First <= number && number <= r.Last {
			return false
		}
	}
	return true
}

// rtk 1918: git apply refused what had been a diff. What restores is it, to
// the byte, final newline or not.
func TestRestoredDiffApplies(t *testing.T) {
	out, _ := manyFilesDiff(300)
	checkRestores(t, []byte(out))
	checkRestores(t, []byte(out+"-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file"))
	checkRestores(t, []byte(strings.ReplaceAll(out, "\n", "\r\n")))
	checkRestores(t, []byte(strings.ReplaceAll(out, "limit", "l\xefmit")))
}
