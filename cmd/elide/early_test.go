//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"elide.example/elide/cmd/elide/early"
	"elide.example/elide/internal/child"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/pipeline"
)

// late is elide without package early, which heeds the name.
const late = "elide-late"

// plainEnv is an environment in which nothing is asked of elide.
func plainEnv(home string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "ELIDE_STORE=" + home + "/store", "TMPDIR=" + home}
}

// TestEarly: a small block passes before anything else of elide is initialised, from
// a file, from a pipe that is closed and from one that is still written to. What is
// longer, or where an argument is given, doesn't.
func TestEarly(t *testing.T) {
	module := strings.TrimSuffix(reflect.TypeFor[pipeline.Options]().PkgPath(), "internal/pipeline")
	for _, c := range []struct {
		line  string
		bytes int
		early bool
	}{
		{program + " <input", 1000, true},
		{program + " <input", 0, true},
		{program + " <input", early.MostBytes - 1, true},
		{program + " <input", early.MostBytes, false},
		{"sleep 0.2 | cat input - | " + program, 1000, true},
		{"cat input | (sleep 0.2; exec " + program + ")", 1000, true},
		{"cat input | " + program, early.MostBytes, false},
		{program + " --strict <input", 1000, false},
		{late + " <input", 1000, false},
	} {
		_, errs, status := plainly(t, c.line, logLines(100)[:c.bytes], "GODEBUG=inittrace=1")
		if passed := !strings.Contains(errs, "init "+module); status != 0 || passed != c.early {
			t.Errorf("%s, %d bytes: status %d, early %v\n%s", c.line, c.bytes, status, passed, errs)
		}
	}
}

// plainly runs a line of a shell in a folder of its own, in which input is.
func plainly(t *testing.T, line string, input []byte, env ...string) (out, errs string, status int) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"input": string(input), "a/x": "", "a/b/x": "", "other": "some text\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Env = dir, append(plainEnv(dir), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	errs = temporary.ReplaceAllString(strings.ReplaceAll(stderr.String(), dir, "DIR"), "tmp-X")
	return stdout.String(), errs, cmd.ProcessState.ExitCode()
}

// temporary is the name of a file that is made by chance.
var temporary = regexp.MustCompile("tmp-[0-9a-f]+")

// TestEarlyIsTheFilter: that a small block passes early changes nothing of what is
// printed, of the messages and of the status, whatever is said to elide and wherever
// the block comes from and goes to.
func TestEarlyIsTheFilter(t *testing.T) {
	longtest.Asked(t)
	inputs := [][]byte{nil, logLines(100)[:1000], logLines(100)[:early.MostBytes]}
	for _, line := range []string{
		"%s <input",
		"cat input | %s",
		"(cat input; sleep 0.1) | %s",
		"(cat input; sleep 0.1; cat other; sleep 0.1; cat input) | %s",
		"(read -r a; %s; cat) <input",
		"%s <&-", "%s <input >&-", "%s <input >/dev/full", "%s </dev/null", "%s <.", "%s >input <input",
		"exec 3>out; (cat input; sleep 0.1) | %s >&3; cat out",
		"(%s <input; echo $? >&2) | true",
		"(trap '' PIPE; %s <input; echo $? >&2) | true",
		"ELIDE=off %s <input", "(cat input; sleep 0.1) | ELIDE=off %s", "ELIDE=maybe %s <input", "ELIDE= %s <input",
		"ELIDE_MIN_BLOCK_BYTES=500 %s <input", "ELIDE_BUDGET=10 %s <input", "ELIDE_KEEP='(' %s <input", "ELIDE_STORE=/dev/null/x %s <input",
		"mkdir -p .config/elide && echo min_block_bytes = 500 >.config/elide/config.toml && %s <input",
		"mkdir -p .config/elide && echo nonsense >.config/elide/config.toml && %s <input",
		"mkdir -p .config && touch .config/elide && %s <input",
		"mkdir -p x/elide && echo min_block_bytes = 500 >x/elide/config.toml && XDG_CONFIG_HOME=$PWD/x %s <input",
		"mkdir -p x/elide && echo min_block_bytes = 500 >x/elide/config.toml && HOME= APPDATA=$PWD/x %s <input",
		"mkdir -p .elide && echo min_block_bytes = 5000 >.elide/config.toml && %s <input",
		"mkdir -p .elide && echo budget = 10 >.elide/config.toml && cd a/b && %s <../../input",
		"mkdir -p a/.elide && echo nonsense >a/.elide/config.toml && cd a/b && %s <../../input",
		"ln -s nowhere .elide; %s <input",
		"mkdir c && cd c && rmdir ../c && %s <../input; %s <$OLDPWD/input",
		"mkdir .elide && echo min_block_bytes = 5000 >.elide/config.toml && PWD=$PWD/a/../a/b && cd -L a && %s <../input",
		"ulimit -n 12; %s <input", "ulimit -v 1600000; %s <input", "ulimit -f 0; %s <input >out; cat out", "ulimit -f 1; %s <input >out; cat out",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			for _, input := range inputs {
				wantOut, wantErrs, wantStatus := plainly(t, strings.ReplaceAll(line, "%s", late), input)
				out, errs, status := plainly(t, strings.ReplaceAll(line, "%s", program), input)
				if out != wantOut || errs != wantErrs || status != wantStatus {
					t.Errorf("%d bytes: status %d, %q\n%q\nwant status %d, %q\n%q", len(input), status, out, errs, wantStatus, wantOut, wantErrs)
				}
			}
		})
	}
}

// TestEarlyInterrupted: what was read early is shown, and elide ends of the signal, as
// the filter does (see TestInterrupts).
func TestEarlyInterrupted(t *testing.T) {
	for _, signals := range [][]syscall.Signal{{}, {syscall.SIGINT}, {syscall.SIGTERM}, {syscall.SIGHUP}, {syscall.SIGQUIT}, {syscall.SIGINT, syscall.SIGTERM}} {
		t.Run(fmt.Sprint(signals), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			var out bytes.Buffer
			cmd := exec.Command(program)
			cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout = home, plainEnv(home), r, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			want := string(logLines(100)[:1000])
			fmt.Fprint(w, want)
			eventually(t, "it is read", func() bool { return !child.Readable(r, false) })
			ends := false
			f := filtering{t: t, cmd: cmd}
			for _, sig := range signals {
				cmd.Process.Signal(sig)
				f.taken()
				ends = sig != syscall.SIGINT
			}
			if !ends { // it waits for what may still come
				fmt.Fprint(w, "more\n")
				want += "more\n"
				w.Close()
			}
			defer w.Close()
			// Of two that come at once, either may be the one that it ends of.
			statuses := []int{0}
			if len(signals) > 0 {
				statuses = nil
			}
			for _, sig := range signals {
				statuses = append(statuses, 128+int(sig))
			}
			if got := exitStatusOf(t, cmd.Wait()); !slices.Contains(statuses, got) || out.String() != want {
				t.Errorf("status %d, want one of %v; %q", got, statuses, out.String())
			}
		})
	}
}

// TestEarlyLength: what passes early is what the configuration and the pipeline let
// pass.
func TestEarlyLength(t *testing.T) {
	if early.MostBytes != pipeline.DefaultMinBytes || early.MostBytes != config.Default().MinBlockBytes {
		t.Error("the lengths differ")
	}
}
