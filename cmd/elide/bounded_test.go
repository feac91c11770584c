//go:build linux

package main

import (
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// mostMemory bounds what elide may take for any input: its heap is collected at
// 160 MB, and what is beside that takes some 20.
const mostMemory = 200 << 20

// hostile are texts that are all of what something in elide keeps an account of:
// brackets, units, lines, values, messages. Repeated, they are the worst inputs
// that were found among 120 kinds. %d is counted up.
var hostile = map[string]struct{ head, text string }{
	"brackets":      {"", "["},
	"braces":        {"", "{"},
	"closed":        {"", "[],"},
	"codes":         {"", "\x1b["},
	"nested":        {"[", `[[{"a":[%d]}]],`},
	"objects":       {"[", `{"id":%d},`},
	"keys":          {`{"a":1`, `,"k%d":%d`},
	"keys in lines": {"", "{\"a\":\n"},
	"empty lines":   {"", "\n"},
	"short lines":   {"", "a\n"},
	"mixed lines":   {"", "[\n1\n"},
	"matches":       {"", "a:%d:\n"},
	"errors":        {"", "error: %d\n"},
	"placed errors": {"", "a.c:%d:1: error: x%d\n"},
	"failures":      {"", "FAILED a.py::t%d\n"},
	"failed tests":  {"", "--- FAIL: T%d (0.00s)\n"},
	"not ok":        {"", "not ok %d - x\n"},
	"traces":        {"", "Traceback (most recent call last):\n  File \"a.py\", line %d, in f\n    x\nValueError: %d\n"},
	"hunks":         {"", "@@ -%d +%d @@\n-a\n+b\n"},
	"cells":         {"a,b,c,d\n1,2,3,4\n1,2,3,4\n1,2,3,4\n", ",x"},
	"records":       {"", "{}\n"},
	"line ends":     {`{"a":"`, `\n\n`},
	"quotes":        {`{"a":"`, `\"\"`},
	"only leads":    {"", "web | \napi | \n"},
	"documents":     {"a: 1\n", "{\n  \"a\": 1 1,\n"},
}

// TestWorstInputs: whatever the bytes are, memory is bounded, and so is the time.
// A block of 15 MB is ranked at once and costs most; with ELIDE_TEST_BIG all kinds
// are tried, and at 60 MB too.
func TestWorstInputs(t *testing.T) {
	longtest.Only(t)
	usual := map[string]bool{"line ends": true, "brackets": true, "nested": true, "failures": true}
	for name, h := range hostile {
		big := os.Getenv("ELIDE_TEST_BIG") != ""
		if !big && !usual[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			checkMemory(t, []string{"--store", t.TempDir()}, repeated(h.head, h.text, 15_000_000), mostMemory)
			if big {
				checkMemory(t, []string{"run", "--store", t.TempDir(), "--", "cat"}, repeated(h.head, h.text, 60_000_000), mostMemory)
			}
		})
	}
}

// repeated returns text again and again, up to n bytes. It is never held.
func repeated(head, text string, n int64) io.Reader {
	return io.LimitReader(io.MultiReader(strings.NewReader(head), &counting{text: text}), n)
}

type counting struct {
	text  string
	count int
	left  string
}

func (c *counting) Read(p []byte) (int, error) {
	if c.left == "" {
		var b strings.Builder
		for b.Len() < 4096 {
			c.count++
			b.WriteString(strings.ReplaceAll(c.text, "%d", strconv.Itoa(c.count)))
		}
		c.left = b.String()
	}
	n := copy(p, c.left)
	c.left = c.left[n:]
	return n, nil
}

// TestBounded: 500 MB of input take less than 300 MB of memory, also when
// they come from a command or in one line. It takes its time, and runs where
// ELIDE_TEST_BIG is set.
func TestBounded(t *testing.T) {
	if os.Getenv("ELIDE_TEST_BIG") == "" {
		t.Skip("ELIDE_TEST_BIG is not set")
	}
	for name, c := range map[string]struct {
		args []string
		gen  string
	}{
		"log":      {nil, `yes "2026-01-02 03:04:05 INFO request served in 12 ms" | head -c 200000000`},
		"one line": {nil, `head -c 200000000 /dev/zero | tr '\0' 'x'`},
		"numbers":  {nil, `seq 1 12000000`},
		"empty":    {nil, `yes "" | head -c 20000000`},
		"passes":   {[]string{"--type", "binary"}, `head -c 200000000 /dev/zero`},
		"json":     {[]string{"--type", "binary", "--json"}, `yes é | head -c 200000000`},
	} {
		t.Run(name, func(t *testing.T) {
			checkMemory(t, append(c.args, "--store", t.TempDir()), generated(t, c.gen), 300<<20)
			checkMemory(t, append([]string{"run", "--store", t.TempDir()}, append(c.args, "-c", c.gen)...), nil, 300<<20)
		})
	}
}

// generated returns what a shell's line prints, to its end.
func generated(t *testing.T, line string) io.Reader {
	t.Helper()
	gen := exec.Command("sh", "-c", line)
	pipe, err := gen.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := gen.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { gen.Wait() })
	return pipe
}

func checkMemory(t *testing.T, args []string, input io.Reader, bound int64) {
	t.Helper()
	before := peak(t)
	cmd := exec.Command(program, args...)
	cmd.Stdin = input
	cmd.Stdout = io.Discard // held here, it would count: a process begins with its parent's peak
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	most := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("%d MB in %v, %v of a processor", most>>20, time.Since(begin).Round(time.Second/10), cpu.Round(time.Second/10))
	if most > bound && most > before {
		t.Errorf("%d MB of memory", most>>20)
	}
}

// peak returns the most memory that this process has had.
func peak(t *testing.T) int64 {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return used.Maxrss << 10
}
