//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/rulecheck"
	"elide.example/elide/internal/rules"
)

const rulesDoc = "../../docs/rules.md"

// TestRulesDoc walks the way of docs/rules.md: it runs its commands word for word,
// with the tool that stands there, and holds what they print to what stands below
// them.
func TestRulesDoc(t *testing.T) {
	longtest.Asked(t)
	page, err := os.ReadFile(rulesDoc)
	if err != nil {
		t.Fatal(err)
	}
	holdPage(t, rulesDoc, 9, newWalk(t, string(page)).run)
}

// walk is a home in which the page's commands run, and its tool.
type walk struct {
	t   *testing.T
	dir string
	env []string
}

func newWalk(t *testing.T, page string) *walk {
	_, script, found := strings.Cut(page, "```sh\n")
	script, _, ended := strings.Cut(script, "```\n")
	if !found || !ended {
		t.Fatal("the page has no tool")
	}
	w := &walk{t: t, dir: t.TempDir()}
	bin, home := filepath.Join(w.dir, "bin"), filepath.Join(w.dir, "home")
	for _, dir := range []string{bin, home} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(bin, "acme"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", bin+"/", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+home, "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=", "ELIDE_STORE=")
	return w
}

// run runs a command in the home and returns what it prints, with the home as ~.
func (w *walk) run(command string) string {
	w.t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = filepath.Join(w.dir, "home"), w.env
	out, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(command, "acme build") { // which fails
		w.t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return strings.ReplaceAll(string(out), cmd.Dir, "/home/me")
}

// checkShownFile checks the file that stands in the page as one.
func checkShownFile(t *testing.T, page string) {
	t.Helper()
	_, text, _ := strings.Cut(page, "## A file\n\n")
	text, _, found := strings.Cut(text, "\n\n- ")
	f, err := rules.ParseUser("rules.md", strings.ReplaceAll("\n"+text, "\n    ", "\n")+"\n")
	if err != nil || !found || len(f.Rules) < 3 || len(f.Examples) != 1 {
		t.Fatal(f, err)
	}
	c, err := rulecheck.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if wrong, err := c.User(f); err != nil || len(wrong) > 0 {
		t.Error(wrong, err)
	}
}

// TestRulesTable: each rule of the page's table finds what it is said to find, and not
// what it isn't.
func TestRulesTable(t *testing.T) {
	page, err := os.ReadFile(rulesDoc)
	if err != nil {
		t.Fatal(err)
	}
	checkShownFile(t, string(page))
	ops := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) != 4 || !strings.Contains(cells[1], "`line ") {
			continue
		}
		code := func(cell string) string {
			return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(cell), "`"), "`")
		}
		f, err := rules.ParseUser("rules.md", code(cells[1]))
		if err != nil {
			t.Fatal(err)
		}
		set, err := rules.Compile(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range map[int]bool{2: true, 3: false} {
			if _, ok := set.Own(rules.Line, []byte(code(cells[i]))); ok != want {
				t.Errorf("%s finds %q: %v", code(cells[1]), code(cells[i]), ok)
			}
		}
		for _, word := range strings.Fields(code(cells[1])) {
			ops[word] = true
		}
	}
	for _, op := range strings.Fields("start end is has word then before not margin under over rule") {
		if !ops[op] {
			t.Errorf("no example of %s", op)
		}
	}
	for _, room := range rules.UserRooms() {
		for _, kind := range rules.Kinds(room) {
			if !strings.Contains(string(page), "| `"+room.String()+" "+kind.String()+"` |") {
				t.Errorf("%s %s is not listed", room, kind)
			}
		}
	}
}
