//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/shellline"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/store"
)

// TestMain makes the test binary the command elide-shell, in PATH.
func TestMain(m *testing.M) {
	testscript.Main(childtest.Tests{M: m}, map[string]func(){program: main})
}

const session = "57124fd8-6675-4e68-9747-f5c0894e643e"

// world is a host's side: a folder to work in, a store, an environment.
type world struct {
	t   *testing.T
	dir string
	env []string
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, dir: t.TempDir()}
	w.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.dir, "TMPDIR=" + w.dir, "SHELL=/bin/bash",
		"ELIDE_STORE=" + w.store(), hostSession + "=" + session}
	w.write("log", log(400))
	return w
}

func (w *world) store() string { return filepath.Join(w.dir, "store") }

func (w *world) write(name, text string) string {
	name = filepath.Join(w.dir, name)
	if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
		w.t.Fatal(err)
	}
	return name
}

func (w *world) read(name string) string {
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// log is an output that elide makes far smaller.
func log(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "2026-01-02 03:04:%02d INFO request %d served\n", i%60, i)
	}
	return b.String() + "2026-01-02 03:05:00 ERROR disk sda1 is full\n"
}

// prints prints the log without naming it as a file that is read.
const prints = "sort -s -k9 log"

// bashLine is what Claude Code 2.1.330 has run for a command.
func (w *world) bashLine(command string) string {
	return `source ` + w.dir + `/.claude/shell-snapshots/snapshot-bash-1795236609248-ooztey.sh 2>/dev/null || true && ` +
		`{ \builtin shopt -u extglob || \builtin setopt NO_EXTENDED_GLOB; } >/dev/null 2>&1 || true && ` +
		`eval ` + shellline.Quote(command) + ` < /dev/null && pwd -P >| ` + w.dir + `/cwd`
}

func (w *world) command(line string) *exec.Cmd {
	cmd := exec.Command(program, line)
	cmd.Dir, cmd.Env = w.dir, w.env
	return cmd
}

