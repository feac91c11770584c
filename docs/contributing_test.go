package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
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
	longtest.Asked(t)
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := between(t, "../CONTRIBUTING.md", "```go\n// Command clip", "```\n")
	source = strings.ReplaceAll("// Command clip"+source, `"elide.example/elide"`, `"`+strings.TrimSpace(string(out))+`"`)
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

// TestLook: the reducer of CONTRIBUTING.md builds in its place, with its line in the
// table, and leaves what the page says.
func TestLook(t *testing.T) {
	longtest.Only(t) // it compiles what depends on the reducers once more
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../internal/reduce/reduce.go")
	if err != nil {
		t.Fatal(err)
	}
	above := between(t, "../CONTRIBUTING.md", "runs of a configuration tool:\n\n    ", "\n")
	line := between(t, "../CONTRIBUTING.md", "and above `IsPlaybook` the line\n\n    ", "\n")
	look := "package formats\n" + between(t, "../CONTRIBUTING.md", "```go\npackage formats\n", "```\n")
	if module, err := exec.Command("go", "list", "-m").Output(); err == nil {
		look = strings.ReplaceAll(look, `"elide.example/elide/`, `"`+strings.TrimSpace(string(module))+"/")
	}
	dir := t.TempDir()
	at := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	places, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(root, "internal/reduce/formats/acme.go"): at("look", look),
		filepath.Join(root, "internal/reduce/reduce.go"):       at("table", strings.Replace(string(table), above, line+"\n\t"+above, 1)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	var hosts strings.Builder
	for i := range 400 {
		became := "deployed in 3 s"
		if i == 17 || i == 63 {
			became = "no answer to the health check after 30 s"
		}
		fmt.Fprintf(&hosts, "host web-%d: %s\n", i+1, became)
	}
	hosts.WriteString("400 hosts, 2 not deployed\n")
	run := exec.Command("go", "run", "-overlay", at("overlay", string(places)), "../cmd/elide", at("hosts", hosts.String()))
	run.Env = append(os.Environ(), "ELIDE_STORE="+filepath.Join(dir, "store"), "XDG_CONFIG_HOME="+dir)
	out, err := run.CombinedOutput()
	got := strings.Split(string(out), "\n")
	want := []string{"host web-1: deployed in 3 s", "⟦2-17⟧", "host web-18: no answer to the health check after 30 s", "⟦19-63⟧",
		"host web-64: no answer to the health check after 30 s", "⟦65-399⟧", "host web-400: deployed in 3 s", "400 hosts, 2 not deployed"}
	if err != nil || len(got) != len(want)+2 || !slices.Equal(got[:len(want)], want) {
		t.Errorf("%v\n%s", err, out)
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
