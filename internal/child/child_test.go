//go:build unix

package child

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/child/childtest"
)

// TestMain makes the test binary a relay.
func TestMain(m *testing.M) {
	if IsRelay(os.Args[1:]) {
		Relay()
		return
	}
	os.Exit(childtest.Tests{M: m}.Run())
}

// run runs a shell's line to its end and returns what it printed.
func run(t *testing.T, line string) (output string, status int) {
	t.Helper()
	p := start(t, Command{Args: Shell(line)})
	return finish(t, p, nil)
}

func start(t *testing.T, c Command) *Process {
	t.Helper()
	p, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// finish reads the output to its end; what comes later goes to the file.
func finish(t *testing.T, p *Process, later *os.File) (string, int) {
	t.Helper()
	var out bytes.Buffer
	if _, err := io.Copy(&out, p); err != nil {
		t.Errorf("reading the output: %v", err)
	}
	defer p.Release()
	status := p.Wait()
	if later != nil {
		p.HandOver(later)
	}
	return out.String(), status
}

// TestOrder: what goes to standard output and to standard error comes in the
// order in which it was written.
func TestOrder(t *testing.T) {
	out, status := run(t, `i=0; while [ $i -lt 200 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done`)
	var want strings.Builder
	for i := range 200 {
		fmt.Fprintf(&want, "out %d\nerr %d\n", i, i)
	}
	if out != want.String() || status != 0 {
		t.Errorf("status %d, output\n%s", status, out)
	}
}

// TestFindShell: a shell is found whatever PATH is, and is that of PATH if there
// is one.
func TestFindShell(t *testing.T) {
	if got := FindShell("sh"); got != "sh" {
		t.Errorf("with a PATH: %s", got)
	}
	t.Setenv("PATH", "/nowhere")
	if got := FindShell("sh"); got != "/bin/sh" {
		t.Errorf("without: %s", got)
	}
	if out, status := run(t, "echo ran; exit 3"); out != "ran\n" || status != 3 {
		t.Errorf("status %d, output %q", status, out)
	}
	for _, name := range []string{"", "no-such-shell", "/no/such/shell"} {
		if got := FindShell(name); got != name {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestStatus(t *testing.T) {
	for line, want := range map[string]int{
		"exit 0": 0, "exit 1": 1, "exit 42": 42, "exit 255": 255,
		"kill -TERM $$": 128 + 15, "kill -KILL $$": 128 + 9, "kill -SEGV $$": 128 + 11, "kill -INT $$": 128 + 2,
	} {
		out, status := run(t, "echo said; "+line)
		if status != want || out != "said\n" {
			t.Errorf("%s: status %d, want %d, output %q", line, status, want, out)
		}
	}
}

func TestCanNotStart(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for _, c := range []struct {
		name   string
		reason string
		status int
	}{
		{"elide-no-such-command", "command not found", 127},
		{filepath.Join(dir, "none"), "no such file or directory", 127},
		{dir, "permission denied", 126},
		{write("data", "no program", 0o600), "permission denied", 126},
		{write("script", "#!/no/such/interpreter\n", 0o700), "the program that is to run it does not exist", 126},
	} {
		_, err := Start(Command{Args: []string{c.name}})
		var e *StartError
		if !errors.As(err, &e) || e.Status != c.status || e.Reason != c.reason || !strings.Contains(e.Error(), c.name) {
			t.Errorf("%s: %v, status %d, want %d, %s", c.name, err, e.Status, c.status, c.reason)
		}
	}
}

// TestScript: a file that doesn't say what runs it is run by the shell, as
// shells do.
func TestScript(t *testing.T) {
	name := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(name, []byte("echo \"$1\" >&2\nexit 7\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	out, status := finish(t, start(t, Command{Args: []string{name, "an argument"}}), nil)
	if out != "an argument\n" || status != 7 {
		t.Errorf("output %q, status %d", out, status)
	}
}

func TestStdin(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, Command{Args: Shell("read a; echo got $a; cat"), Stdin: r})
	r.Close()
	io.WriteString(w, "one\ntwo\n")
	w.Close()
	if out, _ := finish(t, p, nil); out != "got one\ntwo\n" {
		t.Errorf("output %q", out)
	}
}

// TestSignals: what elide is sent, the command gets, and its own way with it
// decides the status.
func TestSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{
		syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2,
	} {
		line := fmt.Sprintf("trap 'echo trapped; exit %d' %d; echo ready; while :; do sleep 0.01; done", int(sig)+50, int(sig))
		p := start(t, Command{Args: Shell(line)})
		ready := make([]byte, len("ready\n"))
		if _, err := io.ReadFull(p, ready); err != nil {
			t.Fatal(err)
		}
		syscall.Kill(os.Getpid(), sig)
		out, status := finish(t, p, nil)
		if foreground() && fromTerminal(sig) {
			t.Skip("a terminal would send it")
		}
		if out != "trapped\n" || status != int(sig)+50 {
			t.Errorf("%v: output %q, status %d", sig, out, status)
		}
	}
}

// TestSlowReader: what the command printed before its end is not lost, however
// long its reader takes.
func TestSlowReader(t *testing.T) {
	p := start(t, Command{Args: Shell("sleep 5 & for i in 1 2 3 4 5 6 7 8; do printf %4000s x; done; exit 0")})
	<-p.ended
	time.Sleep(graceTotal + 100*time.Millisecond)
	out, _ := finish(t, p, nil)
	if len(out) != 8*4000 {
		t.Errorf("%d bytes came", len(out))
	}
}

// TestClosedEarly: a command whose output nobody wants any more ends as in a
// pipe.
func TestClosedEarly(t *testing.T) {
	p := start(t, Command{Args: []string{"yes"}})
	p.Read(make([]byte, 10))
	defer p.Release()
	if status := p.Wait(); status != 128+int(syscall.SIGPIPE) {
		t.Errorf("status %d", status)
	}
}

// TestBlockingOutput: the command's end of the pipe blocks. Programs that
// don't expect anything else lose output when it doesn't.
func TestBlockingOutput(t *testing.T) {
	if _, err := os.Stat("/proc/self/fdinfo"); err != nil {
		t.Skip("no /proc/self/fdinfo to look at")
	}
	out, _ := run(t, "exec cat /proc/self/fdinfo/1 /proc/self/fdinfo/2")
	flags := 0
	for line := range strings.Lines(out) {
		var mode int
		if n, _ := fmt.Sscanf(line, "flags: %o", &mode); n == 1 {
			flags++
			if mode&syscall.O_NONBLOCK != 0 {
				t.Errorf("flags are %o", mode)
			}
		}
	}
	if flags != 2 {
		t.Errorf("flags not found in %q", out)
	}
}

// TestOwnOutput: with files of its own the command writes there itself, and
// standard error stays apart.
func TestOwnOutput(t *testing.T) {
	dir := t.TempDir()
	out, _ := os.Create(filepath.Join(dir, "out"))
	errs, _ := os.Create(filepath.Join(dir, "err"))
	p := start(t, Command{Args: Shell("echo a; echo b >&2; exit 5"), Stdout: out, Stderr: errs})
	if text, status := finish(t, p, nil); text != "" || status != 5 {
		t.Errorf("read %q, status %d", text, status)
	}
	a, _ := os.ReadFile(out.Name())
	b, _ := os.ReadFile(errs.Name())
	if string(a) != "a\n" || string(b) != "b\n" {
		t.Errorf("output %q, errors %q", a, b)
	}
}
