package reduce

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/reduce/plain"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/shape"
)

// sampleOf cuts a sample into its text and, by line, what is asked of it:
// "!" shown, "~" hidden, ":" either. "%40 text #" stands for 40 times the text
// with a running number in place of the sign; "\n" in it starts a line.
func sampleOf(t *testing.T, sample string) (text []byte, want []byte) {
	t.Helper()
	for line := range strings.SplitSeq(strings.Trim(sample, "\n"), "\n") {
		var n int
		switch {
		case line == "":
			line = ": "
		case line[0] == '%':
			if _, err := fmt.Sscanf(line, "%%%d", &n); err != nil {
				t.Fatalf("sample line %q: %v", line, err)
			}
			_, line, _ = strings.Cut(line, " ")
			line = strings.ReplaceAll(line, `\n`, "\n")
			for i := range n {
				text = fmt.Appendf(text, "%s\n", strings.ReplaceAll(line, "#", fmt.Sprint(i)))
				want = append(want, bytes.Repeat([]byte{':'}, 1+strings.Count(line, "\n"))...)
			}
			continue
		}
		if !strings.ContainsRune("!~:", rune(line[0])) {
			t.Fatalf("sample line %q says nothing of what is asked", line)
		}
		text = append(append(text, strings.TrimPrefix(line[1:], " ")...), '\n')
		want = append(want, line[0])
	}
	return text, want
}

func sectionOf(text []byte, sh shape.Shape) block.Section {
	b := block.New(text)
	return block.Section{Block: b, End: b.Len(), Shape: sh}
}

// checkSample marks the sample and compares with what is asked of its lines.
// It returns the share of the bytes that are shown.
func checkSample(t *testing.T, reducer mark.Reducer, sample string) float64 {
	t.Helper()
	text, want := sampleOf(t, sample)
	s := sectionOf(text, shape.BuildLog)
	marks := make([]mark.Mark, s.Len())
	reducer(s, marks)
	shown := 0
	for i, m := range marks {
		line := s.Block.Line(i) - 1
		switch {
		case want[line] == '!' && m.Rank == mark.Bulk:
			t.Errorf("hidden: %s", s.Text(i))
		case want[line] == '~' && m.Rank > mark.Bulk:
			t.Errorf("shown as %s (%s): %s", m.Rank, m.Why, s.Text(i))
		}
		if m.Rank > mark.Bulk {
			shown += len(s.Raw(i))
		}
	}
	return float64(shown) / float64(max(1, len(text)))
}

func TestBuildLogKeepsWhatToolsSay(t *testing.T) {
	for name, sample := range buildSamples {
		t.Run(name, func(t *testing.T) { checkSample(t, build.Reduce, sample) })
	}
}

func TestPlainKeepsFailuresToo(t *testing.T) {
	for name, sample := range buildSamples {
		t.Run(name, func(t *testing.T) { checkSample(t, plain.Reduce, sample) })
	}
}

// Floods are shown by kind, and what is shown of them is a small part.
func TestBuildLogFloods(t *testing.T) {
	for name, sample := range map[string]string{
		"warnings": "%400 src/file#.c:#:5: warning: unused variable 'x#' [-Wunused-variable]\n! ar rcs lib.a",
		"steps":    "%400   CC      src/file#.o\n! LD app",
		"lint":     "%400 pkg/mod.py:#:80: E501 line too long (9# > 79 characters)\n! Found 400 errors.",
		"errors":   "%900 src/file.c:#:5: error: unknown type name 'T'\n! src/last.c:1:1: error: expected ';'\n! make: *** [all] Error 1",
	} {
		t.Run(name, func(t *testing.T) {
			if share := checkSample(t, build.Reduce, sample); share > 0.16 {
				t.Errorf("%.0f %% of a flood shown", 100*share)
			}
		})
	}
}

// Odd bytes and odd sizes must not trip any of the reducers here.
func TestLogReducersTakeAnyBytes(t *testing.T) {
	long := bytes.Repeat([]byte("error: x.c:1:1: [ERROR] "), 20000)
	inputs := [][]byte{nil, {'\n'}, {0}, {0xff, '\n', 0xe2, '\n'}, []byte("a.c:1:"), []byte("[ERROR]"), []byte("✘"), []byte("level="), []byte("E"), []byte("a: b: "),
		[]byte("commit 1234567"), []byte("==1=="), bytes.Repeat([]byte("\n"), 5000), long, bytes.Repeat([]byte("[pid 1] a("), 9)}
	for _, reducer := range []mark.Reducer{build.Reduce, logs.Reduce, plain.Reduce, logs.SyscallTrace, trace.Memcheck, logs.GitHistory} {
		for _, in := range inputs {
			s := sectionOf(in, shape.Plain)
			reducer(s, make([]mark.Mark, s.Len()))
		}
	}
}

func FuzzLogReducers(f *testing.F) {
	f.Add([]byte(nil))
	for _, sample := range buildSamples {
		f.Add([]byte(strings.ReplaceAll(sample, "! ", "")))
	}
	for _, sample := range logSamples {
		f.Add([]byte(strings.ReplaceAll(sample, "! ", "")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, reducer := range []mark.Reducer{build.Reduce, logs.Reduce, plain.Reduce, logs.SyscallTrace, trace.Memcheck, logs.GitHistory} {
			s := sectionOf(text, shape.Plain)
			first, second := make([]mark.Mark, s.Len()), make([]mark.Mark, s.Len())
			reducer(s, first)
			reducer(s, second)
			for i := range first {
				if first[i] != second[i] {
					t.Fatalf("unit %d: %v, then %v", i, first[i], second[i])
				}
			}
		}
	})
}
