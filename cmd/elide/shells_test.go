//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

type completedLine struct{ line, words string }

// completed are lines as they are typed, and the words that they must become
// when the key is pressed. A · is a blank within a word.
var completed = []completedLine{
	{"elide rul", "elide rules"},
	{"elide run --vi", "elide run --views"},
	{"elide run --views n", "elide run --views none"},
	{"elide --type=te", "elide --type=test-log"},
	{"elide --enabled=of", "elide --enabled=off"},
	{"elide --enabled=on server", "elide --enabled=on server.log"},
	{"elide --store su", "elide --store sub/"},
	{"elide store ver", "elide store verify"},
	{"elide store verify --rep", "elide store verify --repair"},
	{"elide help mess", "elide help messages"},
	{"elide completion powe", "elide completion powershell"},
	{"elide install clau", "elide install claude"},
	{"elide show HASH", "elide show HASHLONG"},
	{"elision-get HASH", "elision-get HASHLONG"},
	{"elision-get --gr", "elision-get --grep"},
	{"elision-bench --format=ta", "elision-bench --format=table"},
	{"elision-bench su", "elision-bench sub/"},
	{"elide run -- elision-b", "elide run -- elision-bench"},
	{"elide run -- ls server.l", "elide run -- ls server.log"},
	{"elide run -- ls -d su", "elide run -- ls -d sub/"},
	{"elide it", "elide it's·a:log"},
	{"elide run -- ls it", "elide run -- ls it's·a:log"},
	{"elide --store od", "elide --store odd·'dir:1/"},
	{"elide --store=od", "elide --store=odd·'dir:1/"},
	{"elide stats --html=serv", "elide stats --html=server.log"},
}

// nested are lines of another command behind --. Bash has no completions of
// its own to hand them to.
var nested = []completedLine{{"elide run -- elision-bench --format=ta", "elide run -- elision-bench --format=table"}}

// typist is a person in a folder with files and a stored original.
type typist struct {
	dir  string
	env  []string
	hash string
}

func newTypist(t *testing.T) typist {
	t.Helper()
	dir, bin := t.TempDir(), t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "elide.example/elide/cmd/elision-get", "elide.example/elide/cmd/elision-bench")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path := "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")
	p := typist{dir: dir, env: person(dir, path, "INPUTRC=/dev/null")}
	if err := os.WriteFile(filepath.Join(dir, "server.log"), logLines(200), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "it's a:log"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sub", "odd 'dir:1"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	out, err := p.command("sh", "-c", "elide --command 'go test $(touch ran) `touch ran`; touch ran' server.log").Output()
	if err != nil {
		t.Fatal(err)
	}
	p.hash = markerOf(string(out))
	return p
}

func (p typist) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	return cmd
}

// fill puts the reference into a line.
func (p typist) fill(line string) string {
	return strings.NewReplacer("HASHLONG", p.hash, "HASH", p.hash[:4]).Replace(line)
}

// unharmed checks that nothing was run of what the store says.
func (p typist) unharmed(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(p.dir, "ran")); err == nil {
		t.Error("a shell ran what stands in an entry")
	}
}

// TestShells: in each shell that is here, each line becomes what it must.
func TestShells(t *testing.T) {
	longtest.Asked(t)
	p := newTypist(t)
	for name, check := range map[string]func(*testing.T, typist){
		"bash": bash, "zsh": zsh, "fish": fish, "pwsh": powershell,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(err)
			}
			check(t, p)
			p.unharmed(t)
		})
	}
}

func bash(t *testing.T, p typist) {
	p.edit(t, `bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; eval "$(elide completion bash)"`, completed, "bash", "--norc", "-i")
}

func zsh(t *testing.T, p typist) {
	p.edit(t, `unsetopt zle_bracketed_paste prompt_sp auto_remove_slash; autoload -Uz compinit; compinit -u -D; eval "$(elide completion zsh)"`, slices.Concat(completed, nested), "zsh", "-f", "-i")
}

// edit types each line into a shell, presses the key, and has the shell print
// the words of what the line became.
func (p typist) edit(t *testing.T, setup string, lines []completedLine, shell ...string) {
	s := onScreen(t, p.dir, p.env, shell...)
	s.enter(setup + "; PS1='rea''dy> '\r")
	for _, c := range lines {
		s.wait("ready> ")
		s.enter(p.fill(c.line) + "\t\x01printf '<%s>' \r")
		want := "<" + strings.ReplaceAll(strings.ReplaceAll(p.fill(c.words), " ", "><"), "·", " ") + ">"
		if got := s.wait("ready> "); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %s", c.line, got, want)
		}
		s.enter("\r")
	}
}

func fish(t *testing.T, p typist) {
	for _, c := range slices.Concat(completed, nested) {
		out, err := p.command("fish", "--no-config", "-c", "elide completion fish | source; complete -C $argv[1]", p.fill(c.line)).Output()
		if want := p.lastWord(c.words); err != nil || !slices.Contains(offered(out), want) {
			t.Errorf("%s: %v, %q, want %s", c.line, err, out, want)
		}
	}
}

func powershell(t *testing.T, p typist) {
	const script = "elide completion powershell | Out-String | Invoke-Expression\n" +
		"(TabExpansion2 -inputScript $args[0] -cursorColumn $args[0].Length).CompletionMatches | ForEach-Object { $_.CompletionText.Trim() }"
	for _, c := range completed {
		out, err := p.command("pwsh", "-NoProfile", "-CommandWithArgs", script, p.fill(c.line)).Output()
		if want := strings.TrimSuffix(p.lastWord(c.words), "/"); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %q, want %s", c.line, err, out, want)
		}
	}
}

// lastWord returns the word that the key completes.
func (p typist) lastWord(line string) string {
	return strings.ReplaceAll(p.fill(line[strings.LastIndexByte(line, ' ')+1:]), "·", " ")
}

// offered returns the words of what is offered, a line each.
func offered(text []byte) []string {
	var words []string
	for line := range strings.Lines(string(text)) {
		word, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		words = append(words, word)
	}
	return words
}
