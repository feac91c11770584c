//go:build unix

package child

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// patience is how long what has to come is waited for. It decides nothing
// unless it doesn't come.
const patience = 30 * time.Second

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for begin := time.Now(); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("%s: it didn't come to that", what)
		}
	}
}

// afterGo is a job that is left behind, and prints when the file go is there.
const afterGo = `( while [ ! -e go ] && [ $((n+=1)) -lt 5000 ]; do sleep 0.02; done; echo late; echo later >&2; echo alive > mark ) & echo first; exit 3`

// TestLeftBehind: the command's end is the end, whatever it leaves behind. That
// lives on, and what it prints goes where it is told.
func TestLeftBehind(t *testing.T) {
	t.Chdir(t.TempDir())
	to, err := os.Create("out")
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, Command{Args: Shell(afterGo)})
	text, status := finish(t, p, to)
	if text != "first\n" || status != 3 {
		t.Errorf("output %q, status %d", text, status)
	}
	os.WriteFile("go", nil, 0o600)
	waitFor(t, "the mark", func() bool { _, err := os.Stat("mark"); return err == nil })
	waitFor(t, "the output", func() bool { data, _ := os.ReadFile("out"); return string(data) == "late\nlater\n" })
}

// TestLeftBehindWritesOn: a file that can't be written kills nobody, as it
// wouldn't if the job wrote there itself.
func TestLeftBehindWritesOn(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	finish(t, start(t, Command{Args: Shell(afterGo)}), full)
	os.WriteFile("go", nil, 0o600)
	waitFor(t, "the mark", func() bool { _, err := os.Stat("mark"); return err == nil })
}

// TestLeftBehindChatty: one that never stops printing is left as well. It ends
// when nobody reads any more, as it would without a relay.
func TestLeftBehindChatty(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	_, status := finish(t, start(t, Command{Args: Shell("yes & echo $! > pid; exit 4")}), w)
	w.Close()
	if status != 4 {
		t.Errorf("status %d", status)
	}
	text, _ := os.ReadFile("pid")
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, r, 4*pipeBytes); err != nil {
		t.Error(err)
	}
	r.Close()
	waitFor(t, "its end", func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || zombie(pid) })
}

// zombie tells whether a process has ended and waits for its parent, which
// some systems that run tests have none for.
func zombie(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return bytes.Contains(stat, []byte(") Z "))
}

// TestRelayHoldsNothing: it has two files open, no folder, no environment and a
// session of its own; where nothing is left behind there is none.
func TestRelayHoldsNothing(t *testing.T) {
	if _, err := os.Stat("/proc/self/cmdline"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	to, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	finish(t, start(t, Command{Args: Shell("echo done")}), to)
	if pids := relays(to); len(pids) != 0 {
		t.Errorf("nothing is left, but the relay %v", pids)
	}
	lock, err := syscall.Open(filepath.Join(dir, "lock"), syscall.O_CREAT|syscall.O_RDWR, 0o600) // as a shell hands it on
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(lock)
	finish(t, start(t, Command{Args: Shell(afterGo)}), to)
	waitFor(t, "a relay", func() bool { return len(relays(to)) == 1 })
	proc := fmt.Sprintf("/proc/%d/", relays(to)[0])
	if dir, _ := os.Readlink(proc + "cwd"); dir != "/" {
		t.Errorf("it holds the folder %s", dir)
	}
	if env, _ := os.ReadFile(proc + "environ"); len(env) > 0 {
		t.Errorf("it has the environment %q", env)
	}
	if stat, _ := os.ReadFile(proc + "stat"); len(strings.Fields(string(stat))) < 6 || strings.Fields(string(stat))[5] != filepath.Base(proc) {
		t.Errorf("its session is not its own: %s", stat)
	}
	fds, _ := os.ReadDir(proc + "fd")
	for _, fd := range fds {
		name, _ := os.Readlink(proc + "fd/" + fd.Name())
		if n, _ := strconv.Atoi(fd.Name()); n > 2 && !strings.HasPrefix(name, "anon_inode:") && !strings.HasPrefix(name, "/sys/fs/cgroup/") { // those are Go's
			t.Errorf("it holds %s", name)
		}
	}
	os.WriteFile("go", nil, 0o600)
	waitFor(t, "its end", func() bool { return len(relays(to)) == 0 })
}

// relays returns the processes that are relays to the file.
func relays(to *os.File) (pids []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range all {
		line, _ := os.ReadFile(name)
		out, _ := os.Readlink(filepath.Dir(name) + "/fd/1")
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && bytes.Contains(line, []byte(relayArgs[0])) && out == to.Name() {
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestNoRelay: where no relay can be started, nothing is lost either.
func TestNoRelay(t *testing.T) {
	longtest.Asked(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(before func() (string, error)) { executable = before }(executable)
	executable = func() (string, error) { return "/no/such/program", nil }
	text, status := finish(t, start(t, Command{Args: Shell("( sleep 1; echo late ) & echo first; exit 3")}), w)
	w.Close()
	late, err := io.ReadAll(r)
	if text+string(late) != "first\nlate\n" || status != 3 || err != nil {
		t.Errorf("%q, then %q, status %d, %v", text, late, status, err)
	}
}
