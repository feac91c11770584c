//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/shellline"
	"elide.example/elide/internal/store"
)

// The law of shell lines: whatever a line does, it does the same when elide
// runs it. Each line is run both ways, by each shell there is, in a folder of
// its own.

// linesOfACheck are run by each of rapid's checks, of which there are 100: 300
// lines for three shells.
const linesOfACheck = 1

// They are the same lines each time, so that a shell's own moods don't decide
// whether the tests pass; -rapid.seed=N makes up others.
func TestLines(t *testing.T) {
	longtest.Asked(t)
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == seed.DefValue {
		seed.Value.Set("1")
		t.Cleanup(func() { seed.Value.Set(seed.DefValue) })
	}
	for _, shell := range []string{"bash", "sh", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("not here: ", err)
			}
			t.Parallel()
			l := &lineLaw{t: t, shell: path, dir: t.TempDir()}
			laws.Check(t, l.check)
			t.Logf("%d lines, %d of them reduced", l.lines, l.reduced)
			if l.lines == 0 || l.reduced*20 < l.lines {
				t.Errorf("of %d lines %d were reduced: the law says little", l.lines, l.reduced)
			}
		})
	}
}

type lineLaw struct {
	t              *testing.T
	shell, dir     string
	lines, reduced int
}

func (l *lineLaw) check(t *rapid.T) {
	for more, tries := linesOfACheck, 0; more > 0 && tries < 4*linesOfACheck; tries++ {
		g := &lineGen{t: t, shell: filepath.Base(l.shell)}
		if line := g.list(2); !apart(line) {
			more--
			l.hold(t, line)
		}
	}
}

// hold holds the law for a line.
func (l *lineLaw) hold(t rapid.TB, line string) {
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	l.lines++
	run := shellline.Quote(path) + " run --shell " + shellline.Quote(l.shell) + " -c " + shellline.Quote(line)
	if unlike := l.compare(t, line, run); unlike != "" {
		t.Errorf("line %q\n%s", line, unlike)
	}
}

// apart tells whether a line is known to differ below elide: it leaves something
// behind, goes on for ever, writes past its outputs, or asks for what only its
// own shell has.
func apart(line string) bool {
	return shellline.Background(line) || slices.ContainsFunc([]string{
		"tail -f", "/dev/tty", "ulimit", "$$", "$!", "$-", "coproc", "select ", ">(", "exec 2>&1",
	}, func(part string) bool { return strings.Contains(line, part) })
}

// compare runs both lines and returns where they differ. The commands of a
// pipe run at the same time, so a line may differ from itself: it is tried
// again, and says nothing if it does.
func (l *lineLaw) compare(t rapid.TB, line, below string) (unlike string) {
	var first did
	for try := range 6 {
		want := l.run(t, line)
		if want.after == endless {
			return ""
		}
		got := l.run(t, below)
		got.out = l.expand(t, got.out, want.out)
		if try == 0 {
			first = want
		}
		if got == want || want != first {
			return ""
		}
		unlike = got.unlike(want)
	}
	return unlike
}

// did is all that a line did.
type did struct {
	out   string // both outputs, in their order
	after string // what follows the line sees: its status, and what it left of standard input
	shell string // the folder and the environment afterwards
	files string
}

// unlike returns where they differ.
func (d did) unlike(want did) string {
	var b strings.Builder
	for _, part := range [...][3]string{
		{"output", d.out, want.out}, {"after", d.after, want.after}, {"shell", d.shell, want.shell}, {"files", d.files, want.files},
	} {
		if got, want := part[1], part[2]; got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			fmt.Fprintf(&b, "%s, from byte %d on:\n got  %.300q\n want %.300q\n", part[0], at, got[at:], want[at:])
		}
	}
	return b.String()
}

const probe = `
elide_status=$?
echo "$elide_status" >&9
cat >&9
pwd -P >&8
{ env | grep -v '^_=' | sort; } >&8 2>/dev/null
`

// A generated line may feed itself, and never end; it says nothing then. That
// it ends where it should is part of the law.
const (
	mostTime = 20 * time.Second
	endless  = "the line doesn't end"
)

