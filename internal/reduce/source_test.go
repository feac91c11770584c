package reduce

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/outline"
	"elide.example/elide/internal/shape"
)

func TestSourceBraceSamples(t *testing.T)  { rankMarkedSamples(t, "sourcebrace", shape.SourceBrace) }
func TestSourceIndentSamples(t *testing.T) { rankMarkedSamples(t, "sourceindent", shape.SourceIndent) }
func TestProseSamples(t *testing.T)        { rankMarkedSamples(t, "prose", shape.Prose) }
func TestTableSamples(t *testing.T)        { rankMarkedSamples(t, "table", shape.Table) }
func TestListingSamples(t *testing.T)      { rankMarkedSamples(t, "listing", shape.Listing) }

// Which of the two shapes of source a file is taken for doesn't matter.
func TestSourceShapesAgree(t *testing.T) {
	for _, folder := range []string{"sourcebrace", "sourceindent"} {
		files, _ := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
		for _, file := range files {
			sample, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for line := range strings.Lines(string(sample)) {
				text.WriteString(line[min(1, len(line)-1):])
			}
			brace, indent := shownBy(t, shape.SourceBrace, text.String()), shownBy(t, shape.SourceIndent, text.String())
			if brace != indent {
				t.Errorf("%s: as source-brace\n%s\nas source-indent\n%s", file, brace, indent)
			}
		}
	}
}

// TestUntoldIsShown: source and prose of which the outline tells next to nothing are shown,
// if they aren't long.
func TestUntoldIsShown(t *testing.T) {
	inside := strings.Repeat("        total = total + price[day] * rate\n        days.append(total)\n", 50)
	words := strings.Repeat("what the till holds is counted by hand\n", 400)
	var parts strings.Builder
	for i := range 20 {
		fmt.Fprintf(&parts, "# Part %d\n\n%s\n", i, words[:len(words)/40])
	}
	for _, c := range []struct {
		shape shape.Shape
		text  string
		whole bool
	}{
		{shape.SourceIndent, inside, true},
		{shape.SourceBrace, inside, true},
		{shape.SourceIndent, "def a():\n" + inside + "def b():\n" + inside, true}, // 2 of 202 lines
		{shape.SourceIndent, strings.Repeat("def a():\n"+inside[:len(inside)/5], 5), false},
		{shape.SourceIndent, strings.Repeat(inside, 5), false}, // longer
		{shape.Prose, words, true},
		{shape.Prose, parts.String(), false},
	} {
		s := testSection(c.text)
		s.Shape = c.shape
		marks := make([]mark.Mark, s.Len())
		For(c.shape)(s, marks)
		hidden := 0
		for i, m := range marks {
			if m.Rank == mark.Bulk && len(s.Text(i)) > 0 {
				hidden++
			}
		}
		if (hidden == 0) != c.whole {
			t.Errorf("%v, %d lines: %d are hidden", c.shape, s.Len(), hidden)
		}
	}
}

// TestLongUntold: of what looks like source, is long and has no outline, the rows are shown that
// deviate, but few in all: it may be a report.
func TestLongUntold(t *testing.T) {
	var text strings.Builder
	for i := range 700 {
		grade := "A (3)"
		if i == 431 {
			grade = "E (35) !"
		}
		if i%10 == 0 {
			fmt.Fprintf(&text, "src/part_%c.py\n", 'a'+i/10%26)
		}
		fmt.Fprintf(&text, "    M %d:4 Path.step_%d - %s\n", 9*i, i, grade)
	}
	const deviates = 431 + 44
	for above, want := range map[string]bool{"": true, "def read(till):\n": false} { // what declares something is source
		s := testSection(above + text.String())
		s.Shape = shape.SourceIndent
		marks := make([]mark.Mark, s.Len())
		For(s.Shape)(s, marks)
		shown := 0
		for _, m := range marks {
			if m.Rank > mark.Bulk {
				shown++
			}
		}
		if m := marks[deviates+strings.Count(above, "\n")]; m.Rank > mark.Bulk != want || shown > 100 {
			t.Errorf("%q: %d of %d lines are shown, the one that deviates: %v", above, shown, s.Len(), m)
		}
	}
}

func textShapes() []shape.Shape {
	return []shape.Shape{shape.SourceBrace, shape.SourceIndent, shape.Prose, shape.Table, shape.Listing}
}

