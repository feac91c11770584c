package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestStackSamples(t *testing.T) { rankMarkedSamples(t, "stack", shape.Stack) }

// Of a dump of many threads the same stack is shown once, and each that
// differs is shown.
func TestStackDumpOfManyThreads(t *testing.T) {
	var text strings.Builder
	text.WriteString("SIGQUIT: quit\n\n")
	for i := range 200 {
		line := 9
		if i == 150 {
			line = 77
		}
		fmt.Fprintf(&text, "goroutine %d [chan receive]:\nmain.worker(0x%x)\n\t/src/main.go:%d +0x45\ncreated by main.main in goroutine 1\n\t/src/main.go:17 +0x8c\n\n", i+20, i, line)
	}
	lines := strings.Split(text.String(), "\n")
	shown := 0
	for i, m := range rankRunText(text.String(), shape.Stack) {
		if m.Rank >= mark.Sample {
			shown++
		} else if strings.Contains(lines[i], "main.go:77") {
			t.Error("the thread that differs is hidden")
		}
	}
	if shown > 20 {
		t.Errorf("%d of %d lines are shown", shown, len(lines))
	}
}

// A trace that comes again is named again, since its message may differ, but
// its frames aren't shown twice.
func TestStackRepeatedTraces(t *testing.T) {
	const frames = "\tat com.acme.Cart.total(Cart.java:18)\n\tat com.acme.App.main(App.java:7)\n"
	text := "java.lang.Error: item 1\n" + frames + "java.lang.Error: item 2\n" + frames + "java.lang.Error: item 1\n" + frames
	want := []bool{true, true, true, true, false, false, false, false, false}
	for i, m := range rankRunText(text, shape.Stack) {
		if (m.Rank >= mark.Sample) != want[i] {
			t.Errorf("line %d is %v", i+1, m.Rank)
		}
	}
}

// A program that says much before it dies leaves a trace that is read as such,
// whatever the rest is taken for.
func TestCrashAfterOutput(t *testing.T) {
	said := strings.Repeat("bin swept\n", 300)
	text := said + "thread 'main' (25427) panicked at a.rs:2:48:\nindex out of bounds: the len is 2 but the index is 2\nstack backtrace:\n" +
		"   0: __rustc::rust_begin_unwind\n             at /rustc/5980/library/std/src/panicking.rs:689:5\n" +
		"   1: a::inv::pick\n             at ./a.rs:2:48\n" +
		"   2: core::ops::function::FnOnce::call_once\n             at /rustc/5980/library/core/src/ops/function.rs:250:5\n" +
		"   3: a::main\n             at ./a.rs:4:117\n"
	for _, sh := range []shape.Shape{shape.Log, shape.BuildLog, shape.Plain} {
		marks := rankRunText(text, sh)
		for i, want := range map[int]bool{300: true, 301: true, 305: true, 306: true, 309: true, 310: true, 150: false} {
			if shown := marks[i].Rank >= mark.Sample; shown != want {
				t.Errorf("%v: line %d is %v", sh, i+1, marks[i].Rank)
			}
		}
	}
}

// Of a flood of leaks the first records are shown, and the last, the largest.
func TestStackMemcheckFlood(t *testing.T) {
	var text strings.Builder
	for n := 1; n <= 60; n++ {
		fmt.Fprintf(&text, "==99== %d bytes in 1 blocks are definitely lost in loss record %d of 60\n==99==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload.so)\n==99==    by 0x1093BF: copy (text.c:%d)\n==99== \n", 8*n, n, 40+n)
	}
	text.WriteString("==99== ERROR SUMMARY: 60 errors from 60 contexts (suppressed: 0 from 0)\n")
	marks := rankRunText(text.String(), shape.Stack)
	for n := 1; n <= 60; n++ {
		want := n <= 24 || n > 52
		for _, line := range [...]int{4 * (n - 1), 4*(n-1) + 2} {
			if shown := marks[line].Rank >= mark.Critical; shown != want {
				t.Errorf("record %d, line %d: shown is %v", n, line+1, shown)
			}
		}
	}
}
