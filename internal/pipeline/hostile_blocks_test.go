package pipeline

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"elide.example/elide/internal/shape"
)

// hostileBlock is a kind of block that nobody prints on purpose and that
// comes anyway. grow makes one of about n bytes.
type hostileBlock struct {
	name string
	grow func(n int) []byte
}

// line is one line of a text over and over.
func line(text string) func(int) []byte {
	return func(n int) []byte { return bytes.Repeat([]byte(text), n/len(text)+1) }
}

// framed is a text over and over, between a start and an end.
func framed(start, text, end string) func(int) []byte {
	return func(n int) []byte {
		return []byte(start + strings.Repeat(text, n/len(text)+1) + end)
	}
}

// numbered is a format over and over. Its verb is the number of the turn,
// which %[1]d may take more than once.
func numbered(start, format, end string) func(int) []byte {
	return func(n int) []byte {
		b := []byte(start)
		for i := 0; len(b) < n; i++ {
			b = fmt.Appendf(b, format, i)
		}
		return append(b, end...)
	}
}

// nested opens over and over and closes as often.
func nested(open, core, closing string) func(int) []byte {
	return func(n int) []byte {
		depth := n / (len(open) + len(closing))
		return []byte(strings.Repeat(open, depth) + core + strings.Repeat(closing, depth))
	}
}

// deeper is lines of growing indentation, to a depth at which it starts over.
func deeper(step, format string, depth int) func(int) []byte {
	return func(n int) []byte {
		var b []byte
		for i := 0; len(b) < n; i++ {
			b = append(b, strings.Repeat(step, i%depth)...)
			b = fmt.Appendf(b, format, i)
		}
		return b
	}
}

// words gives text that never repeats itself, from a fixed seed.
func words(n int, each func(b []byte, i int, word func() string) []byte) []byte {
	state := uint64(42)
	word := func() string {
		state = state*6364136223846793005 + 1442695040888963407
		return strconv.FormatUint(state>>20, 36)
	}
	var b []byte
	for i := 0; len(b) < n; i++ {
		b = each(b, i, word)
	}
	return b
}

func distinctTemplates(n int) []byte {
	return words(n, func(b []byte, i int, word func() string) []byte {
		b = fmt.Appendf(b, "2026-01-02 03:04:%02d.%03d INFO ", i%60, i%1000)
		for range 2 + i%7 {
			b = append(append(b, word()...), ' ')
		}
		return append(b, '\n')
	})
}

func distinctSchemas(n int) []byte {
	return words(n, func(b []byte, i int, word func() string) []byte {
		return fmt.Appendf(b, "{%q:1,%q:{%q:%d},\"id\":%d}\n", word(), word(), word(), i, i)
	})
}

func everyControl(n int) []byte {
	var b []byte
	for i := 0; len(b) < n; i++ {
		b = fmt.Appendf(b, "step %d ", i)
		if c := byte(i % 0x20); c != 0 { // a NUL early on makes a block binary
			b = append(b, c)
		}
		b = append(b, 0x7f, 0xc2, 0x80+byte(i%0x20))
		b = append(b, " done\n"...)
	}
	return b
}

// blanksBelow is a failed test with blank lines, and text behind them.
func blanksBelow(n int) []byte {
	passed := strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", n/160)
	return []byte(passed + "--- FAIL: TestX (0.00s)\n" + strings.Repeat("\n", n/2) + strings.Repeat("abc\n", n/16) + "FAIL\n")
}

// longList is a failed test with a long message, and a list that names it again and again.
func longList(n int) []byte {
	message := strings.Repeat("E a\n", n/8)
	list := strings.Repeat("FAILED t::x\n", n/24)
	return []byte("=== FAILURES ===\n_____ x _____\n\n" + message + "t:3: AssertionError\n=== short test summary info ===\n" + list + "=== 1 failed in 0.1s ===\n")
}

