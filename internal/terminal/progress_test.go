package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
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
	laws.Check(t, func(t *rapid.T) {
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
	p := &Progress{}
	text := strings.Repeat("--- FAIL: TestX\nok\n", 500)
	got, err := io.ReadAll(p.Watch(iotest.OneByteReader(strings.NewReader(text))))
	if err != nil || string(got) != text || p.lines.Load() != 1000 || p.failures.Load() != 500 {
		t.Errorf("%v, %d bytes, %d lines, %d failures", err, len(got), p.lines.Load(), p.failures.Load())
	}
}

func TestNoProgress(t *testing.T) {
	var p *Progress
	r := strings.NewReader("x")
	if p.Watch(r) != io.Reader(r) {
		t.Error("the reader is another one")
	}
	p.End()
}

func TestProgressText(t *testing.T) {
	for want, got := range map[string]string{
		"elide: 0s, 0 lines":                 progressText(900*time.Millisecond, 0, 0),
		"elide: 1m2s, 3421 lines, 1 failure": progressText(62300*time.Millisecond, 3421, 1),
		"elide: 2s, 1 line":                  progressText(2*time.Second, 1, 0),
		"elide: 1h0m0s, 5 lines, 2 failures": progressText(time.Hour, 5, 2),
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
		r := (&Progress{}).Watch(bytes.NewReader(log))
		for {
			if _, err := r.Read(buf); err != nil {
				break
			}
		}
	}
}

func TestAsks(t *testing.T) {
	for line, want := range map[string]bool{
		"Password: ": true, "Continue? [y/N] ": true, "(gdb) ": true, ">>> ": true, "$ ": true, "Enter a value:": true, "密码：": true,
		"\x1b[1;32m?\x1b[0m Name \x1b[2m›\x1b[0m:": true, "❯ ": true, "#": true,
		"": false, "....": false, "..F.s": false, "checking for gcc... ": false, "Downloading 45%": false, "   ": false, "\xff": false,
	} {
		if got := asks([]byte(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
	for line, want := range map[string]bool{
		"\x1b[1mName\x1b[0m: ": false, "\x1b[?2004h$ ": false, "\r 45% [###>  ]": true, "\x1b[2J\x1b[1;1H~": true, "\x1b[?1049h\x1b[H": true, "\x1b": false, "\x1b[": false, "\x1b7": true,
	} {
		if got := draws([]byte(line)); got != want {
			t.Errorf("%q draws: %v", line, got)
		}
	}
}

// TestAsking: what stands is shown once, in its time, however it came; a
// program gets the question alone.
func TestAsking(t *testing.T) {
	var a asking
	text := strings.Repeat("a line of what was printed before\n", 500)
	a.add([]byte(text))
	a.add([]byte("Sure"))
	a.add([]byte("? "))
	came := a.grown
	if got := a.shown(came.Add(askedPerson-1), true); got != nil {
		t.Errorf("too early: %q", got)
	}
	program := asking{text: bytes.Clone(a.text), grown: came}
	if got := program.shown(came.Add(askedProgram), false); string(got) != "Sure? " {
		t.Errorf("a program gets %q", got)
	}
	if got := a.shown(came.Add(askedPerson), true); string(got) != text[:len(text)/500*mostAbove]+"Sure? " {
		t.Errorf("a person gets %q", got)
	}
	if got := a.shown(came.Add(time.Hour), true); got != nil || !a.open() {
		t.Errorf("once more: %q", got)
	}
	a.add([]byte("answer"))
	if got := a.shown(a.grown, true); string(got) != "answer" {
		t.Errorf("then %q", got)
	}
	a.add([]byte("\nmore\nconfiguring..."))
	if a.open() || a.shown(a.grown.Add(standing-1), true) != nil || a.shown(a.grown.Add(time.Hour), false) != nil {
		t.Error("what asks nothing is shown at once")
	}
	if got := a.shown(a.grown.Add(standing), true); string(got) != "\nmore\nconfiguring..." {
		t.Errorf("at last %q", got)
	}
}