// TestTextReducersAreLinear gives the reducers what would take hours if a
// scanner looked for the same thing again and again.
func TestTextReducersAreLinear(t *testing.T) {
	longtest.Only(t)
	const size = 1 << 17
	for _, part := range []string{
		"{", "}", "(", "`", "`${", "/*", "\"\"\"", "'", "/[", "r#\"", "R\"a(", "x = {}", "<<<A A\n", "@\"\"", "<", "\n", "[", "|", ",\"", "--\n", "=\n", "a:\n", "# x\n",
		"a = 1\n", "- a\n", "<!--", "<h1>", "#if\n", "\x00\xff", "├── a\n", "commit 1234567 (", "NAME  X\n\n", "x y\n---\n", "`\n${", "def a(\n", "public:", "template <",
	} {
		text := strings.Repeat(part, size/len(part))
		for _, command := range []string{"", "cat x.php", "cat x.rs", "cat x.ts", "cat x.cs", "cat x.cpp", "cat x.py", "cat x.html", "cat x.swift"} {
			for _, sh := range textShapes() {
				if command != "" && sh != shape.SourceBrace {
					continue
				}
				s := testSection(text)
				s.Command, s.Shape = command, sh
				For(sh)(s, make([]mark.Mark, s.Len()))
			}
		}
	}
}

func FuzzTextReducers(f *testing.F) {
	for _, seed := range []string{
		"", "package a\nfunc b() {\n}\n", "a = `${b ? `{` : '}'}`\nclass A { b() {} }\n", "# a\n\nb\n===\n", "a,b\n\"1\n2\",3\n", "NAME  READY\nx     0/1\n",
		"[a]\nb = 1\n", "a:\n  b: |\n    c: d\n", "-rw-r--r-- 1 a b 1 x\n", "├── a\n", "commit 1234567 (tag: x)\n\n    b\n", "#if a\n}\n#else\n{\n#endif\n", "    1\tdef a():\n", "   00\t",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := testSection(string(data))
		for _, sh := range textShapes() {
			s.Shape = sh
			For(sh)(s, make([]mark.Mark, s.Len()))
		}
		for _, command := range []string{"cat x.php", "cat x.rs", "cat x.ts", "cat x.cs", "cat x.cpp", "cat x.css"} {
			s.Command, s.Shape = command, shape.SourceBrace
			outline.Source(s, make([]mark.Mark, s.Len()))
		}
	})
}

// Languages that are easily taken for others.
func TestSourceOfRareForms(t *testing.T) {
	body := strings.Repeat("    total = total + 1;\n", 12)
	for name, test := range map[string]struct {
		sh    shape.Shape
		text  string
		shown []string
	}{
		"C# with a namespace of the whole file": {shape.SourceBrace, "namespace Cart;\nusing Till;\npublic interface ITotal\n{\n    void Check();\n}\npublic sealed class Total : ITotal\n{\n" +
			strings.Repeat("    private readonly Coin[] _coins;\n", 9) + "    public void Check()\n    {\n" + body + "    }\n}\n", []string{"interface ITotal", "void Check();", "class Total", "public void Check()"}},
		"R": {shape.SourceIndent, "#' Adds coins\n#'\n#' @param x the coins\ntotal <- function(x) {\n" + body + "}\n\nprint.total <- function(x, ...) {\n" + body + "}\n", []string{"total <- function(x)", "print.total <- function"}},
		"TypeScript whose only types stand in functions": {shape.SourceBrace, "import { till } from './till';\n\ntest('total', () => {\n    type Coin = till.Input<typeof purse>;\n" + body + "});\n", []string{"type Coin ="}},
		"members whose names are keywords": {shape.SourceBrace, "export type Coin = string;\nexport interface Purse {\n    /** Joins two. */\n    with(\n        other: Purse\n    ): this;\n\n    /** Asks. */\n    function<T = Coin>(): T;\n}\n\nexport function total(all: Coin): number {\n" + body + "}\n",
			[]string{"    with(", "    function<T"}},
		"a declaration file that looks like a style": {shape.SourceBrace, "export namespace Purse {\n\texport interface Coins {\n" + strings.Repeat("\t\tpenny: Coin.Of<Copper>;\n\t\tpound: Metal;\n", 12) + "\t}\n}\n", []string{"namespace Purse", "interface Coins"}},
		"an object given to a symbol of a prototype": {shape.SourceBrace, "'use strict';\n\nconst internals = {};\n\ninternals.Base.prototype[Common.any] = {\n    version: 1,\n    total() {\n" + body + "    }\n};\n", []string{"prototype[Common.any]", "total()"}},
		"methods of Java with modifiers that begin statements elsewhere": {shape.SourceBrace, "package till;\n\npublic interface Purse<T> {\n    default <V> Purse<V> andThen(final Purse<V> after) {\n" + body + "    }\n    synchronized void close() {\n" + body + "    }\n    public void delete(final T coin) {\n" + body + "    }\n}\n",
			[]string{"default <V>", "synchronized void close", "void delete("}},
		"Kotlin with annotations before the constructor of a class": {shape.SourceBrace, "package till\n\nopen class Purse\n  @Throws(IOException::class)\n  constructor(\n    private val coins: Source,\n  ) : Closeable {\n    fun nextCoin(): Coin? {\n" + body + "    }\n\n    override fun create(call: Call): Coin = Penny(call)\n  }\n",
			[]string{"class Purse", "fun nextCoin()", "override fun create("}},
		"objects under numbers": {shape.SourceBrace, "'use strict'\n\nconst schema = {\n  response: {\n    200: {\n      type: 'object'\n    },\n    404: {\n      content: {\n        example: { a: 1 }\n      }\n    }\n  }\n}\n\nfunction total () {\n" + body + "}\n",
			[]string{"    200: {", "    404: {", "      content: {"}},
		"C++ aliases with attributes": {shape.SourceBrace, "#include <variant>\n\nnamespace till {\nusing coin TILL_INLINE\n    = std::variant<int, long>;\n\nint total() {\n" + body + "}\n}\n", []string{"using coin"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := shownBy(t, test.sh, test.text)
			wantShown(t, got, test.shown...)
			wantHidden(t, got, "total = total + 1;\n    total = total + 1;")
		})
	}
}

