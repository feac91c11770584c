package progress

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"
)

func TestAnnounces(t *testing.T) {
	for line, want := range map[string]bool{
		"--- FAIL: TestX (0.00s)":                           true,
		"    --- FAIL: TestX/sub (0.00s)":                   true,
		"FAIL\telide/internal/x\t0.1s":                      false, // the package, after its tests
		"not ok 3 - adds":                                   true,
		"ok 3 - adds":                                       false,
		"test parse::empty ... FAILED":                      true,
		"test parse::empty ... ok":                          false,
		"tests/test_a.py::test_one FAILED            [ 5%]": true,
		"tests/test_a.py::test_one PASSED            [ 5%]": false,
		"FAIL: test_one (tests.A.test_one)":                 true,
		"  \x1b[31m✕\x1b[39m adds (2 ms)":                   true,
		"main.c:3:5: error: expected ‘;’":                   true,
		"a.ts(3,5): error TS2322: Type":                     true,
		"error[E0308]: mismatched types":                    true,
		"fatal error: stdio.h: No such file":                true,
		"docs: error handling, and retries":                 false,
		"0 errors, 0 failures":                              false,
		"":                                                  false,
	} {
		if got := announces([]byte(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// TestPieces: however the output comes, what is counted is the same, and the
// output goes through as it is.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"--- FAIL: TestX", "ok", "", strings.Repeat("x", 3000), "not ok 1", "é: error: ü"})).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		want := counter{}
		want.add([]byte(text))
		var got counter
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			got.add([]byte(rest[:n]))
			rest = rest[n:]
		}
		if got.lines != want.lines || got.failures != want.failures || got.lines != strings.Count(text, "\n") {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

func TestWatchGivesAllOfIt(t *testing.T) {
	l := &Line{}
	text := strings.Repeat("--- FAIL: TestX\nok\n", 500)
	got, err := io.ReadAll(l.Watch(iotest.OneByteReader(strings.NewReader(text))))
	if err != nil || string(got) != text || l.lines.Load() != 1000 || l.failures.Load() != 500 {
		t.Errorf("%v, %d bytes, %d lines, %d failures", err, len(got), l.lines.Load(), l.failures.Load())
	}
}

func TestNoLine(t *testing.T) {
	var l *Line
	r := strings.NewReader("x")
	if l.Watch(r) != io.Reader(r) {
		t.Error("the reader is another one")
	}
	l.End()
}

func TestText(t *testing.T) {
	for want, got := range map[string]string{
		"elide: 0s, 0 lines":                 text(900*time.Millisecond, 0, 0),
		"elide: 1m2s, 3421 lines, 1 failure": text(62300*time.Millisecond, 3421, 1),
		"elide: 2s, 1 line":                  text(2*time.Second, 1, 0),
		"elide: 1h0m0s, 5 lines, 2 failures": text(time.Hour, 5, 2),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func BenchmarkWatch(b *testing.B) {
	log := bytes.Repeat([]byte("2026-01-02 03:04:05 INFO request 17 served in 23 ms\n"), 20_000)
	buf := make([]byte, 64<<10)
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		r := (&Line{}).Watch(bytes.NewReader(log))
		for {
			if _, err := r.Read(buf); err != nil {
				break
			}
		}
	}
}
