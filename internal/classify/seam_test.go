package classify

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/shape"
)

// TestTurns: where one output ends and another begins the kinds of lines tell, with nothing between
// them; one output isn't cut where it goes on in another way.
func TestTurns(t *testing.T) {
	test := "=== RUN   TestA\n--- PASS: TestA (0.00s)\n" + strings.Repeat("=== RUN   TestB\n    got 1, want 2\n--- FAIL: TestB (0.00s)\n", 12) + "FAIL\nFAIL\texample.org/b\t0.01s\n"
	lint := strings.Repeat("src/a.py:3:1: E302 expected 2 blank lines, found 1\nsrc/b.py:9:7: F401 'os' imported but unused\n", 12) + "24 errors found\n"
	source := "package a\n\nimport \"fmt\"\n\n" + strings.Repeat("func f() {\n\tfor i := range 3 {\n\t\tfmt.Println(i)\n\t}\n}\n\n", 6)
	log := strings.Repeat("2026-11-03 10:00:00,123 INFO shop: order 12 is paid\n2026-11-03 10:00:01,456 WARN shop: slow\n", 12)
	columns := "PID     USER      RSS    COMMAND\n" + strings.Repeat("4312    app       1230   /usr/bin/shop\n77      root      880    /usr/sbin/cron\n", 9)
	history := strings.Repeat("commit 1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c\nAuthor: A <a@example.org>\nDate:   Tue Nov 3 10:00:00 2026 +0000\n\n    Mend it\n\n", 6)
	outputs := map[string]struct {
		text  string
		shape shape.Shape
	}{
		"test": {test, shape.TestLog}, "lint": {lint, shape.BuildLog}, "source": {source, shape.SourceBrace},
		"log": {log, shape.Log}, "columns": {columns, shape.Table}, "history": {history, shape.Log},
	}
	cut := func(text string) (shapes []shape.Shape, at []int) {
		for _, s := range Sections(block.New([]byte(text)), "") {
			shapes, at = append(shapes, s.Shape), append(at, s.Block.Line(s.First)-1)
		}
		return shapes, at
	}
	for _, pair := range []string{"test lint", "lint source", "source lint", "log test", "source log", "log source", "columns lint", "lint columns", "source columns", "log lint", "lint log", "source test", "test source", "test log", "lint history"} {
		above, below, _ := strings.Cut(pair, " ")
		a, b := outputs[above], outputs[below]
		shapes, at := cut(a.text + b.text)
		if want := strings.Count(a.text, "\n"); len(shapes) != 2 || shapes[0] != a.shape || shapes[1] != b.shape || at[1] < want-1 || at[1] > want+1 {
			t.Errorf("%s: %v at %d, of %d", pair, shapes, at, want)
		}
	}
	for name, text := range map[string]string{
		"a trace behind a log": log + "Traceback (most recent call last):\n" + strings.Repeat("  File \"a.py\", line 3, in f\n    f()\n", 9) + "ValueError: 1\n",
		"pytest's failures": strings.Repeat("tests/test_a.py::test_adds PASSED                       [ 10%]\n", 20) + "tests/test_a.py::test_takes FAILED                      [ 99%]\n\n=================================== FAILURES ===================================\n__________________________________ test_takes __________________________________\n\n" +
			strings.Repeat("    def price(x):\n        if x > 3:\n            return x * 2\n", 9) + ">       assert price(2) == 4\nE       assert 'Z93' == 'x'\n\ntests/test_a.py:67: AssertionError\n",
		"coverage behind tests":       test + "Name         Stmts   Miss  Cover\n" + strings.Repeat("src/a.py        12      3    75%\nsrc/b.py        30      0   100%\n", 9),
		"paths behind a build":        lint + strings.Repeat("build/a.o\nbuild/b.o\n", 9),
		"a licence above source":      "/*\n" + strings.Repeat(" * You may not use this file except in compliance with it.\n", 12) + " */\n" + source,
		"tests whose names are texts": "  till\n" + strings.Repeat("    adds what is put into it and says so\n    gives back what was asked for\n", 12) + "\n24 passing (31ms)\n",
	} {
		if shapes, at := cut(text); len(shapes) != 1 {
			t.Errorf("%s: %v at %d", name, shapes, at)
		}
	}
}
