//go:build unix

package shellline

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

// claudeLine is what Claude Code 2.1.330 has a shell run for a command, with
// scripts ahead of it that hooks left.
func claudeLine(dir, command string, ahead ...string) string {
	scripts := ""
	if len(ahead) > 0 {
		scripts = strings.Join(ahead, "\n") + "\n: && "
	}
	return `source ` + dir + `/shell-snapshots/snapshot-bash-1-a.sh 2>/dev/null || true && ` + scripts +
		`{ \builtin unalias -- 'which'; \builtin unset -f -- 'which'; } >/dev/null 2>&1 || true && ` +
		`eval ` + Quote(command) + ` < /dev/null && pwd -P >| ` + dir + `/cwd`
}

// shells are those of this machine that a host may run its lines with.
func shells(t *testing.T) []string {
	var found []string
	for _, name := range []string{"bash", "zsh", "dash", "sh"} {
		if path, err := exec.LookPath(name); err == nil {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		t.Skip("there is no shell")
	}
	return found
}

// outcome is all that a host sees of a line.
type outcome struct{ out, errs, cwd, status string }

func runLine(dir, shell, line string) outcome {
	cmd := exec.Command(shell, "-c", line)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "SHELL=" + shell, "A=it's \"a\""}
	os.Remove(filepath.Join(dir, "cwd"))
	cmd.WaitDelay = 20 * time.Second
	err := cmd.Run()
	cwd, _ := os.ReadFile(filepath.Join(dir, "cwd"))
	return outcome{out.String(), errs.String(), string(cwd), fmt.Sprint(err)}
}

// commands are what a line may do that a wrapper could spoil.
var commands = []string{
	"echo a; echo b >&2", "false", "exit 7", "cd sub && pwd", "kill -TERM $$; echo not", "kill -KILL $$", "( exit 3 )", "nosuchcommand 2>/dev/null",
	"cat <<'E'\na 'b' \"c\" $d `e`\nE", "echo \"it's\" 'a \"b\"' \\$x", "printf '%s\\n' \"$A\" \"$#\" \"$-\"", "env | grep -v '^_=' | sort", "cat", "sleep 0.01 & wait; echo waited",
	"f() { echo in f; return 4; }; f", "trap 'echo bye' EXIT; echo hi", "exec sh -c 'exit 5'", "set -e; false; echo not", "set -u; echo ${nothing}", "x=1; export x; sh -c 'echo $x'", "echo 'eval '; echo '< /dev/null && pwd -P >| x'",
	"echo $((1 + 2)); true &&\nfalse ||\necho c", "ulimit -n", "umask", "trap", "alias", "echo \"${BASH_EXECUTION_STRING:+told}\"", "for i in 1 2 3; do echo $i; done | tail -n 1", "echo a\n\n\necho b", "echo ünï ⟦x⟧", "test -t 0 || echo none", "set -x; true; set +x", "if", "echo 'a",
	"true # comment", "{ echo a; exit 9; } | cat; echo ${PIPESTATUS-}", "echo " + sessionBegin + "; echo ': " + sessionBegin + "; x; : " + sessionEnd + "'",
}

func drawCommand(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(commands), 1, 3).Draw(t, "commands"), rapid.SampledFrom([]string{"; ", "\n", " && "}).Draw(t, "joint"))
}

// gone are the ways in which a program may not be there any more, though the
// script says where it was.
var gone = map[string]func(path string) error{
	"deleted":         func(string) error { return nil },
	"a folder":        func(path string) error { return os.Mkdir(path, 0o755) },
	"not executable":  func(path string) error { return os.WriteFile(path, []byte("#!/bin/sh\necho spoiled\n"), 0o644) },
	"a dangling link": func(path string) error { return os.Symlink("nowhere", path) },
	"replaced":        func(path string) error { return os.WriteFile(path, []byte("#!/bin/sh\necho spoiled\n"), 0o755) },
	"empty":           func(path string) error { return os.WriteFile(path, nil, 0o755) },
	"of another kind": func(path string) error { return os.WriteFile(path, []byte("\x7fELF\x02\x01\x01 no program"), 0o755) },
}

// TestGone: with the script ahead, and the program gone, a line does what it
// does with an empty one, which makes it begin on the second line.
func TestGone(t *testing.T) {
	longtest.Only(t)
	dir := realDir(t)
	stamp := filepath.Join(dir, "stamp")
	for _, name := range []string{stamp, filepath.Join(dir, "sub", "x")} {
		writeFile(t, name, "")
	}
	var scripts []string
	for name, make := range gone {
		path := filepath.Join(dir, "it's "+name)
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			later := time.Now().Add(time.Second)
			if err := os.Chtimes(path, later, later); err != nil {
				t.Fatal(err)
			}
		}
		scripts = append(scripts, Session(path, stamp))
	}
	all := shells(t)
	laws.Check(t, func(t *rapid.T) {
		command, script := drawCommand(t), rapid.SampledFrom(scripts).Draw(t, "script")
		for _, shell := range all {
			sameLine(t, dir, shell, claudeLine(dir, command, ":"), claudeLine(dir, command, script))
		}
	})
}

