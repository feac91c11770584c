package reduce

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// A sample in testdata is a tool's output with a column in front: '+' marks
// a line that must be shown, '-' one that must not, ' ' one of which nothing
// is asked. A '?' at the end of a line takes the demand back: it tells the
// reader of the sample what one would wish.

func TestTestLogSamples(t *testing.T) { rankMarkedSamples(t, "testlog", shape.TestLog) }

func rankMarkedSamples(t *testing.T, folder string, sh shape.Shape) {
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			sample, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkMarkedSample(t, string(sample), sh)
		})
	}
}

func checkMarkedSample(t *testing.T, sample string, sh shape.Shape) {
	lines := strings.Split(strings.TrimSuffix(sample, "\n"), "\n")
	var text strings.Builder
	for i, line := range lines {
		if line == "" {
			line = " "
			lines[i] = line
		}
		text.WriteString(strings.TrimSuffix(line[1:], "?") + "\n")
	}
	marks := rankRunText(text.String(), sh)
	for i, line := range lines {
		shown := marks[i].Rank >= mark.Sample
		body := line[1:]
		switch {
		case strings.HasSuffix(line, "?") || strings.TrimSpace(body) == "":
		case line[0] == '+' && !shown:
			t.Errorf("line %d is hidden: %q", i+1, body)
		case line[0] == '-' && shown:
			t.Errorf("line %d is shown as %v (%v): %q", i+1, marks[i].Rank, marks[i].Why, body)
		}
	}
}

func rankRunText(text string, sh shape.Shape) []mark.Mark {
	b := block.New([]byte(text))
	s := block.Section{Block: b, First: 0, End: b.Len(), Shape: sh}
	marks := make([]mark.Mark, s.Len())
	For(sh)(s, marks)
	return marks
}

// The digits of a message are what it says: such failures are no repeats.
func TestTestLogDigitsMakeADifference(t *testing.T) {
	text := "--- FAIL: TestA (0.00s)\n    a_test.go:9: got 1, want 2\n--- FAIL: TestB (0.00s)\n    a_test.go:9: got 3, want 4\nFAIL\n"
	for i, m := range rankRunText(text, shape.TestLog) {
		if m.Rank < mark.Critical {
			t.Errorf("line %d is %v", i+1, m.Rank)
		}
	}
}

// A line of quoted source that is too long for one unit doesn't end the failure
// that quotes it.
func TestTestLogLongLineInFailure(t *testing.T) {
	text := "  ● calc › adds\n\n    Expected: 5\n    Received: 4\n\n    > 2 | " + strings.Repeat("call('a', 1); ", 200) + "\n      3 |\n\n      at calc.test.js:2:146\n\nTests: 1 failed, 1 total\n"
	b := block.New([]byte(text))
	marks := rankRunText(text, shape.TestLog)
	for i := range marks {
		if strings.Contains(string(b.Text(i)), "at calc.test.js") && marks[i].Rank < mark.Critical {
			t.Errorf("the place is %v", marks[i].Rank)
		}
	}
}

// However many tests fail, each is named, with its message and its place.
func TestTestLogHundredsOfFailuresAreAllNamed(t *testing.T) {
	var text strings.Builder
	const failures = 300
	for i := range failures {
		text.WriteString("--- FAIL: Test" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + "/" + string(rune('0'+i%10)) + strings.Repeat("y", i/10) + " (0.00s)\n")
		text.WriteString("    a_test.go:" + strings.Repeat("1", i%3+1) + ": message " + strings.Repeat("z", i) + "\n")
		for j := range 40 {
			text.WriteString("        context line " + strings.Repeat("c", j) + strings.Repeat("d", i%11) + "\n")
		}
	}
	marks := rankRunText(text.String(), shape.TestLog)
	shown := 0
	for i, m := range marks {
		if i%42 < 2 && m.Rank < mark.Critical {
			t.Fatalf("line %d of failure %d is %v", i%42, i/42, m.Rank)
		}
		if m.Rank >= mark.Sample {
			shown++
		}
	}
	if shown > 10*failures {
		t.Errorf("%d lines of %d failures are shown", shown, failures)
	}
}

// One test may fail in many ways: each line that says one is shown.
func TestTestLogManyMessagesOfOneTest(t *testing.T) {
	text := "--- FAIL: TestA (0.00s)\n" + strings.Repeat("    a_test.go:9: got 1, want 2\n", 50) + "FAIL\n"
	for i, m := range rankRunText(text, shape.TestLog) {
		if m.Rank < mark.Critical {
			t.Errorf("line %d is %v", i+1, m.Rank)
		}
	}
}

// Where the totals count more failures than are understood, what alarms is
// shown, in whatever form it stands.
func TestTestLogTotalsCountMore(t *testing.T) {
	const text = "ok 1 - opens\nproblem in closes: assertion broken at the drawer\nok 2 - counts\n1 passed, %s\n"
	for _, c := range []struct {
		totals string
		shown  bool
	}{{"0 failed", false}, {"2 failed", true}, {"Failures: 2", true}} {
		marks := rankRunText(strings.Replace(text, "%s", c.totals, 1), shape.TestLog)
		if shown := marks[1].Rank >= mark.Sample; shown != c.shown {
			t.Errorf("with %q the line is shown: %v", c.totals, shown)
		}
	}
}

// A message in one line too long for a unit is shown whole.
func TestTestLogLongMessageIsWhole(t *testing.T) {
	text := "--- FAIL: TestA (0.00s)\n    a_test.go:9: " + strings.Repeat("value, ", 900) + "\nFAIL\n"
	marks := rankRunText(text, shape.TestLog)
	if len(marks) < 10 {
		t.Fatalf("the line is cut into %d units", len(marks))
	}
	for i, m := range marks {
		if m.Rank < mark.Critical {
			t.Errorf("unit %d is %v", i, m.Rank)
		}
	}
}

func TestTestLogAnyBytes(t *testing.T) {
	samples, _ := filepath.Glob(filepath.Join("testdata", "*", "*.txt"))
	random := rand.New(rand.NewSource(1))
	for _, file := range samples {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			broken := bytes.Clone(data)
			for range 1 + len(broken)/40 {
				broken[random.Intn(len(broken))] = byte(random.Intn(256))
			}
			rankRunText(string(broken), shape.TestLog)
			rankRunText(string(broken), shape.Stack)
		}
	}
}

func BenchmarkTestLog(b *testing.B) {
	var text strings.Builder
	for i := range 20000 {
		text.WriteString("tests/test_a.py::test_error_" + strings.Repeat("x", i%20) + " PASSED     [ 12%]\n=== RUN   TestFoo\n    some_test.go:12: a line of log\n--- PASS: TestFoo (0.00s)\n")
	}
	data := text.String()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		rankRunText(data, shape.TestLog)
	}
}
