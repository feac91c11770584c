package terminal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

func TestAppendVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":           "plain\ttext\n",
		"\x1b[31mred\x1b[0m":      "^[[31mred^[[0m",
		"50%\r100%\r\n":           "50%^M100%^M\n",
		"a\x00\x07\x7f":           "a^@^G^?",
		"caf\xe9 ☕":               "caf<E9> ☕",
		"user\u202etxt.exe":       "user<U+202E>txt.exe",
		"\u009b31m":               "<U+009B>31m",
		"\ufffd":                  "\ufffd",
		"no\u00a0break\u200b\xff": "no<U+00A0>break<U+200B><FF>",
	} {
		if got := string(AppendVisible(nil, []byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// FuzzVisible: nothing in what is shown is acted on by a terminal, and text
// that may stand as it is does.
func FuzzVisible(f *testing.F) {
	f.Add([]byte("a\x1b]0;title\x07\xc3\x28é\u2028"))
	f.Fuzz(func(t *testing.T, text []byte) { checkVisible(t, text) })
}

func TestVisible(t *testing.T) {
	laws.Check(t, func(t *rapid.T) { checkVisible(t, rapid.SliceOf(rapid.Byte()).Draw(t, "text")) })
}

func checkVisible(t interface{ Fatalf(string, ...any) }, text []byte) {
	got := AppendVisible([]byte("head "), text)
	if !bytes.HasPrefix(got, []byte("head ")) || !utf8.Valid(got) {
		t.Fatalf("%q", got)
	}
	for _, r := range string(got) {
		if r != '\n' && r != '\t' && r != ' ' && !unicode.IsPrint(r) {
			t.Fatalf("%U in %q", r, got)
		}
	}
	if again := AppendVisible(nil, got); !bytes.Equal(again, got) {
		t.Fatalf("%q becomes %q", got, again)
	}
	if bytes.Count(got, []byte{'\n'}) != bytes.Count(text, []byte{'\n'}) {
		t.Fatalf("%q has other lines than %q", got, text)
	}
}

// TestNoTerminal: a file and a pipe are none, and get neither colour nor a
// pager.
func TestNoTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	env := func(name string) string {
		return map[string]string{"TERM": "xterm", "PAGER": "sed s/^/paged/"}[name]
	}
	if Is(file) || Columns(file) != 0 || Colour(file, env) || inForeground(file) || taken(file) {
		t.Error("a file is taken for a terminal")
	}
	failed := errors.New("failed")
	err = Page(file, env, func(w io.Writer) error {
		io.WriteString(w, "text\n")
		return failed
	})
	text, _ := os.ReadFile(file.Name())
	if err != failed || string(text) != "text\n" {
		t.Errorf("%v, %q", err, text)
	}
}

func TestDumb(t *testing.T) {
	for term, want := range map[string]bool{"": true, "dumb": true, "xterm-256color": false} {
		if got := dumb(func(string) string { return term }); got != want {
			t.Errorf("%q: %v", term, got)
		}
	}
}

func BenchmarkAppendVisible(b *testing.B) {
	text := []byte(strings.Repeat("2026-01-02 03:04:05 INFO request 17 served in 23 ms\n", 1000))
	b.SetBytes(int64(len(text)))
	var dst []byte
	for b.Loop() {
		dst = AppendVisible(dst[:0], text)
	}
}
