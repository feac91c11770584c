package toolcall

import (
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	for line, want := range map[string]string{
		"":                                       "",
		"go test ./...":                          "go test ./...",
		"cd x && FOO=1 go test ./... | tee y":    "cd x; go test ./...",
		"timeout 10 env -u A B=2 make -j4; echo": "make -j4; echo",
		"bash -lc 'cd x; npm \"run\" test' | tail": "cd x; npm run test",
		"sh -c \"sh -c 'ls -l'\"":                  "ls -l",
		"echo $(git log) `ls`":                     "echo $(git log) `ls`",
		"(cd a; make) 2>&1 >out":                   "cd a; make",
		"cat <<X\nrm -rf /\nX\nls":                 "cat; ls",
		">out":                                     "",
		"if true; then pytest -q; fi":              "true; pytest -q",
		"elide run -- go vet":                      "go vet",
		strings.Repeat("sh -c ", 3) + "x":          "sh",
		"\"$RUN\" \"a b\"":                         "$RUN a b",
	} {
		var got []string
		for _, argv := range Commands(line) {
			got = append(got, strings.Join(argv, " "))
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("Commands(%q) = %q, want %q", line, text, want)
		}
	}
}

func FuzzCommands(f *testing.F) {
	f.Add("cd x && FOO=1 go test ./... | tee y")
	f.Add("eval \"eval 'a $(b)'\"")
	f.Fuzz(func(t *testing.T, line string) {
		for _, argv := range Commands(line) {
			if len(argv) == 0 {
				t.Fatalf("a command without words in %q", line)
			}
		}
	})
}
