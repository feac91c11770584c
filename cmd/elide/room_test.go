//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"elide.example/elide/internal/longtest"
)

// limited runs a line of a shell below a limit, with an input.
func limited(t *testing.T, limit, line string, input []byte, env ...string) (out []byte, status int, errs string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", limit+"; "+line)
	cmd.Env = append(cmd.Environ(), append([]string{"GOCOVERDIR="}, env...)...)
	cmd.Stdin = bytes.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return out, cmd.ProcessState.ExitCode(), stderr.String()
}

// checkLimited: below the limit elide gives all that comes in, whole or with a
// marker, and the status that it gives without it.
func checkLimited(t *testing.T, limit string, input []byte, env ...string) {
	t.Helper()
	checkLimitedFrom(t, 1024, limit, input, env...)
}

// checkLimitedFrom is checkLimited where so many files may be open: to open one, or
// to start a shell, takes some, and the tests' own program holds two.
func checkLimitedFrom(t *testing.T, files int, limit string, input []byte, env ...string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "input")
	if err := os.WriteFile(file, input, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line   string
		status int
		least  int // files that the line takes without elide
	}{
		{"exec " + program + " --store " + dir, 0, 3},
		{"exec " + program + " --store " + dir + " " + file, 0, 6},
		{"exec " + program + " run --store " + dir + " -c 'while read -r l; do echo \"$l\"; done; exit 7'", 7, 4},
		{"exec " + program + " prompt --store " + dir, 0, 3},
		{"exec " + program + " messages --profile tool-results --store " + dir, 0, 3},
	} {
		if files < c.least {
			continue
		}
		out, status, errs := limited(t, limit, c.line, input, env...)
		if status != c.status || !bytes.Equal(out, input) && markerOf(string(out)) == "" {
			t.Errorf("%s: %s: status %d, %d bytes of %d\n%.500s", limit, c.line, status, len(out), len(input), errs)
		}
	}
	out, status, errs := limited(t, limit, "exec "+program+" hook claude PostToolUse", []byte(`{"tool_response":"x"}`), env...)
	if status != 0 || len(out) > 0 {
		t.Errorf("%s: the hook ends with %d and prints %q\n%s", limit, status, out, errs)
	}
}

// TestFewFiles: however few files may be open, the output is whole. Go ends a
// process that is refused the file of its poller, which no test for an error sees.
func TestFewFiles(t *testing.T) {
	longtest.Asked(t)
	for n := 3; n <= 26; n++ {
		checkLimitedFrom(t, n, fmt.Sprintf("ulimit -n %d", n), logLines(300))
	}
}

// TestLittleMemory: the same for memory, from what Go itself needs to start.
func TestLittleMemory(t *testing.T) {
	longtest.Asked(t)
	for _, limit := range []string{"ulimit -v 1350000", "ulimit -v 1600000", "ulimit -v 2200000", "ulimit -d 200000", "ulimit -d 500000"} {
		checkLimited(t, limit, logLines(300))
	}
	input := bytes.Repeat([]byte{'['}, 20_000_000)
	for _, limit := range []string{"ulimit -v 1350000", "ulimit -v 1600000", "ulimit -v 2200000", "ulimit -d 500000"} {
		out, status, errs := limited(t, limit, "exec "+program+" --store "+t.TempDir(), input)
		if status != 0 || !bytes.Equal(out, input) && markerOf(string(out)) == "" {
			t.Errorf("%s: status %d, %d bytes\n%.500s", limit, status, len(out), errs)
		}
	}
}

// TestNoRoomForFiles: a file that may not grow, in the store or beside it, or a
// folder that is not there, costs the reduction and nothing else.
func TestNoRoomForFiles(t *testing.T) {
	longtest.Asked(t)
	checkLimited(t, "ulimit -f 0", logLines(300))
	checkLimited(t, "ulimit -f 4", logLines(3_000))
	large := bytes.Repeat(logLines(20_000), 17)
	for _, c := range []struct{ limit, tmp string }{{"ulimit -f 1000", t.TempDir()}, {"true", filepath.Join(t.TempDir(), "none")}} {
		for _, line := range []string{"exec " + program + " --store " + t.TempDir(), "exec " + program + " run --store " + t.TempDir() + " -- cat"} {
			out, status, errs := limited(t, c.limit, line, large, "TMPDIR="+c.tmp)
			if status != 0 || !bytes.Equal(out, large) || strings.Count(errs, "\n") != 1 {
				t.Errorf("%s: %s: status %d, %d bytes of %d\n%.500s", c.limit, line, status, len(out), len(large), errs)
			}
		}
	}
}

// TestFullDisk: so does a disk that is full, with the store or the temporary files on
// it. To mount one takes root.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16k"); err != nil {
		t.Skip("no disk can be mounted: ", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	for _, c := range []struct {
		store, tmp string
		input      []byte
	}{
		{filepath.Join(disk, "store"), disk, logLines(3_000)},
		{filepath.Join(disk, "store"), t.TempDir(), bytes.Repeat(logLines(20_000), 17)},
		{t.TempDir(), disk, bytes.Repeat(logLines(20_000), 17)},
	} {
		for _, line := range []string{"exec " + program + " --store " + c.store, "exec " + program + " run --store " + c.store + " -- cat"} {
			out, status, errs := limited(t, "true", line, c.input, "TMPDIR="+c.tmp)
			if status != 0 || !bytes.Equal(out, c.input) || !strings.Contains(errs, "no space left") {
				t.Errorf("%s: status %d, %d bytes of %d\n%.500s", line, status, len(out), len(c.input), errs)
			}
		}
	}
}
