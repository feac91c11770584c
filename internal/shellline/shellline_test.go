package shellline

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func TestExcluded(t *testing.T) {
	list := []string{"git diff", "mycmd"}
	for line, want := range map[string]bool{
		"make": false, "git log": false, "echo git diff": false, "cat git diff": false, "": false, "echo 'open": false, "vim x": false, "sudo make": false,
		"git diff HEAD": true, "cd x && 'git' \"diff\"": true, "echo $(mycmd)": true, "time mycmd -x": true,
		"env A=1 elide-proxy -- x": true, "/x/elision-get 0123 | head": true, "FOO=1 nohup git diff | cat": true, "timeout -s KILL 5 mycmd": true, "elide run -- make": true,
		"make | elide --budget 9": true, "elision-get 012345": true, "$CMD elide": false, "mycmds": false, "env -u=A make mycmd": false,
		"sudo -u me mycmd": true, "env -u A mycmd": true, "timeout -s KILL 5 git diff": true, "sudo -u me timeout -k 1 5 elision-get 0123456": true, "env -u=A mycmd": true, "nice -n 5 git diff": true, "xargs -0 mycmd": true,
	} {
		if got := Excluded(line, list); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestBackground(t *testing.T) {
	for line, want := range map[string]bool{
		"make": false, "make && make": false, "make 2>&1": false, "echo '&'": false, "make &": true, "(a; b & c)": true, "echo $(a &)": true, "echo 'open": true,
	} {
		if got := Background(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestProgram(t *testing.T) {
	for shell, want := range map[string]string{
		"bash": "bash", "-bash": "bash", "/bin/zsh": "/bin/zsh", "sh": "sh", "-/bin/dash": "/bin/dash",
		"": "", "-": "", "fish": "", "/bin/cat": "", "./bash": "", "bin/bash": "", "bash -x": "",
	} {
		if got, ok := Program(shell); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", shell, got, ok)
		}
	}
}

// TestQuote: a shell reads back what was quoted.
func TestQuote(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", "")
		got, rest, ok := unquote(Quote(text) + " rest")
		if !ok || got != text || rest != " rest" {
			t.Fatalf("%q: %q, %q, %v", text, got, rest, ok)
		}
	})
}

// FuzzLine: whatever the line, it is read or not, and nothing fails.
func FuzzLine(f *testing.F) {
	for _, line := range []string{"cd x && go test ./... | tee y", "A=1; echo 'it''s' $A", "cat <<E\nx\nE", "echo $(ls)", "f() { :; }", "a\\\nb", "coproc x &"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		Excluded(line, []string{"git diff"})
		Background(line)
	})
}
