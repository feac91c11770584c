package floor

import "testing"

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
