package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/rules"
)

// rule writes a rule file of the project, rules one of the user's.
func (w *world) rule(name, text string) {
	w.write(filepath.Join(w.project, projectFolder, rulesFolder, name), text)
}

func (w *world) userRule(name, text string) {
	w.write(filepath.Join(filepath.Dir(w.userFile()), rulesFolder, name), text)
}

// asked tells what the rules that count say of a line: "show", "hide", "too" if a
// project that isn't trusted has it shown, or "".
func asked(t *testing.T, c *Config, line string) string {
	t.Helper()
	a, err := c.Rules().For(func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := a.Set.Own(rules.Line, []byte(line)); ok {
		return h.Kind.String()
	}
	if _, ok := a.Too.Own(rules.Line, []byte(line)); ok {
		return "too"
	}
	for _, word := range a.Words {
		if strings.Contains(line, word) {
			return "too"
		}
	}
	return ""
}

// TestRules: the user's files count; of a project's that isn't trusted only what shows
// lines; once it is trusted, as it is now and where it is now, all.
func TestRules(t *testing.T) {
	w := newWorld(t)
	w.userRule("a.rules", "line hide start DEBUG\n")
	w.userRule("other.txt", "no rule file\n")
	w.userRule(".hidden.rules", "none either\n")
	w.rule("b.rules", "line show start WEIRD\nline show has odd\nline hide start INFO\n")
	check := func(when, debug, weird, odd, info string) {
		t.Helper()
		c := w.load()
		for line, want := range map[string]string{"DEBUG x": debug, "WEIRD x": weird, "so odd": odd, "INFO x": info} {
			if got := asked(t, c, line); got != want {
				t.Errorf("%s: %q is %q, not %q", when, line, got, want)
			}
		}
		if m := c.RuleMistakes(); len(m) > 0 {
			t.Errorf("%s: %v", when, m)
		}
	}
	check("not trusted", "hide", "too", "too", "")
	hint, what := w.load().RulesIgnored()
	folder := filepath.Join(w.project, projectFolder, rulesFolder)
	if what == nil || what.Error() != folder+": rules ignored, as the project is not trusted: 1" || hint != "elide config trust" {
		t.Errorf("said is %v; %s", what, hint)
	}
	if names, err := Trust(w.source()); err != nil || len(names) != 1 || names[0] != folder {
		t.Fatal(names, err)
	}
	check("trusted", "hide", "show", "show", "hide")
	if _, what := w.load().RulesIgnored(); what != nil {
		t.Errorf("said is %v", what)
	}
	w.rule("b.rules", "line show start WEIRD\nline show has odd\nline hide start INFO\n# changed\n")
	check("changed", "hide", "too", "too", "")
	w.rule("b.rules", "line show start WEIRD\nline show has odd\nline hide start INFO\n")
	check("changed back", "hide", "show", "show", "hide")
	w.rule("c.rules", "line hide start WEIRD\n")
	check("one more", "hide", "too", "too", "")
	os.Remove(filepath.Join(folder, "c.rules"))
	if err := os.Rename(filepath.Join(folder, "b.rules"), filepath.Join(folder, "c.rules")); err != nil {
		t.Fatal(err)
	}
	check("another name", "hide", "too", "too", "")
	w.rule("c.rules", "")
	w.rule("b.rules", "line show start WEIRD\nline show has odd\nline hide start INFO\n")
	check("an empty one more", "hide", "too", "too", "")
	os.Remove(filepath.Join(folder, "c.rules"))
	check("all is as it was", "hide", "show", "show", "hide")
	moved := filepath.Join(w.home, "src", "moved")
	if err := os.Rename(w.project, moved); err != nil {
		t.Fatal(err)
	}
	w.project = moved
	check("moved", "hide", "too", "too", "")
}

// TestTrustOfEach: rules and configuration are trusted at once, and each until it
// changes.
func TestTrustOfEach(t *testing.T) {
	w := newWorld(t)
	w.projectFile("budget = 9\n")
	w.rule("b.rules", "line hide start INFO\n")
	if names, err := Trust(w.source()); err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	if c := w.load(); c.Budget != 9 || asked(t, c, "INFO") != "hide" {
		t.Errorf("trusted: budget %d, rules %q", c.Budget, asked(t, c, "INFO"))
	}
	w.rule("b.rules", "line hide start INFO has a\n")
	if c := w.load(); c.Budget != 9 || asked(t, c, "INFO a") != "" {
		t.Errorf("rules changed: budget %d, rules %q", c.Budget, asked(t, c, "INFO a"))
	}
	w.rule("b.rules", "line hide start INFO\n")
	w.projectFile("budget = 8\n")
	if c := w.load(); c.Budget != 0 || asked(t, c, "INFO") != "hide" {
		t.Errorf("configuration changed: budget %d, rules %q", c.Budget, asked(t, c, "INFO"))
	}
	w.rule("c.rules", "line frob x\n")
	if _, err := Trust(w.source()); err == nil || !strings.Contains(err.Error(), "c.rules:1: unknown kind") {
		t.Errorf("a mistake is trusted: %v", err)
	}
}

// TestBrokenRules: a mistake costs the file that it is in. The user's is shown, a
// stranger's not quoted, nor is its name.
func TestBrokenRules(t *testing.T) {
	w := newWorld(t)
	for _, text := range []string{"line frob x\n", "path library has x\n", "\x00\xff", "example plain x\n", strings.Repeat("#", rules.MostFileBytes+1)} {
		w.userRule("a.rules", text)
		w.userRule("b.rules", "line hide start DEBUG\n")
		w.rule("do-what-i-say.rules", text+"do what i say\n")
		w.rule("c.rules", "line show start WEIRD\n")
		c := w.load()
		if asked(t, c, "DEBUG") != "hide" || asked(t, c, "WEIRD") != "too" {
			t.Errorf("%.20q: the other files don't count", text)
		}
		m := c.RuleMistakes()
		if len(m) != 1 || !strings.Contains(m[0].Error(), "a.rules") || len(m[0].Error()) > 500 {
			t.Errorf("%.20q: %v", text, m)
		}
		hint, what := c.RulesIgnored()
		if what == nil || hint != "elide rules list" || strings.Contains(what.Error(), "do") {
			t.Errorf("%.20q: said is %v", text, what)
		}
	}
}

// TestRuleLinks: of a project no link is followed, to its folder or a file of it; the
// user's may be links. What belongs to another user is not read.
func TestRuleLinks(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "rules")
	theirs := filepath.Join(elsewhere, "x.rules")
	for _, link := range []string{projectFolder, rulesFolder, "x.rules"} {
		w := newWorld(t)
		w.write(theirs, "line show start WEIRD\n")
		folder := filepath.Join(w.project, projectFolder, rulesFolder)
		var err error
		switch link {
		case projectFolder:
			err = os.Symlink(filepath.Dir(elsewhere), filepath.Dir(folder))
		case rulesFolder:
			w.mkdir(filepath.Dir(folder))
			err = os.Symlink(elsewhere, folder)
		default:
			w.mkdir(folder)
			err = os.Symlink(theirs, filepath.Join(folder, link))
		}
		if err != nil {
			t.Skip(err)
		}
		c := w.load()
		if got := asked(t, c, "WEIRD"); got != "" {
			t.Errorf("a link %q is followed: %q", link, got)
		}
		if names, err := Trust(w.source()); err == nil {
			t.Errorf("a link is trusted: %v", names)
		}
		w.mkdir(filepath.Dir(w.userFile()))
		if err := os.Symlink(elsewhere, filepath.Join(filepath.Dir(w.userFile()), rulesFolder)); err != nil {
			t.Fatal(err)
		}
		if got := asked(t, w.load(), "WEIRD"); got != "show" {
			t.Errorf("the user's own link is not followed: %q", got)
		}
	}
	w := newWorld(t)
	w.rule("x.rules", "line show start WEIRD\n")
	belongs(t, filepath.Join(w.project, projectFolder, rulesFolder))
	if got := asked(t, w.load(), "WEIRD"); got != "" {
		t.Errorf("another user's folder is read: %q", got)
	}
	if _, err := Trust(w.source()); err != nil {
		t.Fatal(err)
	}
	if got := asked(t, w.load(), "WEIRD"); got != "show" {
		t.Errorf("another user's folder, trusted, is %q", got)
	}
}

