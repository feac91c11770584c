//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// explained returns what --explain says of a block, by itself and as its
// difference from an earlier one.
func explained(t *testing.T, text []byte, asked explainFlag, opt pipeline.Options) string {
	t.Helper()
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opt.MinBytes = -1
	src := bytes.NewReader(text)
	res, err := pipeline.Reduce(context.Background(), src, opt, s)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	j := &job{explain: asked}
	if opt.Since != nil {
		j.since = opt.Since.Hash
	}
	j.explainTo(&out, explainer{src: src, opt: opt, res: res, name: "a file"})
	return out.String()
}

// checkScreen holds an explanation to what a terminal of 24 lines and 100
// columns shows, and to text that does nothing there.
func checkScreen(t *testing.T, id, text string, most int) {
	t.Helper()
	if n := strings.Count(text, "\n"); n > most || n == 0 {
		t.Errorf("%s: %d lines\n%s", id, n, text)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > screenWidth {
			t.Errorf("%s: %d columns: %s", id, n, line)
		}
		for _, r := range line {
			if !unicode.IsPrint(r) {
				t.Errorf("%s: %q in %q", id, r, line)
			}
		}
	}
}

func TestExplainIsOneScreen(t *testing.T) {
	inputs, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	for _, name := range inputs {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		id := filepath.Base(filepath.Dir(name))
		if !longtest.Some(id, 4) {
			continue
		}
		half := &pipeline.Earlier{Original: bytes.NewReader(text[:len(text)/2]), Hash: "0123456789ab"}
		checkScreen(t, id, explained(t, text, explainFlag{on: true}, pipeline.Options{Budget: 300, Since: half}), 24)
		checkScreen(t, id, explained(t, text, explainFlag{on: true}, pipeline.Options{}), 24)
	}
}

// What a block says does nothing to the terminal, whichever row quotes it.
func TestExplainIsQuiet(t *testing.T) {
	evil := "\x1b]0;title\x07 \x1b[2J\x9b31m \u202etxt\u2028 \x00\x08\r\xff\xfe \U000e0041 error: gone wrong"
	text := []byte(strings.Repeat("2026-01-02 03:04:05 INFO "+evil+"\n", 300) + "2026-01-02 03:04:05 ERROR " + evil + "\n" +
		strings.Repeat("plain "+evil+"\n", 5))
	for _, asked := range []explainFlag{{on: true}, {on: true, each: true}, {on: true, line: 1}, {on: true, line: 301}, {on: true, line: 303}} {
		checkScreen(t, asked.String(), explained(t, text, asked, pipeline.Options{}), 24)
	}
}

// For each line it says the fate that the text shows.
func TestExplainLineTellsItsFate(t *testing.T) {
	text := logLines(200)
	res := explained(t, text, explainFlag{on: true, line: 101}, pipeline.Options{})
	for _, want := range []string{"line     101 is kept: 2026-01-02 03:04:05 ERROR disk sda1 is full", "section  1-201, log", "rule     critical: head of a failure"} {
		if !strings.Contains(res, want) {
			t.Errorf("%q is missing in\n%s", want, res)
		}
	}
	for line, want := range map[int]string{
		50:  "what no rule keeps is hidden; it is in the gap ",
		900: "900: there is none",
	} {
		if res := explained(t, text, explainFlag{on: true, line: line}, pipeline.Options{}); !strings.Contains(res, want) {
			t.Errorf("%q is missing in\n%s", want, res)
		}
	}
	earlier := &pipeline.Earlier{Original: bytes.NewReader(text), Hash: "0123456789ab"}
	res = explained(t, append(text, "2026-01-02 03:09:05 ERROR disk sdb1 is full\n"...), explainFlag{on: true, line: 101}, pipeline.Options{Since: earlier})
	if want := "it is no news: 0123456789ab has it as line 101"; !strings.Contains(res, want) {
		t.Errorf("%q is missing in\n%s", want, res)
	}
	res = explained(t, text, explainFlag{on: true, line: 101}, pipeline.Options{Budget: 25})
	if want := "the limit was used up"; !strings.Contains(res, want) {
		t.Errorf("%q is missing in\n%s", want, res)
	}
}

func TestClipped(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdefg", 6, "abcde…"}, {"", 0, ""},
		{"テスト", 6, "テスト"}, {"テストx", 6, "テス…"}, {"aテスト", 6, "aテス…"},
	} {
		if got := clipped(c.text, c.columns); got != c.want {
			t.Errorf("clipped(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}