// A page is shown as its text, whatever code it quotes.
func TestPageThatQuotesSource(t *testing.T) {
	got := shownBy(t, shape.SourceBrace, "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<html>\n<title>Using it</title>\n<body>\n<h2>Example</h2>\n<pre>\n#include <stdio.h>\nint main(void)\n{\n"+
		strings.Repeat("    total = total + 1;\n", 900)+"}\n</pre>\n</body>\n</html>\n")
	wantShown(t, got, "<title>Using it", "<h2>Example", "int main(void)")
	if n := strings.Count(got, "total = "); n > 500 {
		t.Errorf("%d of 900 lines of its text are shown", n)
	}
}

// A header that is one long list of prototypes shows the first of each run; of a
// short one all are shown.
func TestLongListsOfPrototypes(t *testing.T) {
	header := func(n int) string {
		return "#include <stdio.h>\n\nstruct purse {\n\tint coins;\n\tint notes;\n};\n\n" + linesOf(n, func(i int) string { return fmt.Sprintf("int\t purse_count_%d(struct purse *, int);", i) })
	}
	wantShown(t, shownBy(t, shape.SourceBrace, header(20)), "struct purse {", "purse_count_0(", "purse_count_19(")
	long := shownBy(t, shape.SourceBrace, header(90))
	wantShown(t, long, "struct purse {", "purse_count_0(")
	wantHidden(t, long, "purse_count_50(")
}

// What a long line requires at its end counts.
func TestRequirementsInLongLines(t *testing.T) {
	text := "# Format\n\n" + strings.Repeat("Words that say little of it.\n\n", 40) + "channel | " + strings.Repeat("A pointer to the definition. ", 12) + "It MUST point to a channel.\n\n" + strings.Repeat("More words that say little.\n\n", 40) + "If\n~~~\n\nSome text.\n"
	wantShown(t, shownBy(t, shape.Prose, text), "channel | A pointer", "It MUST point", "If\n")
}

// A cell that is empty in one row of many, a number that sorts rows, and the kinds
// of files in an archive.
func TestDeviatingRows(t *testing.T) {
	csv := "id,port,fare,coins\n" + linesOf(200, func(i int) string {
		port, coins := []string{"South", "Cork", "Queens"}[i%3], 4
		switch {
		case i == 150:
			port = ""
		case i == 90:
			coins = 5
		case i%3 == 1:
			coins = 8
		}
		return fmt.Sprintf("%d,%s,%d,%d", i, port, i*i%97, coins)
	})
	got := shownBy(t, shape.Table, csv)
	wantShown(t, got, "id,port,fare", "150,,", "90,South")
	processes := "UID        PID  PPID STIME     TIME CMD\n" + linesOf(100, func(i int) string {
		stime, used := "09:00", "00:00:00"
		if i == 40 {
			stime, used = "09:31", "00:00:07"
		}
		return fmt.Sprintf("root     %5d     2 %s %s [worker/%d]", i*17%997+3, stime, used, i)
	})
	got = shownBy(t, shape.Table, processes)
	wantShown(t, got, "UID ")
	wantHidden(t, got, "[worker/40]") // when it started sorts no rows
	tar := linesOf(200, func(i int) string {
		mode := "-rw-r--r--"
		if i == 150 {
			mode = "lrwxrwxrwx"
		}
		return fmt.Sprintf("%s root/root %9d 2026-01-02 03:04 src/f%d.c", mode, i*7919, i)
	})
	got = shownBy(t, shape.Listing, tar)
	wantShown(t, got, "src/f150.c")
	wantHidden(t, got, "src/f90.c")
}
