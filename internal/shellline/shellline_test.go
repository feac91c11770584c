package shellline

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"
)

// TestRewrite: the law that a rewritten line does the same is tested with real
// shells, in cmd/elide. Here is which lines are rewritten, and where.
func TestRewrite(t *testing.T) {
	for _, c := range []struct{ line, front, rest string }{
		{"go test ./...", "", "go test ./..."},
		{"cd x && go test ./...", "cd x && ", "go test ./..."},
		{"cd x; go test; echo $?", "cd x; ", "go test; echo $?"},
		{"cd x && cd y && a && b", "cd x && cd y && ", "a && b"},
		{"cd x\nmake\n", "cd x\n", "\nmake\n"}, // messages count lines alike
		{". venv/bin/activate && pytest", ". venv/bin/activate && ", "pytest"},
		{"export CI=1; go test $CI", "export CI=1; ", "go test $CI"},
		{"export A=1 B && x", "export A=1 B && ", "x"},
		{"nvm use 22 && npm test", "nvm use 22 && ", "npm test"},
		{"umask 022; make", "umask 022; ", "make"},
		{"(cd x && make)", "", "(cd x && make)"},
		{"make 2>&1 | tail -5", "", "make 2>&1 | tail -5"},
		{"make 2>/dev/null || make V=1", "", "make 2>/dev/null || make V=1"},
		{"go test | tee log", "", "go test | tee log"},
		{"make > log; tail log", "", "make > log; tail log"},
		{"CI=1 go test", "", "CI=1 go test"},
		{"echo $HOME \"$PATH\"", "", "echo $HOME \"$PATH\""},
		{"echo 'it''s'", "", "echo 'it''s'"},
		{"if make; then echo ok; fi", "", "if make; then echo ok; fi"},
		{"ls | (read x; echo $x)", "", "ls | (read x; echo $x)"},
		{"cat <<< word", "", "cat <<< word"},
		{"git commit -m 'x'", "", "git commit -m 'x'"},
		{"git commit -am x", "", "git commit -am x"},
		{"python3 -c 'print(1)'", "", "python3 -c 'print(1)'"},
		{"psql -c 'select 1'", "", "psql -c 'select 1'"},
		{"ssh host uptime", "", "ssh host uptime"},
		{"sudo -n make install", "", "sudo -n make install"},
		{"docker exec box ls", "", "docker exec box ls"},
		{"emacs --batch -l x", "", "emacs --batch -l x"},
		{"kill 123", "", "kill 123"},
		{"git tag -a v1 -m one", "", "git tag -a v1 -m one"},
		{"git revert --no-edit HEAD", "", "git revert --no-edit HEAD"},
		{"git merge x && git config user.name", "", "git merge x && git config user.name"},
		{"make | tail -n 50", "", "make | tail -n 50"},
		{"kubectl logs pod --tail=100", "", "kubectl logs pod --tail=100"},
		{"git log --follow x.go", "", "git log --follow x.go"},
		{"[[ -f x ]] && sort x", "", "[[ -f x ]] && sort x"},
		{"cat x.go | grep func", "", "cat x.go | grep func"},
	} {
		got, why := Rewrite(c.line, Wrap{Elide: "/a b/elide"})
		want := c.front + `'/a b/elide' run --shell "${BASH:-${ZSH_NAME:-$0}}" -c ` + Quote(c.rest)
		if got != want || why != "" {
			t.Errorf("%q: %s\n got %s\nwant %s", c.line, why, got, want)
		}
	}
}

