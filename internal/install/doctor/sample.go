package doctor

import (
	"fmt"
	"strings"
)

// sampleOutput returns what a run of tests prints, one of which fails: a kind
// of output that elide makes much shorter.
func sampleOutput() string {
	const tests = 300
	var out strings.Builder
	for i := range tests {
		fmt.Fprintf(&out, "=== RUN   TestCase%03d\n", i)
		if i == tests/2 {
			fmt.Fprintf(&out, "    case_test.go:%d: got 4, want 5\n--- FAIL: TestCase%03d (0.01s)\n", 10+i, i)
			continue
		}
		fmt.Fprintf(&out, "--- PASS: TestCase%03d (0.01s)\n", i)
	}
	out.WriteString("FAIL\nFAIL\texample.com/case\t3.021s\nFAIL\n")
	return out.String()
}

// sampleFailure is the line of the sample that must reach the model.
const sampleFailure = "case_test.go:160: got 4, want 5"