// sameLine fails if two lines differ in what the host sees of them. What a
// shell says of itself names neither line's own text. A line with a job in the
// background may be seen in several ways, by which of the two writes first: so
// lines that differ are run again, and fail only if they never agree.
func sameLine(t *rapid.T, dir, shell, line, other string) {
	const again = 20 // a job that sleeps 10 ms was overtaken in 1 of some 10,000 draws
	want, got := map[outcome]bool{}, map[outcome]bool{}
	for range again {
		a, b := runLine(dir, shell, line), runLine(dir, shell, other)
		want[a], got[b] = true, true
		if want[b] || got[a] {
			return
		}
	}
	t.Fatalf("%s:\n%s\nwithout %+v\nwith    %+v", shell, other, want, got)
}

// stand is a program that does what elide-shell does with a line of which it
// can't make anything shorter: it has it run.
func stand(t *testing.T, dir string) string {
	path := filepath.Join(dir, "stand in")
	writeFile(t, path, "#!/bin/sh\nprintf '%s\\n' \"$1\" >>'"+dir+"/seen'\nunset "+Handed+"\nexec \"$SHELL\" -c \"$(cat '"+dir+"/line')\"\n")
	before := time.Now().Add(-time.Minute)
	if err := os.Chtimes(path, before, before); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHandedOver: the program gets the line, and that is all: a line that it
// runs does what it does without.
func TestHandedOver(t *testing.T) {
	dir := realDir(t)
	stamp := filepath.Join(dir, "stamp")
	for _, name := range []string{stamp, filepath.Join(dir, "sub", "x")} {
		writeFile(t, name, "")
	}
	program := stand(t, dir)
	script := Session(program, stamp)
	var all []string
	for _, shell := range shells(t) {
		if name := filepath.Base(shell); name == "bash" || name == "zsh" {
			all = append(all, shell)
		}
	}
	if len(all) == 0 {
		t.Skip("there is neither bash nor zsh")
	}
	laws.Check(t, func(t *rapid.T) {
		shell, command := rapid.SampledFrom(all).Draw(t, "shell"), drawCommand(t)
		ahead := []string{script, script}[:rapid.IntRange(1, 2).Draw(t, "scripts")] // the user's, and the project's
		line := claudeLine(dir, command, ahead...)
		plain := WithoutSession(line)
		if strings.Contains(plain[:strings.Index(plain, " "+evaluates)], sessionBegin) {
			t.Fatalf("left of it is %s", plain)
		}
		writeFile(t, filepath.Join(dir, "line"), plain)
		os.Remove(filepath.Join(dir, "seen"))
		sameLine(t, dir, shell, claudeLine(dir, command), line)
		seen, _ := os.ReadFile(filepath.Join(dir, "seen"))
		if string(seen) != line+"\n" {
			t.Fatalf("the program got %q", seen)
		}
	})
}

// TestNotHandedOver: what would be spoiled by running twice runs once.
func TestNotHandedOver(t *testing.T) {
	dir := realDir(t)
	stamp := filepath.Join(dir, "stamp")
	writeFile(t, stamp, "")
	script := Session(stand(t, dir), stamp)
	const counts = "export N=$((${N-0} + 1))"
	for _, shell := range shells(t) {
		for name, c := range map[string]struct {
			line, want string
			args       []string
		}{
			"behind another script": {claudeLine(dir, "echo $N", counts, script), "1\n", nil},
			"with arguments":        {claudeLine(dir, `echo "$1"`, script), "b\n", []string{"a", "b"}},
			"in another text":       {`eval "$LINE"`, "here\n", nil},
			"handed over already":   {Handed + "=1; " + claudeLine(dir, "echo here", script), "here\n", nil},
		} {
			cmd := exec.Command(shell, append([]string{"-c", c.line}, c.args...)...)
			cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "LINE=" + claudeLine(dir, "echo here", script)}
			if out, err := cmd.Output(); err != nil || string(out) != c.want {
				t.Errorf("%s, %s: %v, %q", shell, name, err, out)
			}
			if _, err := os.Stat(filepath.Join(dir, "seen")); err == nil {
				t.Fatalf("%s, %s: it was handed over", shell, name)
			}
		}
	}
}

// TestCantRun: bash runs a line itself if the program turns out to be none
// after all.
func TestCantRun(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	dir := realDir(t)
	stamp, program := filepath.Join(dir, "stamp"), filepath.Join(dir, "program")
	writeFile(t, program, "#!/no/such/interpreter\n")
	writeFile(t, stamp, "")
	now := time.Now()
	if err := os.Chtimes(program, now.Add(-time.Minute), now.Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	got := runLine(dir, bash, claudeLine(dir, "echo ran; env | grep ELIDE; shopt execfail; exit 4", Session(program, stamp)))
	if got.out != "ran\nexecfail       \toff\n" || got.status != "exit status 4" {
		t.Errorf("%+v", got)
	}
}

func TestWithoutSession(t *testing.T) {
	script := Session("/x/elide-shell", "/x/stamp")
	for line, want := range map[string]string{
		"source x || true && " + script + "\n: && eval ls":                        "source x || true && : && eval ls",
		"source x && A=1\n" + script + "\nB=2\n" + script + "\n: && eval ls":      "source x && A=1\nB=2\n: && eval ls",
		"source x && eval 'echo " + strings.ReplaceAll(script, "'", `'\''`) + "'": "",
		"source x && : " + sessionBegin + "; if true; eval ls":                    "",
		"echo": "",
	} {
		if want == "" {
			want = line
		}
		if got := WithoutSession(line); got != want {
			t.Errorf("%s\nis\n%s", line, got)
		}
	}
}

func realDir(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeFile(t interface{ Fatal(...any) }, name, text string) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
