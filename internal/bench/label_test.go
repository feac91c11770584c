package bench

import (
	"fmt"
	"strings"
	"testing"
)

// TestLabel: what a tool's report names labels the lines that show it, in each form.
func TestLabel(t *testing.T) {
	for name, c := range map[string]struct {
		report, text, want string
	}{
		"JUnit": {
			`<testsuites><testsuite><testcase name="test_sum" time="0"><failure message="assert 3 == 4&#10;more">def test_sum():
E  assert 3 == 4
tests/test_calc.py:12: AssertionError</failure></testcase><testcase name="test_fine"/></testsuite></testsuites>`,
			"collected 2 items\nE       assert 3 == 4\ntests/test_calc.py:12: AssertionError\nFAILED test_sum\n",
			"2 3 | test_sum",
		},
		"go test": {
			`{"Action":"output","Package":"x/calc","Test":"TestAdd","Output":"    calc_test.go:9: got 3\n"}
{"Action":"fail","Package":"x/calc","Test":"TestAdd/one"}
{"Action":"output","Package":"x/calc","Test":"TestAdd/one","Output":"    calc_test.go:7: bad\n"}
{"Action":"fail","Package":"x/calc","Test":"TestAdd"}
{"Action":"fail","Package":"x/calc"}`,
			"--- FAIL: TestAdd (0.00s)\n    --- FAIL: TestAdd/one (0.00s)\n        calc_test.go:7: bad\nFAIL\nFAIL\tx/calc\t0.1s\n",
			"2 3 5 |",
		},
		"a compiler's": {
			"noise\n" + `{"reason":"compiler-message","message":{"message":"mismatched types","level":"error","spans":[{"file_name":"src/a.rs","line_start":4}]}}
{"reason":"compiler-message","message":{"message":"unused","level":"warning","spans":[{"file_name":"src/a.rs","line_start":5}]}}`,
			"warning: unused\n --> src/a.rs:5:1\nerror[E0308]: mismatched types\n --> src/a.rs:4:9\n",
			"3 4 |",
		},
		"a linter's, by file": {
			`[{"filePath":"/home/dev/app/a.js","messages":[{"ruleId":"no-undef","severity":2,"message":"'x' is not defined.","line":3},{"severity":1,"message":"long line","line":9}]}]`,
			"/home/dev/app/a.js\n  3:1  error  'x' is not defined.  no-undef\n  9:1  warning  long line\n",
			"2 |",
		},
		"SARIF": {
			`{"version":"2.1.0","runs":[{"results":[{"level":"error","message":{"text":"SQL injection"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"db/q.go"},"region":{"startLine":7}}}]}]}]}`,
			"scanning\ndb/q.go:7: SQL injection\n",
			"2 |",
		},
	} {
		findings, err := Findings([]byte(c.report))
		one := &Case{ID: "one", Input: []byte(c.text), Bytes: len(c.text)}
		lost, first := one.Label(findings)
		var at []string
		for _, l := range one.Critical {
			at = append(at, fmt.Sprint(l.Line))
		}
		if got := strings.TrimSpace(strings.Join(at, " ") + " | " + strings.Join(one.Mentions, " ")); err != nil || got != c.want || lost != 0 {
			t.Errorf("%s: %q, want %q; %v, %d lost, first %q", name, got, c.want, err, lost, first)
		}
		if err := one.validate("x/one/case.json"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLabelTells: what a report names and the text has not is counted, and a text
// that is no report is refused.
func TestLabelTells(t *testing.T) {
	findings, err := Findings([]byte(`<testsuite><testcase name="test_gone"><failure message="never printed"/></testcase></testsuite>`))
	one := &Case{Input: []byte("all is well\n")}
	if lost, first := one.Label(findings); err != nil || lost != 1 || first != "test_gone" || one.Labels() != 0 {
		t.Errorf("%v, %d, %q", err, lost, first)
	}
	for _, text := range []string{"", "plain text", "<testsuite><testcase", "{broken"} {
		if _, err := Findings([]byte(text)); err == nil {
			t.Errorf("%q is taken for a report", text)
		}
	}
}
