package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// between returns what stands in a page after begin, up to end.
func between(t *testing.T, page, begin, end string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), begin)
	inside, _, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has nothing between %q and %q", page, begin, end)
	}
	return inside
}

// TestFrontEnd: the whole program of CONTRIBUTING.md builds, and reduces.
func TestFrontEnd(t *testing.T) {
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := between(t, "../CONTRIBUTING.md", "```go\n", "```\n")
	source = strings.ReplaceAll(source, `"elide.example/elide"`, `"`+strings.TrimSpace(string(out))+`"`)
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	input, err := os.Open("../testdata/corpus/pytest-fail-01/input")
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	run := exec.Command("go", "run", file)
	run.Stdin, run.Env = input, append(os.Environ(), "ELIDE_STORE="+filepath.Join(dir, "store"))
	if got, err := run.CombinedOutput(); err != nil || !strings.HasSuffix(string(got), " 61 lines, elision-get⟧\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestContributingNames: the files and tests that CONTRIBUTING.md names are there.
func TestContributingNames(t *testing.T) {
	page, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := exec.Command("git", "-C", "..", "grep", "-hoE", "^func Test[A-Za-z]+").Output()
	if err != nil {
		t.Skip("no git: ", err)
	}
	files := 0
	for _, found := range regexp.MustCompile("`([^` ]+)`").FindAllStringSubmatch(string(page), -1) {
		name := found[1]
		switch {
		case strings.HasPrefix(name, "Test"):
			if !strings.Contains(string(tests), "func "+name+"\n") {
				t.Errorf("no test %s", name)
			}
		case strings.Contains(name, "/") && !strings.Contains(name, "NAME") && !strings.Contains(name, "acme"):
			files++
			if _, err := os.Stat("../" + name); err != nil {
				t.Error(err)
			}
		}
	}
	if files < 20 {
		t.Errorf("only %d files", files)
	}
	table, err := os.ReadFile("../internal/reduce/reduce.go")
	if line := between(t, "../CONTRIBUTING.md", "runs of a configuration tool:\n\n    ", "\n"); err != nil || !strings.Contains(string(table), line) {
		t.Errorf("the reducers have no %s: %v", line, err)
	}
}
