package bench

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

var update = flag.Bool("update", false, "rewrite the excerpts in docs/reducers.md")

const reducersDoc = "../../docs/reducers.md"

// An excerpt stands between these lines. The first one says of which case,
// which lines of the input, and which lines of the output are shown; the
// output's last line, the marker, always is.
const (
	excerptOpen  = "<!-- excerpt %s: input %d-%d, output %d-%d -->"
	excerptClose = "<!-- end of excerpt -->"
)

// TestReducersDoc holds the excerpts in docs/reducers.md to what elide makes
// of the corpus today. With -update it rewrites them, and nothing else.
func TestReducersDoc(t *testing.T) {
	have, err := os.ReadFile(reducersDoc)
	if err != nil {
		t.Fatal(err)
	}
	want := regenerate(t, string(have))
	if want == string(have) {
		return
	}
	if !*update {
		t.Errorf("the excerpts in %s are not what elide prints today; go test ./internal/bench -run ReducersDoc -update rewrites them\nfirst at: %s",
			reducersDoc, firstDifference(string(have), want))
		return
	}
	if err := os.WriteFile(reducersDoc, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReducersDocNamesAllShapes: every shape has its chapter, with an excerpt
// that was taken for that shape. Binary is never reduced, and no case of the
// corpus is plain as a whole.
func TestReducersDocNamesAllShapes(t *testing.T) {
	doc, err := os.ReadFile(reducersDoc)
	if err != nil {
		t.Fatal(err)
	}
	chapters := map[string]string{}
	for _, chapter := range strings.Split(string(doc), "\n## ")[1:] {
		title, text, _ := strings.Cut(chapter, "\n")
		for _, name := range strings.Split(title, ", ") {
			chapters[strings.Trim(name, "`")] = text
		}
	}
	for _, sh := range shape.All() {
		text, ok := chapters[sh.String()]
		if !ok {
			t.Errorf("no chapter on %s", sh)
		} else if sh != shape.Binary && sh != shape.Plain && !strings.Contains(text, excerptClose) {
			t.Errorf("no excerpt for %s", sh)
		}
	}
	for name, text := range chapters {
		_, rest, ok := strings.Cut(text, "<!-- excerpt ")
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(rest, ":")
		if got := reduced(t, id).Shape.String(); text != chapters[got] {
			t.Errorf("the excerpt in the chapter on %s is of a block taken for %s", name, got)
		}
	}
}

// regenerate returns the document with its excerpts made anew.
func regenerate(t *testing.T, doc string) string {
	t.Helper()
	var out strings.Builder
	excerpts := 0
	for doc != "" {
		l, rest, _ := strings.Cut(doc, "\n")
		doc = rest
		out.WriteString(l + "\n")
		var e excerpt
		if !strings.HasPrefix(l, "<!-- excerpt ") {
			continue
		}
		// Sscanf's %s would take the colon along.
		if _, err := fmt.Sscanf(strings.Replace(l, ":", " :", 1), strings.Replace(excerptOpen, ":", " :", 1), &e.id, &e.inFirst, &e.inLast, &e.outFirst, &e.outLast); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		_, rest, ok := strings.Cut(doc, excerptClose+"\n")
		if !ok {
			t.Fatalf("no end of the excerpt of %s", e.id)
		}
		out.WriteString(e.text(t) + excerptClose + "\n")
		doc = rest
		excerpts++
	}
	if excerpts == 0 {
		t.Fatal("no excerpts in ", reducersDoc)
	}
	return out.String()
}

// excerpt is a case and the lines of its input and output that are shown.
type excerpt struct {
	id                                 string
	inFirst, inLast, outFirst, outLast int
}

func (e excerpt) text(t *testing.T) string {
	t.Helper()
	input, err := os.ReadFile(filepath.Join(corpus, e.id, "input"))
	if err != nil {
		t.Fatal(err)
	}
	output := reduced(t, e.id).Text
	in, out := splitLines(input), splitLines(output)
	e.inLast, e.outLast = min(e.inLast, len(in)), min(e.outLast, len(out)-1)
	e.inFirst, e.outFirst = max(min(e.inFirst, e.inLast), 1), max(min(e.outFirst, e.outLast), 1)
	if e.inLast-e.inFirst+1 > excerptLines || e.outLast-e.outFirst+3 > excerptLines {
		t.Fatalf("%s: an excerpt has at most %d lines of input, and %d of output with the last", e.id, excerptLines, excerptLines)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`: %d lines, %d bytes; lines %d to %d of them:\n\n", e.id, len(in), len(input), e.inFirst, e.inLast)
	writeBlock(&b, in[e.inFirst-1:e.inLast])
	fmt.Fprintf(&b, "\nReduced to %d lines, %d bytes; ", len(out), len(output))
	if e.outFirst == 1 && e.outLast == len(out)-1 {
		b.WriteString("all of them:\n\n")
		writeBlock(&b, out)
		return b.String()
	}
	fmt.Fprintf(&b, "lines %d to %d of them, and the last:\n\n", e.outFirst, e.outLast)
	shown := append([]string{}, out[e.outFirst-1:e.outLast]...)
	if e.outLast < len(out)-1 {
		shown = append(shown, "…")
	}
	writeBlock(&b, append(shown, out[len(out)-1]))
	return b.String()
}

// reduced reduces the input of a case.
func reduced(t *testing.T, id string) pipeline.Result {
	t.Helper()
	input, err := os.ReadFile(filepath.Join(corpus, id, "input"))
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := pipeline.Reduce(context.Background(), bytes.NewReader(input), pipeline.Options{}, st)
	if err != nil {
		t.Fatal(err)
	}
	if !res.Reduced {
		t.Fatalf("%s, an excerpt, passes through: %s", id, res.Reason)
	}
	return res
}

func splitLines(text []byte) []string {
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// pageWidth is how many characters of a line a page shows, excerptLines how
// many lines of a page an excerpt may take.
const (
	pageWidth    = 112
	excerptLines = 25
)

// writeBlock writes the lines as code. One too long for the page goes on
// below, indented, if there are few, and ends in an ellipsis in any case.
func writeBlock(b *strings.Builder, lines []string) {
	each := max(excerptLines/len(lines), 1)
	b.WriteString("````text\n")
	for _, l := range lines {
		rest, indent := []rune(visible(l)), ""
		for n := 1; len(rest) > pageWidth && n < each; n++ {
			b.WriteString(indent + string(rest[:pageWidth]) + "\n")
			rest, indent = rest[pageWidth:], "    "
		}
		if len(rest) > pageWidth {
			rest = append(rest[:pageWidth:pageWidth], '…')
		}
		b.WriteString(strings.TrimRight(indent+string(rest), " ") + "\n")
	}
	b.WriteString("````\n")
}

// visible gives a line without its end, and pictures for what is no text.
func visible(line string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' {
			return '␀' + r
		}
		return r
	}, strings.ToValidUTF8(strings.TrimRight(line, " \r"), "�"))
}

func firstDifference(have, want string) string {
	h, w := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range min(len(h), len(w)) {
		if h[i] != w[i] {
			return fmt.Sprintf("line %d\nhas   %s\nwants %s", i+1, h[i], w[i])
		}
	}
	return "its end"
}
