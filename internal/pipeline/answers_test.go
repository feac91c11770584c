package pipeline

import (
	"fmt"
	"strings"
	"testing"
)

// TestAnswersAmongFiles: the answers of commands are shown that stand between the files that
// others print, with nothing that parts them: numbers, however many answer so, the rows of a
// list, and a search's few matches as they came.
func TestAnswersAmongFiles(t *testing.T) {
	settings := func(of int) string {
		var b strings.Builder
		for i := range 150 {
			fmt.Fprintf(&b, "Part%dOf%d:%8d kB\n", i, of, i*i*7919%100_000)
		}
		return b.String()
	}
	source := func(of int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "package part%d\n\n", of)
		for i := range 90 {
			fmt.Fprintf(&b, "// Take%d takes what part %d is made of.\nfunc Take%d(part *Part) error {\n\tif part == nil {\n\t\treturn nil\n\t}\n\treturn part.take(%d)\n}\n", i, of, i, i)
		}
		return b.String()
	}
	var list strings.Builder
	for i := range 18 {
		fmt.Fprintf(&list, "%7d src/shop/part_%c.py\n", i*i*37+36, 'a'+rune(i))
	}
	matches := "./shop.go:20:\tErrEmpty = errors.New(\"empty\")\n./shop.go:164:\tif err == ErrEmpty {\n./shop.go:220:\treturn ErrEmpty\n./till_test.go:7:\tt.Error(ErrEmpty)\n"
	for name, c := range map[string]struct{ text, answers string }{
		"numbers": {settings(1) + "0\n4096\n32768\n" + settings(2) + "292\n" + settings(3) + "17\n" + settings(4) + "0\n" + settings(5) + "1\n" + settings(6), "0\n4096\n32768\n292\n17\n1\n"},
		"rows":    {settings(1) + settings(2) + settings(3) + list.String() + "  12674 total\n232\n954\n", list.String() + "  12674 total\n232\n954\n"},
		"matches": {"== shop.go\n" + source(1) + "== callers\n" + matches + "v1.8.1\n", "== callers\n" + matches + "v1.8.1\n"},
	} {
		text := shownFrom(t, []byte(c.text))
		if 2*len(text) > len(c.text) {
			t.Errorf("%s: %d bytes of %d are shown", name, len(text), len(c.text))
		}
		shown := "\n" + text
		for line := range strings.Lines(c.answers) {
			if !strings.Contains(shown, "\n"+line) {
				t.Errorf("%s: hidden is %q", name, line)
			}
		}
	}
}
