package rules

import (
	"bytes"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// The committed table is the one that the families give.
func TestTableIsOfTheFamilies(t *testing.T) {
	want, err := Source(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if want, err = format.Source(want); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("table.go is not what the families give: run go generate ./internal/rules")
	}
}

// TestFind asks a few questions of the embedded rules.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		room Room
		text string
		want Kind
	}{
		{Path, "/home/me/go/pkg/mod/x.go", PathLibrary}, {Path, "internal/rules/x.go", None}, {Path, "node:fs", PathLibrary}, {Path, "", None}, {Path, "a", None},
		{Symbol, "java.lang.String", SymbolLibrary}, {Symbol, "tokio::run", SymbolPackage}, {Symbol, "jav", None}, {Symbol, "x.java.", None},
	} {
		h, ok := Find(c.room, []byte(c.text))
		if ok != (c.want != None) || h.Kind != c.want {
			t.Errorf("%s %q: %v %v", c.room, c.text, h, ok)
		}
	}
}

// Finding allocates nothing, whatever finds the rule.
func TestFindDoesNotAllocate(t *testing.T) {
	texts := [][]byte{[]byte("/home/me/go/pkg/mod/x.go"), []byte("java.lang.String"), []byte("nothing that any rule knows")}
	if n := testing.AllocsPerRun(100, func() {
		for _, text := range texts {
			for room := range roomsEnd {
				Find(room, text)
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// What is wrong in a file is said with its line, and what would be right.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"tests pass start a", `f.rules:1: unknown room "tests": a line begins with one of ` + strings.Join(roomNames[:], ", ") + `, or with example, command or #`},
		{"\n# x\npath mine has a", `f.rules:3: unknown kind "mine" of room path: it has library`},
		{"path library sure has a", `f.rules:1: sure stands in rules of the room test alone`},
		{"path library", `f.rules:1: the rule has no condition: start, end, is, has, word, last, margin, rule, under, over, then, before, not`},
		{"path library begins a", `f.rules:1: unknown condition "begins": it is one of start, end, is, has, word, last, margin, rule, under, over, then, before, not`},
		{"path library has", `f.rules:1: has needs what to look for, as in has "ok " | "not ok "`},
		{"path library has | then", `f.rules:1: a literal stands behind the bar; "then" is none unless it is in quotes`},
		{`path library has "a`, `f.rules:1: "a is not closed, or has an escape that Go's strings don't have`},
		{`path library has ""`, `f.rules:1: an empty literal stands everywhere`},
		{"path library has a a", `f.rules:1: "a" stands there twice`},
		{"path library start a start b", `f.rules:1: a text has one beginning: one start or is, with all that it may be`},
		{"path library end a is b", `f.rules:1: a text has one end: one end, last or is, with all that it may be`},
		{"path library word Abc", `f.rules:1: "Abc" is found in either case: write it in lower case`},
		{"path library is a then digit", `f.rules:1: nothing stands there: then belongs to start, has and word, before to end, last, has and word`},
		{"path library start a then", `f.rules:1: then needs what stands there: digit, digits, number, blank, blanks, letter, upper, lower, end or a literal in quotes`},
		{"path library not rule \"=\"", `f.rules:1: not stands before one of start, end, is, has, word, last, margin, under, over`},
		{"path library under x", `f.rules:1: under needs a number of bytes, as in under 60`},
		{"path library rule x", `f.rules:1: rule needs the bytes that it may be of, some of =-_*#~+, as in rule "=-"`},
		{"  has a", `f.rules:1: a line that begins with a blank goes on with a rule, and there is none before it`},
		{"path library has a\ncommand b", `f.rules:2: command stands once, at the head of the file`},
		{"example plain", `f.rules:1: example needs a shape and a title, as in example test-log "a run with one failure"`},
		{"example plain a\n+ b", `f.rules:1: the example has no end: a line that is "end" closes it`},
		{"example plain a\nb", `f.rules:2: an example's line begins with + (must be shown), - (must be hidden) or a blank (either), and its text a blank behind that: "b"`},
		{"example plain a\n-*x b", `f.rules:2: "x" is no count: -*40 repeats a line 40 times, and none is repeated more than 10000 times`},
	} {
		_, err := Parse("f.rules", c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n%v, want\n%s", c.text, err, c.want)
		}
	}
}

// A user's rules answer before the embedded ones, and only where their file's
// command is the one that ran.
func TestUsers(t *testing.T) {
	f, err := Parse("acme.rules", "command \"acme build\"\npath library has acme\ntest noise start \"--- FAIL:\"\n")
	if err != nil {
		t.Fatal(err)
	}
	var u Users
	if err := u.Add(f); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]bool{"acme build": true, "acme": false, "": false} {
		a, err := u.For(func(name string) bool { return name == command })
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := a.Set.Find(Path, []byte("lib/acme.c")); ok != want || a.Set.Has(Path) != want {
			t.Errorf("%q: %v", command, ok)
		}
		if _, ok := a.Set.Find(Path, []byte("/go/pkg/mod/")); !ok {
			t.Errorf("%q: the embedded rules are gone", command)
		}
	}
	var none *Users
	if a, err := none.For(nil); err != nil || a.Set != nil || a.Too != nil || !none.Empty() {
		t.Errorf("none are %v, %v", a, err)
	}
	if _, ok := (*Set)(nil).Find(Path, []byte("/go/pkg/mod/")); !ok {
		t.Error("no set is not the embedded one")
	}
}

// Nothing of the package is initialised at start: all that it has stands in the
// program as it is.
func TestNothingIsInitialised(t *testing.T) {
	longtest.Asked(t)
	program := filepath.Join(t.TempDir(), "elide")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/elide").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	symbols, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(symbols, []byte(" elide.example/elide/internal/rules.embedded")) {
		t.Fatal("the table is not in the program")
	}
	if bytes.Contains(symbols, []byte(" elide.example/elide/internal/rules.init")) {
		t.Error("the package has something to initialise: a variable that is no constant expression")
	}
}

// TestRollBackIsTrouble: a transaction that is taken back is trouble where a record says so.
func TestRollBackIsTrouble(t *testing.T) {
	for text, says := range map[string]bool{"ROLLBACK trx2": true, "the order was rolled back": true, "COMMIT trx2": false, "rollbacks: 0": false} {
		if SaysFailure([]byte(text), InRecord) != says {
			t.Errorf("%q says so: %v", text, !says)
		}
	}
}
