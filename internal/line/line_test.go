package line

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// kinds are lines as tools print them, one or two for each kind that is told by more
// than its opening.
var kinds = []struct {
	text string
	want Kind
}{
	{"", Blank}, {" \t\r", Blank},
	{"--- FAIL: TestTotal (0.00s)", Result}, {"    --- PASS: TestTotal/one (0.00s)", Result}, {"12: [ RUN      ] Ring.Push", Result},
	{"==== short test summary info ====", Result}, {"Cart#test_adds = 0.01 s = .", Result}, {" 5/22 Test  #5: till ...   Passed", Result},
	{"3/41 adds  FAIL  0.02s  exit status 1", Result}, {"   Then 5 is left  # features/steps/till.py:11", Result}, {"adds one  3/60 ✓ adds one", Result},
	{"✓ adds one", MaybeResult}, {"❯ till.test.ts (3)", MaybeResult}, {"test_till.py::test_adds PASSED [ 3%]", MaybeResult}, {"test parse ... ok", MaybeResult}, {"..F...s.. [ 14%]", MaybeResult},
	{"src/A.hs:(43,1)-(147,55): Suggestion: Use camelCase", Finding}, {"a.c:3:5: error: no coin", Finding}, {"till/v1/coin.proto:54:1:Previously present RPC \"Pay\" was deleted.", Finding}, {"till.go:48:9:\treturn coin.(int)", Finding}, {"till.go:48:\treturn coin.(int)", Match}, {"a.c:3:5:", Match}, {"src/a.cs(3,5): error CS1002: ; expected", Finding}, {"  12:5  error  no coin", Finding}, {"no coin at till.pl line 3.", Finding}, {"no coin at src/till.js:3:9", Finding},
	{"    3 |     coin = 1;", Quoted}, {"      |     ^", Quoted},
	{"error: no coin", Message}, {"npm ERR! code 1", Message},
	{"Compiling till v0.1.0", Step}, {"[INFO] BUILD SUCCESS", Step}, {"#7 12.3 added 5 packages", Step},
	{"2026-01-02 03:04:05 INFO till opened", Record}, {"level=info msg=opened", Record}, {"[main] WARN  o.till.Coin - no coin", Record}, {"[main] WARN what is said - by the till", Sentence}, {"[main] Till o.till.Coin - no coin", Sentence}, {"WARNING:till.coins:no coin", Record}, {"1795838784: till opened on port 3", Record}, {"[1795838784] TILL ALERT: no coin", Record}, {"openat(AT_FDCWD, \"till\", O_RDONLY) = 3", Record},
	{"\tat org.example.Till.open(Till.java:3)", Frame}, {"  File \"till.py\", line 3, in open", Frame}, {"#3 0x00007f in main", Frame}, {"till.Coins(0x1, 0x2) called at till.pl line 3", Frame},
	{"panic: no coin", TraceHead}, {"Traceback (most recent call last):", TraceHead}, {"==1234== Invalid read of size 4", TraceHead},
	{"src/till.go:12:func Open() {", Match}, {"1795838784:coin = 3", Match}, {"src/till.go-13-\treturn nil", Around},
	{"diff --git a/till b/till", DiffHead}, {"@@ -1,2 +1,3 @@", DiffHunk}, {"+coin", DiffBody}, {" src/till.go | 12 ++--", Stat},
	{`{"level":"info","msg":"opened"}`, JSONRecord}, {`  "coin": 1,`, JSONField},
	{"package till", Brace}, {"#include <till.h>", Brace}, {"if coin is None:", Indented}, {"  end", Indented}, {"    if (coin)", Indented}, {"  till.coins -> till.cart (l.25)", Other}, {"def total(self):", Definition}, {"class _Till(", Definition},
	{"#!/bin/sh", Shebang}, {"# Till", Heading}, {"A till holds the coins of one cart alone", Sentence}, {"-rw-r--r-- 1 a a 12 Jan  2 03:04 till", Perms}, {"├── till.go", Path}, {"coins = 4", Setting},
	{"NAME    READY   STATUS", Columns}, {"│ till │ coin │", Columns}, {"┃ till ┃ coin ┃", Columns}, {"║ till ║ coin ║", Columns}, {"```go", Fence}, {"<till>", Tag}, {"commit 0123456789012345678901234567890123456789", Commit},
}

func TestKindOf(t *testing.T) {
	for _, c := range kinds {
		if got := See([]byte(c.text)).Kind; got != c.want {
			t.Errorf("%q is of kind %d, want %d", c.text, got, c.want)
		}
	}
}

