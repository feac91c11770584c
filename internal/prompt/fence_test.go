package prompt

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// TestFindFenced: which blocks there are, and what stands in them. A + is a block that
// can be replaced, a - one that can't.
func TestFindFenced(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "a\n```go test\nx\n\ny\n```\nb\n", "+go test|x\n\ny\n"},
		{"tildes", "~~~\n```\nx\n~~~\n", "+|```\nx\n"},
		{"no info with backticks", "``` a`b\nx\n```\ny\n", "-|y\n"},
		{"tildes may have them", "~~~ a`b\nx\n~~~\n", "+a`b|x\n"},
		{"two signs are none", "``\nx\n``\n", ""},
		{"a longer one holds shorter", "````md\n```\nx\n```\n````\n", "+md|```\nx\n```\n"},
		{"closed by a longer one", "```\nx\n`````  \n", "+|x\n"},
		{"not closed by other signs", "```\nx\n~~~\n```\n", "+|x\n~~~\n"},
		{"not closed with an info", "```\nx\n``` go\n```\n", "+|x\n``` go\n"},
		{"never closed", "a\n```\nx\n", "-|x\n"},
		{"empty", "```\n```\n", "+|"},
		{"no line end at the end", "```\nx\n```", "+|x\n"},
		{"CRLF", "```go\r\nx\r\n```\r\n", "+go|x\r\n"},
		{"indented", "   ```\n   x\n     y\n  ```\n", "+|x\n  y\n"},
		{"indented, its text not", "  ```\nx\n  y\n  ```\n", "+|x\n  y\n"},
		{"indented too far", "    ```\n    x\n    ```\n", ""},
		{"in a list", "- a\n\n  ```go\n  x\n\n    y\n  ```\n", "+go|x\n\n  y\n"},
		{"at the head of an item", "1. ```\n   x\n   ```\n", "+|x\n"},
		{"deep in lists", "10. a\n    - b\n      ~~~ c\n      x\n      ~~~\n", "+c|x\n"},
		{"an item's end ends it", "- ```\n  x\n```\ny\n", "-|  x\n\n-|y\n"},
		{"a rule is no item", "* * *\n  ```\n  x\n  ```\n", "+|x\n"},
		{"in a quote", "> ```\n> x\n>\n>  y\n> ```\n", "+|x\n\n y\n"},
		{"in a quote, written in two ways", "> ```\n> x\n>y\n> ```\n", "-|> x\n>y\n"},
		{"in a quote in a list", "- > ```\n  > x\n  > ```\n", "+|x\n"},
		{"a quote's end ends it", "> ```\n> x\n\n```\ny\n```\n", "-|> x\n\n+|y\n"},
		{"tabs inside", "```\n\tx\n```\n", "+|\tx\n"},
		{"a tab for indentation", "- ```\n\tx\n  ```\n", "-|\tx\n"},
		{"a number in a paragraph is no item", "a\n2. ```\n   x\n   ```\n", "-|"},
		{"in a step behind a step", "1. Run it:\n2. ```\n   x\n   ```\nwords\n```\ny\n```\n", "+|x\n\n+|y\n"},
		{"in a step behind a heading", "Title\n===\n2. ```\n   x\n   ```\nwords\n", "+|x\n"},
		{"in a step behind an underlined text", "a\n-\n2. ```\n   x\n   ```\n", "+|x\n"},
		{"no heading", "a\n#b\n2. ```\nx\n", ""},
		{"in an item of which a line is not indented", "10. a\nb\n    ```\n    x\n    ```\nwords\n", "+|x\n"},
		{"behind an empty item", "-\n\n  ```\nx\n  ```\n", "+|x\n"},
		{"behind an item with a tab", "-\ta\n\n  ```\nx\n```\nwords\n", "+|x\n"},
		{"in a list indented by tabs", "1.\ta\n\n\t```\n\tx\n\n\t\ty\n\t```\n", "+|x\n\n\ty\n"},
		{"half a tab before the fence that closes", ">\t```\n>\tx\n>\t```\nwords\n```\ny\n```\n", "-|>\tx\n\n+|y\n"},
		{"two", "```\nx\n```\n```\ny\n```\n", "+|x\n\n+|y\n"},
	} {
		var got []string
		for _, b := range findFenced([]byte(c.text)) {
			sign := "-"
			if b.whole {
				sign = "+"
			}
			got = append(got, fmt.Sprintf("%s%s|%s", sign, b.info, b.content))
		}
		if got := strings.Join(got, "\n"); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

func TestReplaceFenced(t *testing.T) {
	for _, c := range []struct{ text, content, want string }{
		{"a\n```\nx\n```\nb", "1\n\n2\n", "a\n```\n1\n\n2\n```\nb"},
		{"- ```\n  x\n  ```\n", "1\n\n 2\n", "- ```\n  1\n\n   2\n  ```\n"},
		{"> > ~~~\n> > x\n> > ~~~\n", "1\n\n", "> > ~~~\n> > 1\n> >\n> > ~~~\n"},
		{"```\nx\n```\n", "no line end", ""},
		{"```\nx\n```\n", "1\n  ````  \n2\n", ""},
		{"````\nx\n````\n", "1\n```\n", "````\n1\n```\n````\n"},
		{"```\nx\n", "1\n", ""},
		{"1.\ta\n\n\t```\n\tx\n\t```\n", "1\n\n2\n", "1.\ta\n\n\t```\n\t1\n\n\t2\n\t```\n"},
		{"> ```\n> x\n> ```\n", "1\n\t```\n2\n", ""},
		{">```\n>x\n>```\n", "1\n\n2\n", ">```\n>1\n>\n>2\n>```\n"},
		{">```\n>x\n>```\n", "1\n\t2\n", ""},
		{"- > ```\n  > x\n  > ```\n", "\n\n", ""},
	} {
		blocks := findFenced([]byte(c.text))
		got := replaceFenced(nil, []byte(c.text), blocks, [][]byte{[]byte(c.content)})
		if c.want == "" {
			c.want = c.text
		}
		if string(got) != c.want {
			t.Errorf("%q with %q: %q", c.text, c.content, got)
		}
	}
}

// markdown draws a text of the pieces that matter.
func markdown(t *rapid.T) []byte {
	piece := rapid.SampledFrom([]string{"```", "````", "~~~", "```go", "~~~~ x", "text", "", "1. ", "2) ", "- ", "-\t", "* ", "> ", ">", "  ", "    ", "* * *", "===", "# h", "`", "\t", "\r", "é", "\x00"})
	end := rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"})
	var b bytes.Buffer
	for range rapid.IntRange(0, 14).Draw(t, "lines") {
		b.WriteString(strings.Join(rapid.SliceOfN(piece, 0, 3).Draw(t, "line"), ""))
		b.WriteString(end.Draw(t, "end"))
	}
	b.WriteString(piece.Draw(t, "last"))
	return b.Bytes()
}

// TestReplacingFenced: outside of the blocks nothing changes, and the blocks are the
// same ones afterwards, with the new contents.
func TestReplacingFenced(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := markdown(t)
		blocks := findFenced(text)
		contents := make([][]byte, len(blocks))
		for i := range contents {
			if rapid.Bool().Draw(t, "new") {
				contents[i] = append(markdown(t), '\n')
			}
		}
		checkReplaced(t, text, blocks, contents)
	})
}