func manyColumns(rows int, sep string) func(int) []byte {
	return func(n int) []byte {
		columns := n / rows / 7
		var b []byte
		for r := range rows {
			for c := range columns {
				b = fmt.Appendf(b, "c%04d%s", (r*7+c)%10000, sep)
			}
			b = append(b, '\n')
		}
		return b
	}
}

const (
	forgedLine = "⟦12-80⟧ ⟦elided:0123456789ab⟧ ⟦3.17-90⟧ ⟦⟦1⟧⟧ ⟦elided:⟧\n"
	goTrace    = "goroutine %[1]d [chan receive]:\nmain.worker%[1]d(0xc000012345)\n\t/src/app/worker%[1]d.go:%[1]d +0x1d\n\n"
)

func hostileBlocks() []hostileBlock {
	all := append(longLines(), manyLines()...)
	all = append(all, openEnds()...)
	return append(all, manyFindings()...)
}

// longLines are single lines.
func longLines() []hostileBlock {
	return []hostileBlock{
		{"line of text", line("all work, and no play; ")},
		{"line of one letter", line("a")},
		{"line of blanks", line(" ")},
		{"line of JSON", framed(`[{"id":0}`, `,{"id":1,"name":"a \"b\" c","tags":["x","y"],"at":null}`, `]`)},
		{"line of JSON string", framed(`{"text":"`, `a line of \"text\"\n\tand é \u00e9 `, `"}`)},
		{"line of brackets", line("[")},
		{"line of braces", line("{")},
		{"line of parentheses", line("(")},
		{"line of angles", line("<")},
		{"line of quotes", line(`"`)},
		{"line of apostrophes", line(`'`)},
		{"line of backticks", line("`")},
		{"line of backslashes", line(`\`)},
		{"line of escapes", line("\x1b")},
		{"line of open control sequences", line("\x1b[")},
		{"line of colours", line("\x1b[31m")},
		{"line of titles", line("\x1b]0;")},
		{"line of returns", line("\r")},
		{"line of overwrites", line("\r 10% done")},
		{"line of backspaces", line("ab\b")},
		{"line of erases", line("abc\x1b[2K\x1b[1G")},
		{"line of tabs", line("\t")},
		{"line of continuation bytes", line("\x80")},
		{"line of commas", line(",")},
		{"line of colons", line(":")},
		{"line of slashes", line("/")},
		{"line of dashes", line("-")},
		{"line of equal signs", line("=")},
		{"line of hashes", line("#")},
		{"line of pipes", line("|")},
		{"line of dots", line(".")},
		{"line of digits", line("1234567890")},
		{"line of errors", line("error: ")},
		{"line of places", line("a.go:1:2: ")},
		{"line of times", line("2026-01-02T03:04:05Z ")},
		{"line of forged gaps", line("⟦1-2⟧")},
		{"line of forged markers", line("⟦elided:0123456789ab⟧")},
		{"line of open brackets of gaps", line("⟦")},
		{"nested arrays", nested("[", "1", "]")},
		{"nested objects", nested(`{"a":`, "1", "}")},
		{"nested both", nested(`[{"a":`, "1", "}]")},
		{"array of numbers", framed("[0", ",12345", "]")},
		{"array of strings", framed(`[""`, `,"abc"`, "]")},
		{"array of nulls", framed("[null", ",null", "]")},
		{"object of many keys", numbered("{", `"key%d":1,`, `"z":0}`)},
		{"source of stars in a line", framed("package p\n\nfunc f() {\n}\n", "a*", "\n")},
		{"source of escaped quotes in a line", framed("package p\n\nfunc f() {\n}\n\"", "\\\"", "\n")},
		{"places in a redrawn line", framed(strings.Repeat("src/a.go:7:func f() {\n", 40)+"\r\r\r", "a-1-", "\n")},
		{"elements in a redrawn line", framed("<?xml version=\"1.0\"?>\n<a>\n<b>\n<c>\n\r\r\r", "<kw>", "\n</c>\n</b>\n</a>\n")},
		{"qualifiers", framed("#include <a>\nint f() {\n}\nint ", "noexcept (x) ", " {\n}\n")},
		{"minified source", numbered("", "function f%[1]d(a){if(a){return g%[1]d(\"}\")}};", "")},
	}
}

// manyLines are blocks of many lines that are alike, or not at all.
func manyLines() []hostileBlock {
	return []hostileBlock{
		{"empty lines", line("\n")},
		{"empty lines, CRLF", line("\r\n")},
		{"returns and line ends", line("\r\r\n\n\r")},
		{"blanks", line("   \n")},
		{"one letter lines", line("x\n")},
		{"mixed line ends", line("one\ntwo\r\nthree\rfour\r\r\nfive\n\r")},
		{"distinct templates", distinctTemplates},
		{"distinct schemas", distinctSchemas},
		{"invalid UTF-8", line("caf\xe9 \xc3 \xe2\x82 \xff\xfe na\xefve\n")},
		{"control characters", everyControl},
		{"late NULs", framed(strings.Repeat("a line before the NULs\n", 500), "text \x00 and more \x00\x00\n", "")},
		{"forged gaps and markers", line(forgedLine)},
		{"forged marker in the midst", framed("", "a line\nanother one\n⟦elided:0123456789ab 12 lines⟧\n", "the end\n")},
		{"lines of parentheses", line(strings.Repeat("(", 200) + "\n")},
		{"lines of angles", line(strings.Repeat("<", 200) + "\n")},
		{"lines of quotes", line(strings.Repeat(`"'`, 100) + "\n")},
		{"lines of colours", line(strings.Repeat("\x1b[31m", 40) + "red\x1b[0m\n")},
		{"long lines of overwrites", line(strings.Repeat("\r[##   ] 40%", 150) + "\n")},
		{"pretty array of scalars", framed("[\n", "  12345,\n", "  0\n]\n")},
		{"pretty deep JSON", deeper(" ", "{\"k%d\": [\n", 60)},
		{"list of one failure", longList},
		{"removals among removals", numbered("", "  The following packages will be REMOVED: %d\n", "")},
		{"differences in a difference", framed("--- FAIL: TestX (0.00s)\n", "    Diff:\n", "FAIL\n")},
		{"records with one key", framed("[{\n", "\"severity\":2,\n", "\"ruleId\":0}]\n")},
		{"blank lines below a failure", blanksBelow},
		{"documents that don't close", framed("started: now\n", "{\n  \"a\": 1,\n", "ended: now\n")},
		{"documents that are none", framed("started: now\n", "{\n  \"a\": 1 1,\n", "ended: now\n}\n")},
		{"YAML to a depth", deeper("  ", "key%d:\n", 100)},
		{"tree to a depth", deeper("│   ", "├── name%d\n", 60)},
		{"Python to a depth", deeper("    ", "if x == %d:\n", 80)},
		{"braces to a depth", deeper("\t", "if (x == %d) {\n", 80)},
		{"CSV of many columns", manyColumns(12, ",")},
		{"TSV of many columns", manyColumns(12, "\t")},
		{"table of many columns", manyColumns(12, "  ")},
		{"Markdown table of many columns", manyColumns(12, " | ")},
		{"CSV with open quotes", numbered("id,name,note\n", "%d,\"name,\"\"note\n", "")},
		{"CSV of many rows", numbered("id,name,note\n", "%[1]d,name %[1]d,\n", "")},
		{"shell prompts", numbered("", "$ cmd --flag %d\nout\n", "")},
		{"headings", numbered("# Title\n\nSome text stands here, and more.\n\n", "## Part %d\n\nYou MUST read this.\n\n", "")},
		{"paths of a long head", numbered("", strings.Repeat("directory/", 90)+"f.go:%d: x := 1\n", "")},
		{"commits", numbered("", "commit %040x\nAuthor: A <a@b.c>\nDate:   Mon Jan 2 03:04:05 2026 +0000\n\n    a message\n\n", "")},
	}
}

// hostileAs are the shapes that some blocks are to have, whatever they look like.
var hostileAs = map[string]shape.Shape{
	"source of stars in a line":          shape.SourceBrace,
	"source of escaped quotes in a line": shape.SourceBrace,
	"removals among removals":            shape.BuildLog,
	"qualifiers":                         shape.SourceBrace,
	"list of one failure":                shape.TestLog,
	"differences in a difference":        shape.TestLog,
}

// openEnds are sources and texts in which something is opened and not closed.
func openEnds() []hostileBlock {
	goHead, cHead := "package p\n\nimport \"fmt\"\n\nfunc f() {\n", "#include <stdio.h>\n\nint main(void)\n{\n"
	body := "\tx := g(1, \"two\", 'c') // and more\n"
	return []hostileBlock{
		{"open comment", framed(goHead+"}\n\n/* ", body, "")},
		{"open comments", framed(goHead, "\t/* open \" ' ` \n", "")},
		{"open string", framed(cHead, "\tputs(\"open);\n", "")},
		{"open raw string", framed(goHead+"\ts := `", body, "")},
		{"open raw strings of Rust", framed("use std::fmt;\n\nfn main() {\n", "    let s = r####\"open;\n", "")},
		{"open raw strings of C++", framed(cHead, "\tauto s = R\"xyz(open\n", "")},
		{"open templates", framed("export function f() {\n", "  const s = `a ${b + `c ${\n", "")},
		{"open regular expressions", framed("export function f() {\n", "  const r = /[/\"'`]\n", "")},
		{"open docstring", framed("import os\n\ndef f():\n    \"\"\"", "    text ' and \" here\n", "")},
		{"open docstrings", framed("import os\n\n", "def f():\n    '''\n    x = \"\"\"\n", "")},
		{"open here documents", numbered("#!/bin/sh\nset -e\n", "cat <<EOF%d\n", "")},
		{"open begin", framed("require 'x'\n\nclass A\n", "=begin\n  def f\n", "")},
		{"open tags", framed("<!DOCTYPE html>\n<html>\n<body>\n", "<div><!-- <p class=\"\n", "")},
		{"open fence", framed("# Title\n\nText.\n\n```go\n", "x := 1\n", "")},
		{"fences", framed("# Title\n\nText.\n\n", "```\n~~~\n", "")},
		{"open quotes in JSON lines", line("{\"a\": \"b\n")},
		{"JSON cut short", framed("[\n", "  {\"a\": [1, {\"b\": \"c\"}]},\n", "  {\"a\": [1, {\"b")},
	}
}

// manyFindings are outputs in which something is told very often.
func manyFindings() []hostileBlock {
	diffHead := "diff --git a/f.go b/f.go\nindex 1234567..89abcde 100644\n--- a/f.go\n+++ b/f.go\n"
	return []hostileBlock{
		{"diff of hunks", numbered(diffHead, "@@ -%[1]d,2 +%[1]d,2 @@ func f()\n a\n-b%[1]d\n+c%[1]d\n", "")},
		{"diff of files", numbered("", "diff --git a/f%[1]d b/f%[1]d\n--- a/f%[1]d\n+++ b/f%[1]d\n@@ -1 +1 @@\n-a\n+b\n", "")},
		{"diff of one hunk", framed(diffHead+"@@ -1,99999 +1,99999 @@\n", "-old\n+new\n", "")},
		{"diff of long lines", framed(diffHead+"@@ -1,9 +1,9 @@\n", "+"+strings.Repeat("min;", 700)+"\n", "")},
		{"grep of paths", numbered("", "src/dir%[1]d/file%[1]d.go:%[1]d:\treturn value(%[1]d)\n", "")},
		{"grep of one path", numbered("", "src/file.go:%[1]d:\treturn value(%[1]d)\n", "")},
		{"log of levels", numbered("", "2026-01-02 03:04:05 LEVEL%[1]d [main] message %[1]d\n", "")},
		{"log of errors", numbered("", "2026-01-02 03:04:05 ERROR [main] failed to open f%[1]d: no such file\n", "")},
		{"log of traces", numbered("", "2026-01-02 03:04:05 ERROR x\njava.lang.E: %[1]d\n\tat a.b.C%[1]d.m(C.java:%[1]d)\n", "")},
		{"Python traceback", numbered("Traceback (most recent call last):\n", "  File \"/app/a%[1]d.py\", line %[1]d, in f\n    f(%[1]d)\n", "RecursionError: maximum recursion depth exceeded\n")},
		{"Java trace", numbered("Exception in thread \"main\" java.lang.StackOverflowError\n", "\tat com.acme.A%[1]d.run(A.java:%[1]d)\n", "")},
		{"causes", numbered("Exception in thread \"main\" java.lang.E: x\n", "\tat com.acme.A.run(A.java:%[1]d)\nCaused by: java.lang.E: %[1]d\n", "")},
		{"goroutines", numbered("panic: all asleep\n\n", goTrace, "exit status 2\n")},
		{"failures of go test", numbered("", "--- FAIL: Test%[1]d (0.00s)\n    a_test.go:%[1]d: got %[1]d, want 0\n", "FAIL\nFAIL\texample.com/a\t0.1s\n")},
		{"failures of pytest", numbered("=== FAILURES ===\n", "____ test_%[1]d ____\n\n    def test_%[1]d():\n>       assert f(%[1]d) == 0\nE       assert %[1]d == 0\n\na.py:%[1]d: AssertionError\n", "==== 9 failed in 1s ====\n")},
		{"failures of TAP", numbered("TAP version 13\n", "not ok %[1]d - case %[1]d\n  ---\n  message: got %[1]d\n  ...\n", "1..9\n")},
		{"failures of jest", numbered("FAIL src/a.test.js\n", "  ● suite › case %[1]d\n\n    expect(received).toBe(expected)\n\n    Expected: 0\n    Received: %[1]d\n\n      at f (src/a.test.js:%[1]d:3)\n\n", "Tests: 9 failed, 9 total\n")},
		{"failures of cargo test", numbered("running 9 tests\n", "test t%[1]d ... FAILED\n", "\nfailures:\n\ntest result: FAILED. 0 passed; 9 failed\n")},
		{"failures in JSON", numbered("", `{"Action":"fail","Package":"p","Test":"T%[1]d","Elapsed":0}`+"\n", "")},
		{"errors of a compiler", numbered("", "src/a%[1]d.c:%[1]d:5: error: 'x%[1]d' undeclared\n   %[1]d |     x = 1;\n      |     ^\n", "make: *** [a.o] Error 1\n")},
		{"errors all the same", framed("", "src/a.c:12:5: error: 'x' undeclared\n   12 |     x = 1;\n      |     ^\n", "make: *** [a.o] Error 1\n")},
		{"includes of a compiler", numbered("In file included from a.h:1,\n", "                 from a%[1]d.h:%[1]d,\n", "                 from a.c:1:\na.c:1:1: error: x\n")},
		{"warnings of a linter", numbered("", "\n/src/a%[1]d.js\n  %[1]d:3  warning  '%[1]d' is unused  no-unused-vars\n", "\n✖ 9 problems\n")},
		{"files of a listing", numbered("total 9\n", "-rw-r--r-- 1 root root %[1]d Jan  2 03:04 file%[1]d\n", "")},
		{"folders of a listing", numbered("", "./dir%[1]d:\ntotal 0\n-rw-r--r-- 1 root root 0 Jan  2 03:04 f\n\n", "")},
		{"values of two forms", numbered("", "%[1]d\nabc-%[1]d\n", "")},
		{"numbers among other lines", numbered("", "%[1]d\n- a.\n", "")},
		{"values of two forms in JSON", numbered("[\"\"", ",\"%[1]d\",\"abcdefgh-%[1]d 7\"", "]\n")},
		{"a key far from its list", func(n int) []byte {
			return []byte(`{"lines":` + strings.Repeat(" ", n/3) + `[""` + strings.Repeat(`,"a b"`, n/9) + "]}\n")
		}},
	}
}
