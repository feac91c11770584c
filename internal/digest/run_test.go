//go:build unix

package digest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

func TestRun(t *testing.T) {
	prompt := []byte(strings.Repeat("a line of the prompt\n", 20_000)) // more than a pipe holds
	for _, c := range []struct {
		name, command, want string
	}{
		{"what it prints", "printf 'a summary'", "a summary"},
		{"gets the prompt", "wc -c | tr -d ' '", "420000\n"},
		{"all comes back", "cat | head -c 30000", string(prompt[:30_000])},
		{"need not read it", "exec <&-; echo x", "x\n"},
		{"a shell's line", "a=1; echo $((a+1)) | cat", "2\n"},
		{"standard error is no text", "echo no >&2; echo yes", "yes\n"},
		{"something stays behind", "sleep 60 & echo done", "done\n"},
	} {
		got, err := Run(context.Background(), c.command, prompt, Limits{Timeout: time.Minute})
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %.80q, %v", c.name, got, err)
		}
	}
}

func TestRunFails(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	var failed *FailedError
	var long *TooLongError
	for _, c := range []struct {
		name, command string
		ctx           context.Context
		is            func(error) bool
		says          string
	}{
		{"status", "echo 'no key\x1b[2J' >&2; echo half; exit 3", nil, func(err error) bool { return errors.As(err, &failed) }, `the summarizer failed: exit status 3: "no key\x1b[2J"`},
		{"signal", "kill -TERM $$", nil, func(err error) bool { return errors.As(err, &failed) }, "the summarizer failed: signal: terminated"},
		{"no such command", "no-such-command-here 2>/dev/null", nil, func(err error) bool { return errors.As(err, &failed) }, "the summarizer failed: exit status 127"},
		{"empty", "true", nil, func(err error) bool { return errors.Is(err, ErrEmpty) }, ErrEmpty.Error()},
		{"blanks", "echo; echo '  '", nil, func(err error) bool { return errors.Is(err, ErrEmpty) }, ErrEmpty.Error()},
		{"too long", "yes", nil, func(err error) bool { return errors.As(err, &long) }, "the summarizer wrote more than 5000 bytes"},
		{"ended before", "echo x", ended, func(err error) bool { return errors.Is(err, context.Canceled) }, "context canceled"},
	} {
		if c.ctx == nil {
			c.ctx = context.Background()
		}
		got, err := Run(c.ctx, c.command, []byte("prompt"), Limits{Timeout: time.Minute, MaxBytes: 5000})
		if got != nil || !c.is(err) || err.Error() != c.says {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

// TestRunKillsWhole: of a command that takes too long, that prints too much or
// whose caller gives up, nothing goes on: neither what it waits for nor what it
// put behind itself, even if that ignores signals.
func TestRunKillsWhole(t *testing.T) {
	longtest.Only(t)
	const family = `trap '' TERM INT HUP; (trap '' TERM HUP; echo $$ >> pids; sleep 60; true) & sh -c 'echo $$ >> pids; sleep 60; true' & echo $! >> pids; echo $$ >> pids; while [ $(wc -l < pids) -lt 4 ]; do sleep 0.02; done; `
	given, giveUp := context.WithCancel(context.Background())
	defer giveUp()
	for _, c := range []struct {
		name, command string
		ctx           context.Context
		timeout       time.Duration
		want          error
	}{
		{"time-out", family + "wait", context.Background(), 5 * time.Second, ErrTimeout},
		{"too long", family + "yes", context.Background(), time.Minute, &TooLongError{}},
		{"given up", family + "wait", given, time.Minute, context.Canceled},
		{"done", family + "echo text", context.Background(), time.Minute, nil},
	} {
		dir := t.TempDir()
		begin := time.Now()
		if c.ctx == given {
			go func() {
				for begin := time.Now(); lines(filepath.Join(dir, "pids")) < 4 && time.Since(begin) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
				}
				giveUp()
			}()
		}
		_, err := Run(c.ctx, "cd '"+dir+"'; "+c.command, nil, Limits{Timeout: c.timeout})
		var long *TooLongError
		if !errors.Is(err, c.want) && !(errors.As(c.want, &long) && errors.As(err, &long)) {
			t.Errorf("%s: %v", c.name, err)
		}
		if took := time.Since(begin); took > 45*time.Second {
			t.Errorf("%s: it took %v", c.name, took)
		}
		pids := strings.Fields(string(must(os.ReadFile(filepath.Join(dir, "pids")))))
		if len(pids) < 4 {
			t.Errorf("%s: only %q were started", c.name, pids)
		}
		for _, pid := range pids {
			expectGone(t, c.name, must(strconv.Atoi(pid)))
		}
	}
}

func lines(name string) int {
	text, _ := os.ReadFile(name) // which may not be there yet
	return strings.Count(string(text), "\n")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// expectGone waits for the end of a process that was killed: one whose parent is
// gone too stays a short while, until the system has noticed.
func expectGone(t *testing.T, name string, pid int) {
	t.Helper()
	for range 3000 {
		if syscall.Kill(pid, 0) == syscall.ESRCH || isZombie(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	syscall.Kill(pid, syscall.SIGKILL)
	t.Errorf("%s: process %d is still there", name, pid)
}

// isZombie tells whether a process is dead and only waits for somebody to ask how
// it ended. Without /proc it is not known.
func isZombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, ok := strings.Cut(string(stat), ") ")
	return err == nil && ok && strings.HasPrefix(state, "Z")
}