// fatal is what a check fails.
type fatal interface {
	Fatalf(format string, args ...any)
}

func checkReplaced(t fatal, text []byte, blocks []fenced, contents [][]byte) {
	out := replaceFenced(nil, text, blocks, contents)
	now := findFenced(out)
	if len(now) != len(blocks) {
		t.Fatalf("%d blocks of\n%q\nbecame %d in\n%q", len(blocks), text, len(now), out)
	}
	at, outAt := 0, 0
	for i, b := range blocks {
		if !bytes.Equal(text[at:b.start], out[outAt:now[i].start]) {
			t.Fatalf("before block %d of\n%q\nis other text in\n%q", i, text, out)
		}
		at, outAt = b.end, now[i].end
		want := b.content
		if contents[i] != nil && b.holds(contents[i]) {
			want = contents[i]
		}
		if !bytes.Equal(unblanked(now[i].content), unblanked(want)) || now[i].info != b.info || now[i].whole != b.whole {
			t.Fatalf("block %d of\n%q\nis %q in\n%q\nnot %q", i, text, now[i].content, out, want)
		}
	}
	if !bytes.Equal(text[at:], out[outAt:]) {
		t.Fatalf("behind the blocks of\n%q\nis other text in\n%q", text, out)
	}
}

// unblanked drops the blanks at the start of blank lines, which a container may
// take for its own, and of those that all lines have in common.
func unblanked(content []byte) []byte {
	var out []byte
	for line := range bytes.Lines(content) {
		out = append(out, bytes.TrimLeft(line, " ")...)
	}
	return out
}

func FuzzReplaceFenced(f *testing.F) {
	f.Add("a\n```\nx\n```\n", "y\n")
	f.Add("- > ~~~\n  > x\n  > ~~~\n", "```\n")
	f.Fuzz(func(t *testing.T, text, content string) {
		blocks := findFenced([]byte(text))
		contents := make([][]byte, len(blocks))
		for i := range contents {
			contents[i] = []byte(content)
		}
		checkReplaced(t, []byte(text), blocks, contents)
	})
}

func BenchmarkFindFenced(b *testing.B) {
	text := []byte(strings.Repeat("Some text of a prompt, and a list:\n- a\n- b\n\n```go test\n"+strings.Repeat("=== RUN TestOne\n", 200)+"```\n", 100))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		findFenced(text)
	}
}
