package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestLabelShape: a shape that there isn't is no case's, and is told before the command
// runs.
func TestLabelShape(t *testing.T) {
	for name, status := range map[string]int{"test-logg": 2, "Log": 2, "test-log": 0, "source": 0, "mixed": 0, "": 0} {
		var out, errs bytes.Buffer
		args := []string{"label", "-o", t.TempDir(), "--shape", name, "--report", ";", "--", "echo", `{"findings": [{"message": "it broke", "line": 3, "level": "error"}]}`}
		if got := run(args, &out, &errs); got != status {
			t.Errorf("%q: status %d\n%s%s", name, got, &out, &errs)
		}
		if status != 0 && !strings.Contains(errs.String(), "unknown shape \""+name+"\"") {
			t.Errorf("%q: %s", name, &errs)
		}
	}
}