func TestLeftAlone(t *testing.T) {
	for line, reason := range map[string]string{
		"":                                       "it runs nothing",
		"# only a word":                          "it runs nothing",
		"echo 'open":                             "it could not be read",
		"echo a\x00b":                            "it holds what shells disagree about",
		"make &":                                 "it leaves a process in the background",
		"(make & wait)":                          "it leaves a process in the background",
		"coproc make":                            "it leaves a process in the background",
		"cat <<EOF\na\nEOF":                      "it has a here-document",
		"if x; then cat <<-E\na\nE\nfi":          "it has a here-document",
		"echo $(make)":                           "it has a substitution",
		"echo `make`":                            "it has a substitution",
		"diff <(a) <(b)":                         "it has a substitution",
		"make > log":                             "its output goes to files",
		"make &> log":                            "its output goes to files",
		"make | cat >> log; x > y":               "its output goes to files",
		"{ a; b; } > c":                          "its output goes to files",
		"make >&3":                               "it uses an open file of its shell",
		"exec 3< x":                              "it uses an open file of its shell",
		"make > /dev/tty":                        "it uses an open file of its shell",
		"make && cd x":                           "cd acts on its shell",
		"cd x || make":                           "cd acts on its shell",
		"cd x && make; ls":                       "cd acts on its shell",
		"cd x":                                   "cd acts on its shell",
		"! cd x && make":                         "cd acts on its shell",
		"make; export A=1":                       "it changes what its shell knows",
		"declare A=1; make":                      "it changes what its shell knows",
		"A=1; make $A":                           "it sets a variable",
		"for f in a b; do make $f; done":         "it sets a variable",
		"((i++)); make":                          "it sets a variable",
		"echo $((i = 1))":                        "it sets a variable",
		"echo ${A:=1}":                           "it sets a variable",
		"echo ${A:?gone}":                        "it may end its shell",
		"make; exit 1":                           "exit acts on its shell",
		"set -e; make":                           "set acts on its shell",
		"make; source x":                         "source acts on its shell",
		"alias a=b; make":                        "alias acts on its shell",
		"trap 'x' EXIT; make":                    "trap acts on its shell",
		"eval make":                              "eval acts on its shell",
		"exec make":                              "exec acts on its shell",
		"f() { make; }; f":                       "it defines a function",
		"ls | while read f; do :; done":          "read acts on its shell",
		"command -v go":                          "command acts on its shell",
		"which go; make":                         "which acts on its shell",
		"kill %1; make":                          "kill acts on its shell",
		"$CMD test":                              "what it runs is not known before",
		"echo $?; make":                          "it asks for the status of the line before",
		"echo $$":                                "it asks for the number of its shell",
		"(kill $$; make)":                        "it asks for the number of its shell",
		"ulimit -v 300000; make":                 "ulimit acts on its shell",
		"export -n A; echo $A":                   "it changes what its shell knows",
		"export A=(1 2); echo ${A[1]}":           "it changes what its shell knows",
		"export \"$A\" && make":                  "it changes what its shell knows",
		"echo $1":                                "it asks for what its shell knows",
		"echo $RANDOM":                           "it asks for what its shell knows",
		"echo ${!A}":                             "it asks for what its shell knows",
		"ls ~-":                                  "it asks for what its shell knows",
		"echo $A":                                "$A may be known to its shell only",
		"ls !(a)":                                "it depends on an option of its shell",
		"elide run -- make":                      "elide is in it already",
		"make | elide":                           "elide is in it already",
		"/x/elision-get 0123 | head":             "elide is in it already",
		"env A=1 elide-proxy -- x":               "elide is in it already",
		"vim x":                                  "vim talks to a person",
		"sudo make":                              "sudo talks to a person",
		"env vi x":                               "vi talks to a person",
		"make | less":                            "less talks to a person",
		"python3":                                "python3 talks to a person",
		"git rebase -i HEAD~2":                   "git talks to a person",
		"git add -p":                             "git talks to a person",
		"git commit":                             "git talks to a person",
		"docker exec -it box sh":                 "docker talks to a person",
		"ssh host":                               "ssh talks to a person",
		"npm init":                               "npm talks to a person",
		"git revert HEAD":                        "git talks to a person",
		"git tag -a v1":                          "git talks to a person",
		"git rebase --continue":                  "git talks to a person",
		"git config --global -e":                 "git talks to a person",
		"timeout -s KILL 5 vim x":                "vim talks to a person",
		"tail -f log":                            "tail goes on until it is ended",
		"tail -n 5 -F log | grep x":              "tail goes on until it is ended",
		"journalctl -fu nginx":                   "journalctl goes on until it is ended",
		"kubectl logs -f pod":                    "kubectl goes on until it is ended",
		"timeout 9 docker compose logs --follow": "docker goes on until it is ended",
		"npx tsc --watch":                        "npx goes on until it is ended",
		"cat x.go":                               "it shows a file, of which an edit may need the exact bytes",
		"cd x && sed -n 1,20p y.py":              "it shows a file, of which an edit may need the exact bytes",
		"git diff HEAD":                          "it is on the list of what is ignored",
		"cd x && /usr/bin/git diff":              "it is on the list of what is ignored",
		"FOO=1 nohup git diff | cat":             "it is on the list of what is ignored",
		"echo " + strings.Repeat("x", longest):   "it could not be read",
	} {
		got, why := Rewrite(line, Wrap{Elide: "elide", Ignore: []string{"git diff", " ", "x y z"}})
		if why != reason || got != line {
			t.Errorf("%.60q: %q, want %q; the line is %.80q", line, why, reason, got)
		}
	}
}