// toFile runs a line with its output in a file, as the host does.
func (w *world) toFile(line string) (output string, status int) {
	f, err := os.OpenFile(filepath.Join(w.dir, "output"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	cmd := w.command(line)
	cmd.Stdout, cmd.Stderr = f, f
	status = w.status(cmd.Run())
	return w.read("output"), status
}

func (w *world) toPipe(line string) (output string, status int) {
	cmd := w.command(line)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	status = w.status(cmd.Run())
	return out.String(), status
}

func (w *world) status(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return 0
}

// restored returns the original that the marker on the last line names.
func (w *world) restored(text string) string {
	_, after, _ := strings.Cut(text[strings.LastIndexByte(strings.TrimRight(text, "\n"), '\n')+1:], "⟦elided:")
	if after == "" {
		return ""
	}
	s, err := store.Open(w.store(), store.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	x, err := s.Expand(after[:12])
	if err != nil {
		w.t.Fatal(err)
	}
	defer x.Close()
	if left := time.Until(x.Entry.ExpiresAt()); left < 23*time.Hour {
		w.t.Errorf("the original is kept for %v only", left)
	}
	all, err := io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(all)
}

func (w *world) bothWays(check func(t *testing.T, run func(line string) (string, int))) {
	w.t.Run("file", func(t *testing.T) { check(t, w.toFile) })
	w.t.Run("pipe", func(t *testing.T) { check(t, w.toPipe) })
}

// TestReduced: what a Bash line prints is reduced, failing or not; its status
// and its folder are the line's own.
func TestReduced(t *testing.T) {
	w := newWorld(t)
	w.bothWays(func(t *testing.T, run func(string) (string, int)) {
		for _, c := range []struct {
			command string
			status  int
		}{{prints, 0}, {": ELIDE=off; " + prints, 0}, {prints + "; cd store", 0}, {prints + " >&2; exit 4", 4}, {prints + "; kill -KILL $$", 137}} {
			out, status := run(w.bashLine(c.command))
			if status != c.status || !strings.Contains(out, "ERROR disk sda1 is full") || len(out) > 1000 || w.restored(out) != log(400) {
				t.Errorf("%s: status %d, output\n%.2000s", c.command, status, out)
			}
		}
		if got := w.read("cwd"); got != mustReal(t, w.store())+"\n" {
			t.Errorf("the host is told that the line ended in %q", got)
		}
	})
}

func mustReal(t *testing.T, path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

// TestAfterOther: what is in the file already stays, and so does a small
// output.
func TestAfterOther(t *testing.T) {
	w := newWorld(t)
	name := w.write("shared", "there before\n")
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, command := range []string{prints, "echo small; echo too >&2"} {
		cmd := w.command(w.bashLine(command))
		cmd.Stdout, cmd.Stderr = f, f
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, "and after\n")
	}
	got := w.read("shared")
	front, rest, _ := strings.Cut(got, "elision-get⟧\n")
	if !strings.HasPrefix(front, "there before\n2026") || rest != "and after\nsmall\ntoo\nand after\n" || len(got) > 1000 {
		t.Errorf("the file holds\n%s", got)
	}
}

// TestUntouched: lines that are none of the Bash tool, and those that are to
// be left alone, print what they print.
func TestUntouched(t *testing.T) {
	w := newWorld(t)
	w.write("elision-get", "#!/bin/sh\ncat log\n")
	w.write("mine", "#!/bin/sh\ncat log\n")
	for _, c := range []struct{ name, line, env string }{
		{name: "hook", line: prints},
		{name: "hook with a part of it", line: prints + " && pwd -P >| cwd"},
		{name: "expansion", line: w.bashLine("./elision-get 0123456789ab")},
		{name: "a file that is read", line: w.bashLine("cat log")},
		{name: "in the background of the line", line: w.bashLine(prints + " & wait")},
		{name: "on the list", line: w.bashLine("./mine all of it"), env: `ELIDE_HOOK_IGNORE=mine all`},
		{name: "off", line: w.bashLine(prints), env: "ELIDE=off"},
		{name: "off in the line", line: w.bashLine("ELIDE=off " + prints)},
		{name: "off for what follows", line: w.bashLine("cd . && export ELIDE=off; " + prints + " | cat 2>&1")},
		{name: "hooks off", line: w.bashLine(prints), env: "ELIDE_HOOK_ENABLED=false"},
		{name: "mistake in the configuration", line: w.bashLine(prints), env: "ELIDE_BUDGET=much"},
		{name: "store that can't be written", line: w.bashLine(prints), env: "ELIDE_STORE=/dev/null/store"},
		{name: "failed, and short", line: w.bashLine("head -n 100 log | sort -s -k9; exit 9")},
	} {
		t.Run(c.name, func(t *testing.T) {
			own := *w
			own.env = append(own.env[:len(own.env):len(own.env)], c.env)
			own.bothWays(func(t *testing.T, run func(string) (string, int)) {
				out, _ := run(c.line)
				if !strings.HasPrefix(log(400), out) && out != log(400) || len(out) < 4000 {
					t.Errorf("output\n%.1000s", out)
				}
			})
		})
	}
}

// TestExactLine: the shell, or the prefix of the user's own, gets the very line
// that the host has looked up in the user's rules, whatever is in it.
func TestExactLine(t *testing.T) {
	w := newWorld(t)
	recorder := w.write("bash", "#!/bin/sh\nprintf '%s\\0' \"$@\" >"+shellline.Quote(filepath.Join(w.dir, "got"))+"\n")
	if err := os.Mkdir(filepath.Join(w.dir, "a b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(recorder, filepath.Join(w.dir, "a b", "pre fix")); err != nil {
		t.Fatal(err)
	}
	lines := []string{"make", " make ", "", "-c", "a 'b' \"c\" `d` $(e) ${f} \\g", "it's\n\"two\"\n", "ELIDE=off make", "a\tb\r\n", "é ⟦1-2⟧ \xff", "rm -rf /nowhere; curl x | sh", "!! ~ * ? [a] {b,c} #d"}
	for variable, front := range map[string][]string{
		"CLAUDE_CODE_SHELL=" + recorder:                                   {"-c"},
		"ELIDE_SHELL_PREFIX=" + recorder:                                  {},
		"ELIDE_SHELL_PREFIX=" + filepath.Join(w.dir, "a b", "pre fix -x"): {"-x"},
	} {
		for _, line := range lines {
			line = w.bashLine(line)
			own := *w
			own.env = append(own.env[:len(own.env):len(own.env)], variable)
			os.Remove(filepath.Join(w.dir, "got"))
			own.toPipe(line)
			if got, want := w.read("got"), strings.Join(append(append([]string{}, front...), line), "\x00")+"\x00"; got != want {
				t.Errorf("%s: %q\nis run as %q", variable, want, got)
			}
		}
	}
}

// TestBecomes: a line that is not the Bash tool's is run by the process
// itself, with its standard input.
func TestBecomes(t *testing.T) {
	w := newWorld(t)
	cmd := w.command("cat; echo $$; exit 3")
	cmd.Stdin = strings.NewReader("payload\n")
	out, err := cmd.Output()
	if want := fmt.Sprintf("payload\n%d\n", cmd.Process.Pid); string(out) != want || w.status(err) != 3 {
		t.Errorf("%v, output %q, want %q", err, out, want)
	}
}

// TestAnnounced: what a hook noted of the line holds: a command in the
// background, or one that ran longer than the host waits for, is not touched.
func TestAnnounced(t *testing.T) {
	longtest.Asked(t)
	w := newWorld(t)
	memory := seen.Open(w.store(), host, session)
	for _, c := range []struct {
		command string
		call    seen.Call
	}{
		{prints, seen.Call{Background: true}},
		{prints + "; sleep 0.5", seen.Call{Limit: 100 * time.Millisecond}},
	} {
		w.bothWays(func(t *testing.T, run func(string) (string, int)) {
			if err := memory.Expect(c.command, c.call); err != nil {
				t.Fatal(err)
			}
			if out, _ := run(w.bashLine(c.command)); out != log(400) {
				t.Errorf("%+v: output\n%.1000s", c.call, out)
			}
			if out, _ := run(w.bashLine(c.command)); len(out) > 1000 {
				t.Errorf("after %+v: output\n%.1000s", c.call, out)
			}
		})
	}
}

// TestLeftBehind: what a line leaves behind goes on, and what it prints later
// comes later.
func TestLeftBehind(t *testing.T) {
	w := newWorld(t)
	w.write("script", "#!/bin/sh\n(while [ ! -e go ] && [ $((n+=1)) -lt 5000 ]; do sleep 0.02; done; echo late; echo alive > mark) &\n"+prints+"\nexit 3\n")
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := w.command(w.bashLine("./script"))
	cmd.Stdout, cmd.Stderr = in, in
	if status := w.status(cmd.Run()); status != 3 {
		t.Errorf("status %d", status)
	}
	in.Close()
	w.write("go", "")
	text, err := io.ReadAll(out)
	reduced, ok := strings.CutSuffix(string(text), "late\n")
	if err != nil || !ok || w.restored(reduced) != log(400) {
		t.Errorf("%v, output\n%.2000s", err, text)
	}
	if w.read("mark") != "alive\n" {
		t.Error("what was left behind didn't live to its end")
	}
}

// TestToldToEnd: what was held back is printed before anything else happens,
// since what comes next may leave no time.
func TestToldToEnd(t *testing.T) {
	w := newWorld(t)
	cmd := w.command(w.bashLine("trap '' TERM; " + prints + "; touch ready; sleep 20"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); time.Since(begin) < 15*time.Second; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(w.dir, "ready")); err == nil {
			break
		}
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	got := make([]byte, len(log(400)))
	if _, err := io.ReadFull(out, got); err != nil || string(got) != log(400) {
		t.Errorf("%v, output\n%.1000s", err, got)
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Wait()
}

// TestEndedByHost: what the host itself ends, when it has waited long enough,
// stays as it is.
func TestEndedByHost(t *testing.T) {
	longtest.Asked(t)
	w := newWorld(t)
	const limit = 2 * time.Second
	line := prints + "; touch ready; sleep 20"
	if err := seen.Open(w.store(), host, session).Expect(line, seen.Call{Limit: limit}); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	out, err := os.OpenFile(w.write("out", ""), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd := w.command(w.bashLine(line))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stdout, cmd.Stderr = out, out
	time.Sleep(100 * time.Millisecond) // as a host has more to do than to start us
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Until(began.Add(limit)))
	syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	cmd.Wait()
	if _, err := os.Stat(filepath.Join(w.dir, "ready")); err != nil {
		t.Skip("the line was too slow: ", err)
	}
	if got := w.read("out"); got != log(400) {
		t.Errorf("output\n%.1000s", got)
	}
}

// TestFormerPrefix: a prefix that was set before runs in front of every line,
// as the host would run it, and what it prints is reduced with the rest.
func TestFormerPrefix(t *testing.T) {
	w := newWorld(t)
	prefix := w.write("a prefix", "#!/bin/bash\necho \"prefix $#\"\nfor line; do :; done\nexec bash -c \"$line\"\n")
	own, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	for setting, first := range map[string]string{prefix: "prefix 1\n", prefix + " --flag": "prefix 2\n", own: ""} {
		w := *w
		w.env = append(w.env[:len(w.env):len(w.env)], formerPrefix+"="+setting)
		out, status := w.toFile(w.bashLine(prints + "; exit 5"))
		if want := first + log(400); status != 5 || w.restored(out) != want || !strings.HasPrefix(out, first) {
			t.Errorf("prefix %q: status %d, output\n%.1000s", setting, status, out)
		}
		out, status = w.toPipe("echo hook; exit 6")
		if want := first + "hook\n"; status != 6 || out != want {
			t.Errorf("prefix %q: status %d, output %q, want %q", setting, status, out, want)
		}
	}
}

// TestPrefixCallsBack: a former prefix that has elide-shell run its lines runs
// once.
func TestPrefixCallsBack(t *testing.T) {
	w := newWorld(t)
	prefix := w.write("prefix", "#!/bin/sh\necho prefix\n[ $((depth += 1)) -lt 4 ] || exit 9\nexport depth\nexec elide-shell \"$1\"\n")
	w.env = append(w.env, formerPrefix+"="+prefix)
	for line, want := range map[string]string{"echo hook; exit 6": "prefix\nhook\n", w.bashLine("echo small; exit 6"): "prefix\nsmall\n"} {
		if out, status := w.toPipe(line); status != 6 || out != want {
			t.Errorf("%s: status %d, output %q", line, status, out)
		}
	}
}

// TestNoPath: a server may be given an environment of its own. Its shell is
// found all the same, as the host itself would find it.
func TestNoPath(t *testing.T) {
	w := newWorld(t)
	own, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, env := range [][]string{{}, {"PATH=/nowhere"}, {"PATH="}} {
		for _, line := range []string{"echo ran; exit 6", w.bashLine("echo ran; exit 6")} {
			cmd := exec.Command(own, line)
			cmd.Dir, cmd.Env = w.dir, env
			out, err := cmd.CombinedOutput()
			if string(out) != "ran\n" || w.status(err) != 6 {
				t.Errorf("%q, %s: %v, output %q", env, line, err, out)
			}
		}
	}
}

// TestNotWritten: an output that is lost is told, by the status too.
func TestNotWritten(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	w := newWorld(t)
	for command, want := range map[string]int{prints: 1, "echo small": 1, prints + "; exit 5": 5} {
		cmd := w.command(w.bashLine(command))
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &said
		if status := w.status(cmd.Run()); status != want || !strings.Contains(said.String(), "could not be written") {
			t.Errorf("%s: status %d, standard error %q", command, status, said.String())
		}
	}
}

// TestInTime: the host is not kept waiting longer than it would wait for the
// line, and an output that takes longer stays as it is.
func TestInTime(t *testing.T) {
	j := &job{limit: 10 * time.Minute}
	if left := time.Until(j.deadline(time.Now())); left > mostReducing || left < mostReducing-5*time.Second {
		t.Errorf("after a short line there are %v", left)
	}
	if left := time.Until(j.deadline(time.Now().Add(-j.limit + 6*time.Second))); left > 6*time.Second-headStart || left < time.Second {
		t.Errorf("six seconds before the limit there are %v", left)
	}
	for limit, reduced := range map[time.Duration]bool{time.Nanosecond: false, time.Minute: true} {
		t.Setenv("ELIDE_STORE", t.TempDir())
		j := line{bash: true, command: prints}.job()
		if j == nil {
			t.Fatal("nothing to do")
		}
		var held spool.Spool
		io.WriteString(&held, log(20000))
		text := j.reduce(&held, 0, time.Now().Add(limit))
		if (text != nil) != reduced || j.late == reduced {
			t.Errorf("within %v: %d bytes, late %v", limit, len(text), j.late)
		}
	}
}

// TestStillWritten: an output that somebody still writes to stays as it is.
func TestStillWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "output")
	out, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := findPlace(out, out)
	if p == nil {
		t.Skip("such a file can't be read back here")
	}
	defer p.close()
	io.WriteString(out, "first\n")
	p.replace(func(*spool.Spool) []byte {
		io.WriteString(out, "second\n")
		return []byte("1\n")
	})
	data, err := os.ReadFile(name)
	if string(data) != "first\nsecond\n" {
		t.Errorf("%v, the file holds %q", err, data)
	}
}

// TestShellFor: the shell is that which the line is written for.
func TestShellFor(t *testing.T) {
	dir := t.TempDir()
	zsh, bash := filepath.Join(dir, "zsh"), filepath.Join(dir, "bash")
	for _, name := range []string{zsh, bash} {
		if err := os.WriteFile(name, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	for _, c := range []struct{ kind, host, shell, want string }{
		{"zsh", "", zsh, zsh},
		{"zsh", "", bash, "zsh"},
		{"zsh", zsh, "/bin/bash", zsh},
		{"bash", "", "/usr/bin/fish", "bash"},
		{"bash", "", filepath.Join(dir, "gone", "bash"), "bash"},
		{"", "", zsh, zsh},
		{"", "", "/usr/bin/fish", "bash"},
		{"", "", "", "bash"},
	} {
		env := map[string]string{hostShell: c.host, "SHELL": c.shell}
		if got := shellFor(c.kind, func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestSession: in a session in which the script for it stands ahead of each
// line, what the line prints is reduced, and else it is as without: its
// environment too.
func TestSession(t *testing.T) {
	own, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bash", "zsh"} {
		shell, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		w := newWorld(t)
		w.env = append(w.env, "SHELL="+shell)
		script := shellline.Session(own, w.write("stamp", ""))
		line := func(command string, ahead ...string) string {
			scripts := strings.Join(ahead, "\n") + "\n: && "
			return strings.Replace(strings.Replace(w.bashLine(command), "true && ", "true && "+scripts, 1), "-bash-", "-"+name+"-", 1)
		}
		for command, status := range map[string]int{prints: 0, prints + " >&2; exit 4": 4, prints + "; kill -KILL $$": 137} {
			for _, ahead := range [][]string{{script}, {script, script}} {
				out, got := w.shellToFile(shell, line(command, ahead...))
				if got != status || len(out) > 1000 || w.restored(out) != log(400) {
					t.Errorf("%s: %s: status %d, output\n%.2000s", name, command, got, out)
				}
			}
		}
		const shows = "env | grep -v '^_=' | sort; nosuchcommand; exit 3"
		plain, _ := w.shellToFile(shell, strings.Replace(w.bashLine(shows), "-bash-", "-"+name+"-", 1))
		if out, status := w.shellToFile(shell, line(shows, script)); status != 3 || out != plain {
			t.Errorf("%s: status %d, output\n%s\nnot\n%s", name, status, out, plain)
		}
	}
}

// shellToFile is toFile with a shell, as the host has it run without a prefix.
func (w *world) shellToFile(shell, line string) (output string, status int) {
	f, err := os.OpenFile(w.write("output", ""), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	cmd := exec.Command(shell, "-c", line)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = w.dir, w.env, f, f
	status = w.status(cmd.Run())
	return w.read("output"), status
}

func TestCall(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{nil, 2, "takes one line"},
		{[]string{"echo", "a"}, 2, "takes one line"},
		{[]string{"--version"}, 0, program + " "},
		{[]string{"--help"}, 0, "CLAUDE_CODE_SHELL_PREFIX"},
		{[]string{"-help"}, 0, "CLAUDE_CODE_SHELL_PREFIX"},
		{[]string{"-h"}, 0, "CLAUDE_CODE_SHELL_PREFIX"},
		{[]string{"no-such-command-here"}, 127, "no-such-command-here"},
	} {
		out, err := exec.Command(program, c.args...).CombinedOutput()
		if status := newStatus(err); status != c.status || !strings.Contains(string(out), c.says) {
			t.Errorf("%q: status %d, output %q", c.args, status, out)
		}
	}
}

func newStatus(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}
