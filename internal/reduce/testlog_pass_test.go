package reduce

import (
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// Of a run that passes, the totals are shown and next to nothing else.
func TestTestLogPassingRuns(t *testing.T) {
	for _, c := range []struct{ name, line, totals string }{
		{"rspec", "  handles an error %\n", "Finished in 0.02 seconds\n40 examples, 0 failures"},
		{"rspec dots", "..............................\n", "40 examples, 0 failures"},
		{"mocha", "    ✓ shows an error % (12ms)\n", "  40 passing (211ms)"},
		{"cargo", "test tests::error_% ... ok\n", "test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s"},
		{"gradle", "CartTest > error%() PASSED\n", "BUILD SUCCESSFUL in 3s"},
		{"maven", "[INFO] Running com.acme.Error%Test\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in com.acme.Error%Test\n", "[INFO] Tests run: 120, Failures: 0, Errors: 0, Skipped: 0"},
		{"ctest", " 1/40 Test  #1: error_% .......................   Passed    0.01 sec\n      Start  2: failure_%\n", "100% tests passed, 0 tests failed out of 40"},
		{"phpunit", "............................................................... 63 / 80 ( 78%)\n", "OK (80 tests, 120 assertions)"},
		{"prove", "t/error_%.t ....... ok\n", "All tests successful.\nFiles=40, Tests=90,  0 wallclock secs\nResult: PASS"},
		{"dotnet", "  Passed Cart.Tests.ErrorIsShown% [2 ms]\n", "Passed!  - Failed:     0, Passed:    40, Skipped:     0, Total:    40, Duration: 20 ms - Cart.Tests.dll (net8.0)"},
		{"jest", "PASS src/error%.test.js\n  ✓ shows an error % (2 ms)\n", "Test Suites: 40 passed, 40 total\nTests:       40 passed, 40 total"},
		{"bats", " ✓ shows an error %\n", "40 tests, 0 failures"},
		{"exunit", "  * test error % (0.1ms) [L#12]\n", "40 tests, 0 failures"},
		{"tap", "ok 1 - shows an error %\n", "# tests 40\n# pass 40\n# fail 0"},
		{"node-tap", "test/error%.js ........................... 3/3\n", "total ........................... 120/120\n\n  120 passing (2s)"},
		{"pytest", "tests/test_error%.py::test_failure PASSED                    [ 12%]\n", "============= 40 passed in 0.12s ============="},
		{"pytest quiet", "........................................................................ [ 72%]\n", "40 passed in 0.12s"},
		{"unittest", "test_error% (tests.test_a.ErrorTest) ... ok\n", "Ran 40 tests in 0.012s\n\nOK"},
		{"gtest", "[ RUN      ] Error.Test%\n[       OK ] Error.Test% (0 ms)\n", "[==========] 40 tests from 2 test suites ran. (3 ms total)\n[  PASSED  ] 40 tests."},
		{"xctest", "Test Case '-[A testError%]' started.\nTest Case '-[A testError%]' passed (0.001 seconds).\n", "\t Executed 40 tests, with 0 failures (0 unexpected) in 0.003 (0.004) seconds"},
		{"scalatest", "[info] - should show an error %\n", "[info] Tests: succeeded 40, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed."},
		{"dart", "00:01 +%: shows an error\n", "00:01 +40: All tests passed!"},
		{"go", "=== RUN   TestError%\n    a_test.go:12: an error, as expected\n--- PASS: TestError% (0.00s)\n", "ok  \texample.com/a\t0.004s"},
		{"nextest", "        PASS [   0.004s] cart tests::error_%\n", "     Summary [   0.007s] 40 tests run: 40 passed, 0 skipped"},
		{"playwright", "  ✓  1 [chromium] › cart.spec.ts:3:1 › shows an error % (1.2s)\n", "  40 passed (9.1s)"},
		{"catch2", "", "===============================================================================\nAll tests passed (12 assertions in 3 test cases)"},
		{"robot", "Error %                                        | PASS |\n------------------------------------------------------------------------------\n", "40 tests, 40 passed, 0 failed"},
		{"hspec", "  shows an error % [✔]\n", "40 examples, 0 failures"},
		{"deno", "shows an error % ... ok (1ms)\n", "ok | 40 passed | 0 failed (10ms)"},
		{"vitest", " ✓ test/error%.test.ts (98 tests) 228ms\n", " Test Files  40 passed (40)\n      Tests  400 passed (400)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			for i := range 40 {
				text.WriteString(strings.ReplaceAll(c.line, "%", strings.Repeat("z", i)))
			}
			totals := strings.Split(c.totals, "\n")
			bulk := strings.Count(text.String(), "\n")
			marks := rankRunText(text.String()+c.totals+"\n", shape.TestLog)
			shown := 0
			for i, m := range marks {
				if m.Rank >= mark.Sample {
					shown++
				} else if line := totals[max(i-bulk, 0)]; i >= bulk && strings.ContainsAny(line, "0123456789") && strings.Contains(line, "40") {
					t.Errorf("the totals are hidden: %q", line)
				}
			}
			if shown > len(totals)+1 {
				t.Errorf("%d lines are shown", shown)
			}
		})
	}
}
