package render

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/shape"
)

// textOf renders the block with the units that keep names shown, by a view.
func textOf(t *testing.T, text string, view plan.View, keep func(line string) bool, head func(line string) int) string {
	t.Helper()
	b := block.New([]byte(text))
	places := reduce.Section(block.Section{Block: b, End: b.Len(), Shape: shape.JSONObject})
	var pieces []plan.Piece
	for i := range b.Len() {
		m := make([]mark.Mark, b.Len())
		line := string(b.Text(i))
		if keep(line) {
			m[i] = mark.Mark{Rank: mark.Critical, Head: uint16(head(line)), JSON: places[i].JSON}
		}
		pieces = append(pieces, one(b, i, m[i], view))
	}
	out, err := Text(nil, pieces, func(off, n int64) ([]byte, error) { return b.Bytes()[off : off+n], nil })
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func one(b *block.Block, i int, m mark.Mark, view plan.View) plan.Piece {
	first, last := b.Columns(i)
	return plan.Piece{
		Off: int64(b.Offset(i)), Len: int64(len(b.Raw(i))), Units: 1, Mark: m, View: view,
		First: plan.Place{Line: b.Line(i), Col: first}, Last: plan.Place{Line: b.Line(i), Col: last},
		StartsLine: b.StartsLine(i), EndsLine: b.EndsLine(i), Shown: m.Rank > mark.Bulk,
	}
}

func noHead(string) int { return 0 }

func untilColon(line string) int { return strings.IndexByte(line, ':') + 1 }

func contains(part string) func(string) bool {
	return func(line string) bool { return strings.Contains(line, part) }
}

func TestGapsNameWholeLines(t *testing.T) {
	got := textOf(t, "a\nb\nkeep\nc\nkeep\r\nd", plan.Resolved, contains("keep"), noHead)
	if want := "⟦1-2⟧\nkeep\n⟦4⟧\nkeep\r\n⟦6⟧\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestGapsNameBytesOfALongLine(t *testing.T) {
	line := strings.Repeat("filler, ", 100) + "keep this, " + strings.Repeat("filler, ", 100)
	got := textOf(t, "first\n"+line+"\nlast\n", plan.Resolved, contains("keep"), noHead)
	i := strings.Index(got, "⟦2.1-")
	j := strings.LastIndex(got, "⟦2.")
	if !strings.HasPrefix(got, "⟦1⟧\n") || i < 0 || j <= i || !strings.HasSuffix(got, "⟧⟦3⟧\n") && !strings.HasSuffix(got, "⟧\n⟦3⟧\n") {
		t.Errorf("%q", got)
	}
}

func TestPathIsNamedOnce(t *testing.T) {
	text := "a.go:1:keep one\na.go:2:no\na.go:3:keep two\nb.go:9:keep\nc.go:1:keep\nc.go:4:keep\n"
	got := textOf(t, text, plan.Resolved, contains("keep"), untilColon)
	want := "a.go:\n1:keep one\n⟦2⟧\n3:keep two\nb.go:9:keep\nc.go:\n1:keep\n4:keep\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJSONIsCompacted(t *testing.T) {
	text := "{\n  \"a\": \"x  y\",\n  \"hide\": 1,\n  \"b\": [\n    1,\n    2\n  ]\n}\n"
	all := textOf(t, text, plan.JSON, contains(""), noHead)
	if want := "{\"a\":\"x  y\",\"hide\":1,\"b\":[1,2]}\n"; all != want {
		t.Errorf("%q, want %q", all, want)
	}
	some := textOf(t, text, plan.JSON, func(l string) bool { return !strings.Contains(l, "hide") }, noHead)
	if want := "{\"a\":\"x  y\",⟦3⟧\"b\":[1,2]}\n"; some != want {
		t.Errorf("%q, want %q", some, want)
	}
}

func TestTerminalCodesAreResolved(t *testing.T) {
	got := textOf(t, "\x1b[31mkeep\x1b[0m\n10%\r50%\r100% keep\n", plan.Resolved, contains("keep"), noHead)
	if want := "keep\n100% keep\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	raw := "\x1b[31mkeep\x1b[0m\n10%\r50%\r100% keep\n"
	if got := textOf(t, raw, plan.Verbatim, contains("keep"), noHead); got != raw {
		t.Errorf("verbatim: %q, want %q", got, raw)
	}
}

func TestGapInsideAJSONString(t *testing.T) {
	long := strings.Repeat("a line of it that is long enough to be a segment of its own, or nearly so,  with blanks\\n", 20)
	text := "{\"text\": \"" + long + "keep  this\\n" + long + "\", \"n\": [1,  2]}\n"
	got := textOf(t, text, plan.JSON, func(l string) bool { return strings.Contains(l, "keep") || strings.Contains(l, "[1") }, noHead)
	if !strings.Contains(got, "keep  this") || !strings.Contains(got, "\"n\":[1,2]") {
		t.Errorf("%q", got)
	}
}