func TestMarkOf(t *testing.T) {
	for text, want := range map[string]Mark{
		"##[group]Run make": Opens, "[Pipeline] }": Shuts, "#5 [1/2] RUN make": Opens, "#5 DONE 0.1s": Shuts, "$ make": dollar, "me@till:~$ make": User, "❯ make": glyph,
		"++ make": Traced, "+ actual - expected": NoMark, "> till@1.0.0 test": Script, "==> till <==": Titled, "make": NoMark,
	} {
		if got := MarkOf([]byte(text), []byte(text)); got != want {
			t.Errorf("%q is of mark %d, want %d", text, got, want)
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		text               string
		kinds              CountWord
		outcomes, mistakes int
	}{
		{"5 tests, 1 failed", Thing | outcome, 1, 0}, {"61 unit tests passed, 2 FAILED", Thing | outcome, 2, 0}, {"Failed: 3 failures", outcome, 1, 0},
		{"2 errors, 1 warning", outcome | mistake, 1, 2}, {"Found 12 software design suggestions", mistake, 0, 1}, {"assertion-error: 2.0.1", 0, 0, 0}, {"- Fix a file. {issue}`3449` {pr}`3482`", 0, 0, 0}, {"12 eggs", 0, 0, 0},
	} {
		if k, o, m := Counts([]byte(c.text)); k != c.kinds || o != c.outcomes || m != c.mistakes {
			t.Errorf("%q counts %d, %d outcomes and %d mistakes, want %d, %d and %d", c.text, k, o, m, c.kinds, c.outcomes, c.mistakes)
		}
	}
}

// TestSignsChangeNothing: a reader that passes over what needs a byte that the line
// hasn't says what one says that passes over nothing.
func TestSignsChangeNothing(t *testing.T) {
	lines := corpusLines(t)
	check := func(t interface{ Errorf(string, ...any) }, line []byte) {
		text := bytes.TrimRight(bytes.TrimLeft(line, " \t"), " \t\r")
		if len(text) == 0 {
			return
		}
		indent := len(line) - len(bytes.TrimLeft(line, " \t"))
		seen, whole := Seen{signs: scan.SignsOf(text)}, Seen{signs: ^scan.Signs(0)}
		if got, want := seen.kindOf(text, indent), whole.kindOf(text, indent); got != want {
			t.Errorf("%q is of kind %d by its signs %b, and of kind %d", line, got, scan.SignsOf(text), want)
		}
	}
	for _, line := range lines {
		check(t, line)
	}
	if t.Failed() {
		return
	}
	laws.Check(t, func(t *rapid.T) {
		line := bytes.Clone(rapid.SampledFrom(lines).Draw(t, "line"))
		other := rapid.SampledFrom(lines).Draw(t, "other")
		line = append(line[:rapid.IntRange(0, len(line)).Draw(t, "to")], other[rapid.IntRange(0, len(other)).Draw(t, "from"):]...)
		if len(line) > 0 {
			line[rapid.IntRange(0, len(line)-1).Draw(t, "at")] = rapid.SampledFrom([]byte(" \t:;/\\(=[|-+,.09#*@{\"'`~^_>sx\xe2\xc3")).Draw(t, "byte")
		}
		check(t, line)
	})
}

// TestSeenAnswers: what is kept of a line says of tests what the rules say.
func TestSeenAnswers(t *testing.T) {
	for _, line := range corpusLines(t) {
		seen := See(line)
		got, ok := seen.Test(scan.Trim(line))
		if h, found := rules.Find(rules.Test, scan.Trim(line)); h.Kind != got.Kind || h.From != got.From || h.Conds != got.Conds || ok != found {
			t.Fatalf("%q is seen as %v, and is %v", line, got, h)
		}
		if _, ok := scan.FindLocation(line); ok && !seen.MayPlace() {
			t.Fatalf("%q may name no place, and does", line)
		}
		if JobDate(line) > 0 && !seen.MayBeJobs() {
			t.Fatalf("%q may be no job's, and is", line)
		}
	}
	if size := unsafe.Sizeof(Seen{}); size > 12 {
		t.Errorf("%d bytes are kept of a line", size)
	}
}

// corpusLines are the lines of the committed corpus that stand nowhere before.
func corpusLines(t *testing.T) (lines [][]byte) {
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		t.Fatal("no corpus: ", err)
	}
	seen := map[string]bool{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if line = bytes.TrimSuffix(line, []byte{'\n'}); len(line) < 1024 && !seen[string(line)] && !scan.Blank(line) {
				seen[string(line)] = true
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// TestBarBehindATime: a bar behind a stamp is of what is quoted, and behind a job's name of
// what puts names there.
func TestBarBehindATime(t *testing.T) {
	for text, want := range map[string]int{
		"[2026-01-02T03:04:05.123Z]       |     ^": len("[2026-01-02T03:04:05.123Z] "),
		"[CI/Linux gcc-1  ]   |     ^":             len("[CI/Linux gcc-1  ]   | "),
		"unit    > text":                           len("unit    > "),
		"unit    $ make":                           len("unit    "),
	} {
		if _, n := PrefixOf([]byte(text)); n != want {
			t.Errorf("%q: %d bytes of prefix, not %d", text, n, want)
		}
	}
}
