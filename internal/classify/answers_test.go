package classify

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
)

// TestEchoes: what the parts of a command say that they print by themselves.
func TestEchoes(t *testing.T) {
	for _, c := range []struct {
		command, text string
		is            bool
	}{
		{`echo "== $f"`, "== a/b.go", true},
		{`echo "== $f"`, "=== a/b.go", false},
		{`for f in *.go; do echo "----- $f -----"; cat "$f"; done`, "----- a.go -----", true},
		{`./ok.sh; git rev-parse --git-dir; echo https://shop.example/4711`, "https://shop.example/4711", true},
		{`make && echo 'built well' || echo "exit=$?"`, "exit=2", true},
		{`printf '== %s\n' "$x"; cat "$x"`, "== till", true},
		{`printf '\n### status\n'`, "### status", true},
		{`echo -e "one\ntwo"`, "two", true},
		{`echo a\ b`, "a b", true},
		{`echo "== Prüfung $n"`, "== Prüfung 2", true},
		{`echo "$(date) done"`, "Mon Nov 23 done", true},
		{`echo hidden > file; ls`, "hidden", true}, // it may be printed elsewhere; no line is lost by that
		{`echo quiet | grep x`, "quiet", false},
		{`grep -r "echo hello" .`, "hello", false},
		{`echo $?`, "1", false},
		{`echo "unfinished`, "unfinished", true},
	} {
		found := false
		for _, e := range echoes(c.command) {
			found = found || e.is([]byte(c.text))
		}
		if found != c.is {
			t.Errorf("%s: prints %q: %v", c.command, c.text, found)
		}
	}
}

func TestTitles(t *testing.T) {
	body := strings.Repeat("some words that a command printed, one of many\n", 30)
	ports := strings.Repeat("\ntcp 0 128 127.0.0.1:31443 open", 300)
	for _, c := range []struct {
		head func(i int) string
		n    int
		cut  bool
	}{
		{func(i int) string { return fmt.Sprintf("== src/f%d.go", i) }, 3, true},
		{func(i int) string { return fmt.Sprintf("----- f%d.yml", i) }, 2, true},
		{func(i int) string { return []string{"=== status ===", "=== log ===", "=== diff ==="}[i] }, 3, true},
		{func(i int) string {
			return []string{"== GET /", "== GET /a", "== GET /b", "== GET /c", "== error.log", "== access.log"}[i]
		}, 6, true},
		{func(i int) string { return []string{"--- why", "--- top level", "--- lock"}[i] }, 3, true},
		{func(i int) string {
			return []string{"*** web ok\n=== [api] api --check -f a.conf", "*** api FAILED (1)\n=== [db] dbd -t"}[i]
		}, 2, true},
		{func(i int) string { return []string{"## listening", "## with CA", "## cert"}[i] + ports }, 3, true},
		{func(i int) string {
			return []string{"##### -O2 ./part", "##### ./part --all", "##### $ part"}[i] + ports
		}, 3, true},
		{func(i int) string { return []string{"-- ./part", "-- -x part"}[i] }, 2, false}, // a runner's, or a comment of SQL
		{func(i int) string {
			return []string{"\n## Listening\n", "\n## With CA\n", "\n## Certificates\n"}[i] + ports
		}, 3, false}, // a page's
		{func(i int) string {
			return []string{"## sums", "## lists"}[i] + strings.Repeat("\ndef f(a):\n    return a", 60)
		}, 2, false}, // a script's
		{func(i int) string { return fmt.Sprintf("== [models/m%d.sql] FAIL", i) }, 3, false}, // a linter's
		{func(i int) string { return "=== status ===" }, 3, false},                           // the same again
		{func(i int) string { return fmt.Sprintf("=== RUN   TestA%d", i) }, 3, false},        // a runner's
		{func(i int) string { return fmt.Sprintf("=== EHA   thing%d", i) }, 9, false},        // and one's that isn't known
		{func(i int) string { return fmt.Sprintf("____ TestA.test_%d ____", i) }, 3, false},
		{func(i int) string { return fmt.Sprintf("### f%d.md", i) }, 3, false}, // of a page
		{func(i int) string { return fmt.Sprintf("--- a/f%d.go\n+++ b/f%d.go", i, i) }, 3, false},
	} {
		var text strings.Builder
		for i := range c.n {
			text.WriteString(c.head(i) + "\n" + body)
		}
		cutter := newCutter(block.New([]byte(text.String())), "")
		titled := 0
		for _, m := range cutter.marks {
			if m != 0 {
				titled++
			}
		}
		if want := map[bool]int{true: c.n}[c.cut]; titled != want {
			t.Errorf("%s: %d titles, want %d", c.head(0), titled, want)
		}
	}
}

// TestFewCuts: whatever alternates, cutting it takes bounded work.
func TestFewCuts(t *testing.T) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "-rw-r--r-- 1 dev dev %d Nov 23 16:41 a%d\n-rw-r--r-- 1 dev dev 1 Nov 23 16:41 b\n-rw-r--r-- 1 dev dev 1 Nov 23 16:41 c\n", i, i)
		text.WriteString(strings.Repeat("[section]\nkey = value\nother = 3\n", 8))
	}
	c := newCutter(block.New([]byte(text.String())), "")
	c.cut()
	if c.cuts > cutsMost {
		t.Errorf("%d cuts", c.cuts)
	}
}

// TestTiles: however answers, lists and blanks stand, the sections tile the block.
func TestTiles(t *testing.T) {
	pieces := []string{
		"\n\n", "v1.2.3\n", "-rw-r--r-- 1 dev dev 1 Nov 23 16:41 a\n-rw-r--r-- 1 dev dev 1 Nov 23 16:41 b\n-rw-r--r-- 1 dev dev 1 Nov 23 16:41 c\n",
		"a.go:1: one\na.go:2: two\nb.go:3: three\n", strings.Repeat("[section]\nkey = value\n\n", 9), strings.Repeat("package a\n\nfunc f() {\n\treturn\n}\n", 5),
		strings.Repeat("--- PASS: TestA (0.00s)\n", 12), "== a.go\n", "214\nmain\n", strings.Repeat("a sentence that says something of what was done\n", 40),
	}
	for i := range 4000 {
		var text strings.Builder
		for n := i; n > 0; n /= len(pieces) {
			text.WriteString(pieces[n%len(pieces)])
		}
		b := block.New([]byte(text.String()))
		next := 0
		for _, s := range Sections(b, "") {
			if s.First != next || s.End <= s.First {
				t.Fatalf("%d: a section from %d to %d behind unit %d", i, s.First, s.End, next)
			}
			next = s.End
		}
		if next != b.Len() {
			t.Fatalf("%d: the sections end at %d of %d", i, next, b.Len())
		}
	}
}