// TestWrap: what a host is known for lets more lines through, or fewer.
func TestWrap(t *testing.T) {
	has := func(names ...string) func(string) bool {
		return func(name string) bool { return strings.Contains(" "+strings.Join(names, " ")+" ", " "+name+" ") }
	}
	for _, c := range []struct {
		line string
		wrap Wrap
		why  string
	}{
		{"echo $(make)", Wrap{Substitutions: true}, ""},
		{"A=1; for f in a b; do make $f $A $B; done; cd x; exit 3", Wrap{Fresh: true}, ""},
		{"f() { go test; }; f", Wrap{Fresh: true, Known: has("go")}, ""},
		{"nvm use 22 && npm test", Wrap{Fresh: true, Known: has("npm")}, "there is no program nvm"},
		{"ll", Wrap{Known: has("ls")}, "there is no program ll"},
		{"./ll; echo; ls", Wrap{Known: has("ls")}, ""},
		{"ls", Wrap{Shell: "/usr/bin/fish"}, "its shell is none of bash, zsh, sh and dash"},
		{"ls", Wrap{Shell: "-zsh"}, ""},
		{"ls | while read f; do echo $f; done", Wrap{Shell: "/bin/bash"}, ""},
		{"ls | while read f; do echo $f; done", Wrap{Shell: "zsh"}, "read acts on its shell"},
		{"make &", Wrap{Fresh: true}, "it leaves a process in the background"},
		{"echo $-", Wrap{Fresh: true}, "it asks for what its shell knows"},
	} {
		if _, why := Rewrite(c.line, c.wrap); why != c.why {
			t.Errorf("%q, %+v: %q, want %q", c.line, c.wrap, why, c.why)
		}
	}
}

func TestExcluded(t *testing.T) {
	list := []string{"git diff", "mycmd"}
	for line, want := range map[string]bool{
		"make": false, "git log": false, "echo git diff": false, "cat git diff": false, "": false, "echo 'open": false, "vim x": false, "sudo make": false,
		"git diff HEAD": true, "cd x && 'git' \"diff\"": true, "echo $(mycmd)": true, "time mycmd -x": true,
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
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", "")
		got, rest, ok := unquote(Quote(text) + " rest")
		if !ok || got != text || rest != " rest" {
			t.Fatalf("%q: %q, %q, %v", text, got, rest, ok)
		}
	})
}

// FuzzRewrite: a line that is rewritten is the front of it, and one command
// that gets the rest as it stands, on the line on which it stood.
func FuzzRewrite(f *testing.F) {
	for _, line := range []string{"cd x && go test ./... | tee y", "A=1; echo 'it''s' $A", "cat <<E\nx\nE", "echo $(ls)", "f() { :; }", "cd a;cd b;c", "a\\\nb", "cd a\n\nb\nc"} {
		f.Add(line, true, false)
		f.Add(line, false, true)
	}
	f.Fuzz(func(t *testing.T, line string, fresh, substitutions bool) {
		w := Wrap{Elide: "/bin/elide", Fresh: fresh, Substitutions: substitutions}
		got, why := Rewrite(line, w)
		if why != "" {
			if got != line {
				t.Fatalf("%q is left alone, and changed to %q", line, got)
			}
			return
		}
		front, command, found := strings.Cut(got, "'/bin/elide' run ")
		_, quoted, _ := strings.Cut(command, " -c ")
		rest, after, ok := unquote(quoted)
		above := strings.Repeat("\n", strings.Count(front, "\n"))
		if !found || !ok || after != "" || !strings.HasPrefix(line, front) || rest != above+line[len(front):] {
			t.Fatalf("%q became %q", line, got)
		}
		if _, err := syntax.NewParser().Parse(strings.NewReader(got), ""); err != nil {
			t.Fatalf("%q became %q: %v", line, got, err)
		}
		if _, why := Rewrite(got, w); why == "" {
			t.Fatalf("%q is rewritten again", got)
		}
		Excluded(line, nil)
		Background(line)
	})
}

// BenchmarkRewrite is most of what a host waits for when it asks before a
// command.
func BenchmarkRewrite(b *testing.B) {
	for b.Loop() {
		Rewrite("cd sub && FOO=1 go test -run 'A|B' ./... 2>&1 | tail -40; echo \"exit $?\"", Wrap{Elide: "elide"})
	}
}