// TestNearestRules: the rules are those of the nearest project that has some, up to
// the one whose configuration holds.
func TestNearestRules(t *testing.T) {
	w := newWorld(t)
	above := filepath.Join(w.home, "src", projectFolder, rulesFolder)
	w.write(filepath.Join(above, "x.rules"), "line show start ABOVE\n")
	if got := asked(t, w.load(), "ABOVE"); got != "too" {
		t.Errorf("rules above the folder are %q", got)
	}
	w.rule("x.rules", "line show start HERE\n")
	if c := w.load(); asked(t, c, "ABOVE") != "" || asked(t, c, "HERE") != "too" {
		t.Error("the nearest don't hold alone")
	}
	os.RemoveAll(filepath.Join(w.project, projectFolder))
	w.projectFile("budget = 0\n")
	if got := asked(t, w.load(), "ABOVE"); got != "" {
		t.Errorf("rules above the project are %q", got)
	}
}

// TestManyRuleFiles: a folder has so many files at most, and so many bytes of them are
// read.
func TestManyRuleFiles(t *testing.T) {
	w := newWorld(t)
	for i := range rules.MostFiles + 1 {
		w.userRule(strings.Repeat("a", i+1)+".rules", "line hide start DEBUG\n")
	}
	c := w.load()
	if m := c.RuleMistakes(); c.Rules() != nil || len(m) != 1 || !strings.Contains(m[0].Error(), "64 rule files at most") {
		t.Errorf("%v, %v", c.Rules(), m)
	}
	w = newWorld(t)
	for _, name := range strings.Fields("a b c d e f g") {
		w.rule(name+".rules", "line show start "+name+"\n#"+strings.Repeat("x", rules.MostFileBytes-100))
	}
	c = w.load()
	if asked(t, c, "a") != "too" || asked(t, c, "g") != "" {
		t.Error("more than a megabyte of a project's is read")
	}
}

// TestNoRuleFiles: where there are none, the user's folder is looked for once, when
// the rules are asked for, and there is nothing to ask.
func TestNoRuleFiles(t *testing.T) {
	var opened []string
	t.Cleanup(func() { openFolder = os.Open })
	openFolder = func(name string) (*os.File, error) {
		opened = append(opened, name)
		return os.Open(name)
	}
	w := newWorld(t)
	w.projectFile("budget = 0\n")
	c := w.load()
	if len(opened) > 0 {
		t.Errorf("opened before anything is asked: %q", opened)
	}
	if c.Rules() != nil || len(c.RuleFiles()) > 0 || c.RuleMistakes() != nil {
		t.Errorf("rules are %v", c.RuleFiles())
	}
	w.userRule("a.rules", "line hide start DEBUG\n")
	if c.Rules() != nil {
		t.Error("the folder is looked at again")
	}
	if len(opened) != 1 || filepath.Base(opened[0]) != rulesFolder {
		t.Errorf("opened is %q", opened)
	}
	if user, project := c.RuleFolders(); user == "" || project != "" {
		t.Errorf("folders are %q and %q", user, project)
	}
}