// run runs a line in a shell of its own, and looks around afterwards.
func (l *lineLaw) run(t rapid.TB, line string) did {
	root := filepath.Join(l.dir, "root")
	work := filepath.Join(root, "work")
	defer os.RemoveAll(root)
	for name, text := range map[string]string{
		"a.txt": "one\ntwo\nthree\nbeta\n", "sub/b.txt": strings.Repeat("beta\n", 90), "sp ace/c.txt": "é\n\\n\n", "env.sh": "export FROM_FILE=yes\n", "log": string(logLines(150)),
	} {
		name = filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, after, shell := create(t, root, "out"), create(t, root, "after"), create(t, root, "shell")
	args := []string{"-c", `"$1" -c "$2"` + probe, l.shell, l.shell, line}
	ctx, cancel := context.WithTimeout(context.Background(), mostTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, l.shell, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	cmd.Dir = work
	cmd.Stdin = strings.NewReader("first line\nsecond\nthird\n")
	cmd.Stdout, cmd.Stderr = out, out
	cmd.ExtraFiles = []*os.File{out, out, out, out, out, shell, after} // 8 and 9 are the last
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + root, "TMPDIR=" + os.TempDir(), "ELIDE_STORE=" + filepath.Join(l.dir, "store"),
		"ELIDE_MIN_BLOCK_BYTES=100", "SET=from outside", "LANG=C.UTF-8"}
	cmd.Run() // the status of the probe means nothing
	for begin := time.Now(); strings.Contains(line, "sleep") && groupLives(cmd.Process.Pid) && time.Since(begin) < mostTime; {
		time.Sleep(10 * time.Millisecond) // until what it left in the background has ended
	}
	if ctx.Err() != nil {
		return did{after: endless}
	}
	return did{read(t, out), read(t, after), read(t, shell), tree(t, work)}
}

// groupLives tells whether a process of the group is left. One that is dead and
// waits for its parent to ask is not.
func groupLives(group int) bool {
	if syscall.Kill(-group, 0) != nil {
		return false
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		_, rest, _ := strings.Cut(string(text), ") ") // its name may be anything
		if f := strings.Fields(rest); len(f) > 2 && f[2] == strconv.Itoa(group) && f[0] != "Z" {
			return true
		}
	}
	return len(stats) == 0 // there is no such folder here
}

func create(t rapid.TB, dir, name string) *os.File {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func read(t rapid.TB, f *os.File) string {
	defer f.Close()
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// tree returns the names of all files below a folder, and what they hold.
func tree(t rapid.TB, dir string) string {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %q\n", path, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// expand returns what was printed with the original in the place of the text
// that ends in a marker: that stands at the end, after what was printed in
// front of it.
func (l *lineLaw) expand(t rapid.TB, out, want string) string {
	hash := markerOf(out)
	if hash == "" || out == want {
		return out
	}
	s, err := store.Open(filepath.Join(l.dir, "store"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Expand(hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	original, err := io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
	if err != nil {
		t.Fatal(err)
	}
	l.reduced++
	if front := strings.TrimSuffix(want, string(original)); strings.HasPrefix(out, front) && len(out) < len(want) {
		return front + string(original)
	}
	return string(original)
}

// lineGen makes up shell lines.
type lineGen struct {
	t     *rapid.T
	shell string
}

func (g *lineGen) pick(of ...string) string { return rapid.SampledFrom(of).Draw(g.t, "pick") }

func (g *lineGen) chance(percent int) bool {
	return rapid.IntRange(1, 100).Draw(g.t, "chance") <= percent
}

// list is commands one after the other.
func (g *lineGen) list(depth int) string {
	var b strings.Builder
	if depth == 2 && g.chance(40) {
		b.WriteString(g.pick("cd sub && ", "cd 'sp ace'; ", "cd nowhere && ", "cd nowhere; ", "cd sub && cd .. && ", "export NEW='a b'; ",
			"export NEW=1 && ", ". ./env.sh && ", "source ./env.sh && ", "umask 077; ", "unset SET; ", "cd \"$HOME\" && "))
	}
	b.WriteString(g.chain(depth))
	for g.chance(25) {
		b.WriteString(g.pick("; ", "\n", " ;"))
		b.WriteString(g.chain(depth))
	}
	return b.String()
}

func (g *lineGen) chain(depth int) string {
	line := g.pipe(depth)
	for g.chance(15) {
		line += g.pick(" && ", " || ") + g.pipe(depth)
	}
	return line
}

func (g *lineGen) pipe(depth int) string {
	line := g.command(depth)
	for g.chance(15) {
		line = "{ " + line + "\n} 2>&1 | " + g.pick( // so that two don't write at the same time
			"sort", "cat", "tr a-z A-Z", "head -n 2", "grep -c .", "sed 's/^/> /'", "wc -l", "while read x; do echo \"[$x]\"; done", g.command(0))
	}
	return g.pick("", "", "", "", "", "! ") + line
}

func (g *lineGen) command(depth int) string {
	if depth > 0 && g.chance(20) {
		return g.compound(depth-1) + g.redirect()
	}
	return g.simple() + g.redirect()
}

func (g *lineGen) compound(depth int) string {
	body := g.list(depth)
	switch g.pick("(", "{", "if", "for", "while", "case", "sub") {
	case "(":
		return "( " + body + " )"
	case "{":
		return "{ " + body + "; }"
	case "if":
		return "if " + g.simple() + "; then " + body + "; else " + g.simple() + "; fi"
	case "for":
		return "for i in " + g.word() + " 2 3; do " + body + "; done"
	case "while":
		return "while read x; do echo \"$x\"; " + body + "; done"
	case "case":
		return "case " + g.word() + " in a*) " + body + ";; *) echo other;; esac"
	}
	return "echo \"$(" + body + ")\""
}

func (g *lineGen) simple() string {
	if g.chance(25) {
		return "echo " + g.word() + " " + g.word()
	}
	common := []string{
		"seq 1 300", "sort -s -k9 log", "sort -s -k9 \"$HOME\"/work/log", "sort log; sort -r < log >&2", "sort a.txt", "sort sub/b.txt", "ls", "ls nowhere", "no-such-command-here", "true", "false", "pwd",
		"sh -c 'exit 3'", "sh -c 'echo out; echo err >&2; echo out'", "head -n 1", "cat", "wc -l", "grep beta a.txt", "sh -c 'read a; echo got $a'",
		"test -f a.txt", "[ a = b ]", "printf '%s\\n' " + g.word(), "echo \"status $?\"", "FOO=1 sh -c 'echo $FOO'", "env | grep SET", "mkdir -p made",
		"sh -c 'for i in 1 2 3 4 5 6 7 8 9; do echo \"INFO request $i served\"; done'", "echo \"$SET\"", "sh -c 'echo x; exit 41'", "sort a.txt sub/b.txt",
		"printf 'no newline'", "printf 'a\\0\\377\\n'", "{ sh -c 'kill -KILL $$'; } 2>/dev/null", "sh -c 'kill -TERM $$' || true", "seq 1 2000 | head -n 1", "[ -t 1 ]", "timeout 5 sort log",
		"sort log | tee copy", "env A=1 sort log", "sh -c 'sort log | false'", "false | sort a.txt",
	}
	rare := []string{
		"cd sub", "cd ..", "export NEW=2", "A=1", "SET=changed", "exit 5", "set -e", "unset SET", "alias ll='ls -l'", ". ./env.sh", "read line",
		"f() { echo in f; }", "f", "eval 'echo evaluated'", "exec echo gone", "trap 'echo bye' EXIT", "umask 022", "sleep 0.01 &", "echo $((2 + 3))",
		"cat <<END\nhere $HOME\nEND\n", ": ${NEW:=default}", "echo \"$(seq 1 3)\"", "echo `pwd`", "echo $UNSET-", "shift", "wait", "type cat",
		"set -o pipefail", "set -u", "exec 2>&1", "trap '' TERM", "(exit 4)", "return 3", "echo $!", "echo $$ >/dev/null", "ulimit -n", "ulimit -n 99", "tail -f log", "command sort a.txt",
		"echo x >/dev/tty", "echo x >>/dev/stderr", "echo x >>/dev/stdout", "(sleep 0.01; echo late) &", "export A=1 B", "export -n SET", "echo \"${SET%outside}\"", "echo ${#SET} ${SET:-no}",
	}
	if g.shell != "sh" {
		rare = append(rare, "cat <<< word", "[[ -f a.txt ]]", "(( 1 + 1 ))", "cat <(echo sub)", "declare x=1", "local y", "sort log |& head -n 3", "sort log &> made", "echo {1..3}",
			"false | true; echo ${PIPESTATUS[0]}", "shopt -s nullglob", "setopt nullglob")
	}
	if g.chance(6) {
		return g.pick(rare...)
	}
	return g.pick(common...)
}

func (g *lineGen) word() string {
	words := []string{"a", "abc", `"b c"`, "'it'\\''s'", "é", `"$HOME"`, "$PWD", `a\ b`, `""`, "~", "'⟦1-2⟧'", `"a'b"`, `'$HOME'`, `"\$x"`,
		"'a\nb'", "-n", "\"two\\nlines\"", "#not", "a#b", "'!'", "\\\\"}
	if g.shell != "zsh" { // which ends where one matches nothing
		words = append(words, "*.txt", "sub/*")
	}
	return g.pick(words...)
}

func (g *lineGen) redirect() string {
	if g.chance(80) {
		return ""
	}
	return g.pick(" > out.txt", " >> out.txt", " 2>&1", " 2>/dev/null", " >&2", " < a.txt", " 2> err.txt", " > /dev/null", " >&2 2>/dev/null", " < nowhere",
		" >> /dev/stderr", " >&-", " < /dev/null", " 2>&1 >&2", " > /dev/full")
}

// TestLineRuns: where elide itself can't do its part, the line runs all the
// same, and its output arrives.
func TestLineRuns(t *testing.T) {
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	const line = "echo out; echo err >&2; exit 3"
	below := shellline.Quote(path) + ` run --shell "${BASH:-${ZSH_NAME:-$0}}" -c ` + shellline.Quote(line)
	for name, around := range map[string]string{
		"the folder is gone":           `mkdir gone && cd gone && rmdir ../gone && `,
		"no home":                      `unset HOME XDG_CACHE_HOME ELIDE_STORE; `,
		"no store":                     `export ELIDE_STORE=/dev/null/store; `,
		"mistake in the configuration": `export ELIDE_BUDGET=much; `,
		"PATH leads nowhere":           `export PATH=/nowhere; `,
		"PATH is empty":                `unset PATH; `,
	} {
		for _, shell := range []string{"bash", "sh", "zsh"} {
			if _, err := exec.LookPath(shell); err != nil || shell == "zsh" && strings.HasPrefix(name, "PATH") && !inBin(shell) {
				continue
			}
			cmd := exec.Command(shell, "-c", around+below)
			cmd.Dir = t.TempDir()
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 3 || !strings.Contains(string(out), "out\nerr\n") {
				t.Errorf("%s, %s: %v, output %q", shell, name, err, out)
			}
		}
	}
}

// inBin tells whether a shell is where systems keep theirs.
func inBin(shell string) bool {
	_, err := os.Stat("/bin/" + shell)
	return err == nil
}

// TestShellOfLine: the line runs in the shell that is asked for.
func TestShellOfLine(t *testing.T) {
	for shell, line := range map[string]string{"bash": `echo "bash ${BASH_VERSION:+yes}"`, "zsh": `echo "zsh ${ZSH_VERSION:+yes}"`} {
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		for _, name := range []string{shell, path, "-" + shell} {
			out, err := exec.Command(program, "run", "--shell", name, "-c", line).CombinedOutput()
			if err != nil || string(out) != shell+" yes\n" {
				t.Errorf("--shell %s: %v, %q", name, err, out)
			}
		}
	}
	for _, bad := range []string{"", "fish", "./bash", "sh -x", "/bin/cat"} {
		out, err := exec.Command(program, "run", "--shell", bad, "-c", "echo ran").CombinedOutput()
		if err == nil || slices.Contains(strings.Fields(string(out)), "ran") {
			t.Errorf("--shell %q: %v, %q", bad, err, out)
		}
	}
}

// linesOfAllKinds have what a made-up line is unlikely to have, or what it
// could not have: each stands for a way in which two shells, or a shell and a
// program in between, could differ.
var linesOfAllKinds = []string{
	// how a command ends
	"{ sh -c 'kill -KILL $$'; } 2>/dev/null; echo $?", "sh -c 'kill -TERM $$'; sort log", "sh -c 'kill -PIPE $$' || echo no", "(exit 7); echo $?", "(kill -INT $$; echo no)",
	"sort log | false", "false | sort log", "! sort log", "true && (exit 9)", "seq 1 100000 | head -n 1", "yes | head -n 200", "sort log; no-such-command-here", "(time sort log) 2> /dev/null",
	"set -e; sort log; false; echo no", "set -o pipefail; false | sort log", "(set -e; sort log; false; echo no)", "trap 'sort log' EXIT; exit 5", "trap 'echo told' TERM; kill -TERM $$; echo on",
	"exec sort log", "exec 2>&1; sort nowhere log", "f() { sort log; return 6; }; f", "sort log; exit 300", "sh -c 'exit 256'", "false; echo $?; true; echo $?", "set -u; sort log; echo $gone", "set -x; sort log",
	// its processes
	"sort log; wait", "(sort log; wait)", "sleep 0.05 | sort log", "ulimit -n; sort log", "ulimit -n 60; sort log", "ulimit -v 300000; sort log", "ulimit -v 300000 && sort log", "umask; sort log", "umask 077; sort log > made; ls -l made | cut -c 1-10", "nice -n 3 sort log", "timeout 5 sort log", "timeout 0.1 sleep 3; echo $?",
	// where it prints, and what it reads
	"sort log 2>&1 | tee copy", "sort log | tee copy >&2", "sort log > made; sort made", "sort log nowhere > made 2>&1; cat made | sort", "sort log >&2", "sort log > /dev/stderr", "sort log > /dev/stdout", "{ sort log; echo err >&2; } 2>&1 >/dev/null",
	"sort log 2> /dev/null nowhere", "sort < log", "sort <log >made", "sort log >| made; sort made", "sort - < log", "sort log >&-", "echo err 2>&-", "read a; sort log; read b; echo $a $b", "head -c 7; sort log; cat", "cat - log | sort", "sort log; echo x > /dev/full; echo $?",
	"printf 'no newline'", "sort log | tr -d '\\n'", "printf 'a\\0b\\377'", "head -c 3000 /dev/zero", "seq 1 3000 | tr '1\\n' '\\377\\000'", "printf '\\033[31mred\\033[0m\\r%s\\n' x; sort log", "printf 'a\\r\\nb\\r\\n'; sort log", "true", "echo", ":",
	"for i in 1 2 3 4 5 6 7 8; do echo out $i; echo err $i >&2; done; sort log", "seq 1 200000", "[ -t 1 ] || sort log", "[ -t 0 ] || sort log", "sort log; echo '⟦elided:0123456789ab 3 lines⟧'",
	// words
	"sort \"$HOME\"/work/*og", "sort l*g nowhere*", "echo ~ ~/x; sort log", "echo 'a'\\''b' \"c\\\"d\" e\\\nf; sort log", "echo $(sort log | head -n 3); sort log", "echo \"`sort log`\"", "echo ${HOME%/*} ${#HOME} ${HOME:+set}; sort log", "echo $((3 * 4)); sort log",
	"echo 'two\nlines'; sort log # said", "sort log # it's all", "sort log;", "sort log\n", "\n\nsort log\n\n", "\tsort log ", "sort \\\nlog", "LC_ALL=C sort log", "A=1 B=\"2 3\" sh -c 'echo $A $B'; sort log", "echo é ⟦1-2⟧ 日本; sort log", "'sort' log", "\\sort log", "echo -e 'a\\tb'; sort log", "echo \"!\"; sort log",
	// the folder and the environment
	"cd sub && pwd && sort ../log", "cd sub\npwd; sort ../log", "cd sub && cd - && sort log", "cd -- sub && sort ../log", "cd && sort work/log", "cd 'sp ace' && sort ../log; pwd", "cd nowhere && sort log", "cd nowhere || sort log", "cd sub || exit 1; sort ../log", "(cd sub && sort ../log); pwd",
	"pushd sub && sort ../log", "export NEW=1 NEW2='a b' && sh -c 'echo $NEW $NEW2' && sort log", "export NEW=\"$(pwd)\" && echo \"$NEW\"; sort log", "export -n SET && echo $SET; sort log", "export SET; echo $SET; sort log", "A=5; export A; echo $A; sort log", "unset SET && sort log; echo ${SET-gone}", ". ./env.sh && echo $FROM_FILE; sort log", "umask 027 && sort log > made",
	"export HOME=/ && cd && pwd; sort ~/etc/hostname", "export PATH=/nowhere; sort log", "export PATH=\"/nowhere:$PATH\" && sort log", "export LC_ALL=C; sort log", "cd sub && if sort ../log; then pwd; fi", "cd sub && { sort ../log; }", "cd sub && ! sort ../log", "cd sub && A=1 sort ../log", "cd sub;sort ../log", "cd sub&&sort ../log", "cd sub && (time sort ../log) 2> /dev/null",
	// shells
	"bash -c 'sort log; exit 3'", "sh -c 'sort log' 2>&1", "env sort log", "command sort log", "eval 'sort log'", "eval \"cd sub; sort ../log\"", "echo log | xargs sort", "find . -name log -exec sort {} \\;", "sort log | { read a; echo $a; cat; }", "if sort log; then echo y; fi", "while read x; do echo $x; done; sort log", "case a in a) sort log;; esac",
	"for f in log; do sort $f; done", "until sort log; do :; done", "{ sort log; }", "(sort log)", "((1)) && sort log", "[[ -f log && ! -d log ]] && sort log", "sort log &> made; sort made", "echo {1..3}; sort log", "echo a{b,c}; sort log",
	"export -a ARR=(x y); echo ${ARR[1]}; sort log", "export ARR=(x y) && echo ${ARR[1]}; sort log", "sort log > >(sort)", "printf '%s\\n' a b | while read x; do echo \"[$x]\"; done; sort log", "echo $-; sort log", "shopt -s nullglob; echo none*; sort log", "setopt nullglob; echo none*; sort log", "alias s='sort log'; s", "set -- a b; echo $2 $#; sort log", "declare -a a=(1 2); echo ${a[0]}; sort log", "declare -A m=([k]=v); echo ${m[k]}; sort log",
	"local x=1; sort log", "x=$(sort log); echo \"$x\"", "printf -v x a; echo $x; sort log", "IFS=:; set -- a:b; sort log", "mapfile -t a < log; echo ${a[3]}", "select x in a b; do break; done", "coproc cat; sort log",
}

// linesOfBash end a shell that can't read them, and so what follows them.
var linesOfBash = []string{
	"sort <(cat log)", "cat <<< 'a b'; sort log", "sort log |& tail -n 40", "false | true; echo ${PIPESTATUS[0]}; sort log", "sort log | false; echo ${PIPESTATUS[*]}",
	"cd sub && sort <(cat ../log) && diff <(echo a) <(echo b)", "sort log | tee >(cat > copy) | cat; sleep 0.1",
}

// TestLinesOfAllKinds: the law for each of them.
func TestLinesOfAllKinds(t *testing.T) {
	longtest.Only(t)
	for _, name := range []string{"bash", "sh", "zsh"} {
		t.Run(name, func(t *testing.T) {
			shell, err := exec.LookPath(name)
			if err != nil {
				t.Skip("not here: ", err)
			}
			t.Parallel()
			l := &lineLaw{t: t, shell: shell, dir: t.TempDir()}
			lines := linesOfAllKinds
			if name != "sh" {
				lines = append(lines[:len(lines):len(lines)], linesOfBash...)
			}
			for _, line := range lines {
				if !apart(line) && longtest.Some(line, 12) {
					l.hold(t, line)
				}
			}
			t.Logf("%d lines of %d, %d of them reduced", l.lines, len(lines), l.reduced)
		})
	}
}
