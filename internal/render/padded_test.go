package render

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/shape"
	"pgregory.net/rapid"
)

// The law of padded text: every word stands, in its order; what stands before
// the first word and behind the padded part stands as it came.
func checkPadded(t rapid.TB, text string, n int) {
	t.Helper()
	got := string(appendPadded(nil, []byte(text), n))
	if !slices.Equal(words(got), words(text)) {
		t.Fatalf("the words of %q (%d) are not those of %q", got, n, text)
	}
	if indent(got) != indent(text) && strings.TrimLeft(text, " ") != "" {
		t.Fatalf("%q (%d) is indented as %q", text, n, got)
	}
	if !strings.HasSuffix(got, text[n:]) || len(got) > len(text) {
		t.Fatalf("%q (%d) became %q", text, n, got)
	}
}

// words cuts at blanks alone: no other character is one.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' })
}

func indent(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " "))] }

func TestPaddedKeepsWords(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([ ]{0,4}[ab|\t\x00é]{0,3}){0,8}`).Draw(t, "text")
		checkPadded(t, text, rapid.IntRange(0, len(text)).Draw(t, "padded"))
	})
}

// TestPaddedTables holds the law on the tables of the corpus.
func TestPaddedTables(t *testing.T) {
	inputs, _ := filepath.Glob("../../testdata/corpus/*/input")
	padded := 0
	for _, name := range inputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b := block.New(data)
		for _, s := range classify.Sections(b, "") {
			if s.Shape != shape.Table {
				continue
			}
			for i, m := range reduce.Section(s) {
				if m.Pad > 0 {
					padded++
					checkPadded(t, string(s.Text(i)), int(m.Pad))
				}
			}
		}
	}
	if padded == 0 {
		t.Error("no table has padded rows")
	}
}

func TestTablesAreSqueezed(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"aligned", `
NAME          READY   STATUS    AGE
web-6f7       1/1     Running   5m
worker-9c     0/1     Pending   12h
db-0          1/1     Running   3d
`, `
NAME READY STATUS AGE
web-6f7 1/1 Running 5m
worker-9c 0/1 Pending 12h
db-0 1/1 Running 3d
`},
		{"barred, with an empty cell and one of two words", `
 id |   name    | note
----+-----------+------
  1 | first one |
  2 | second    | x
 12 | third     | y
(3 rows)
`, `
 id | name | note
----+-----------+------
  1 | first one |
  2 | second | x
 12 | third | y
(3 rows)
`},
		{"free text in the last column", `
PID   USER     COMMAND
1     root     init  --quiet
22    daemon   run   all
333   root     sh
`, `
PID USER COMMAND
1 root init  --quiet
22 daemon run   all
333 root sh
`},
		{"an empty cell", `
NAME      PORT     STATE
web-1     80/tcp   up
worker              up
db-0      5432     up
`, ""},
		{"a title of two words", `
CONTAINER ID   IMAGE     NAMES
0123456789ab   nginx     web
89ab01234567   redis     cache
ab0123456789   redis     cache2
`, ""},
	}
	for _, tt := range tests {
		text := strings.TrimPrefix(tt.text, "\n")
		if tt.want == "" {
			tt.want = tt.text
		}
		b := block.New([]byte(text))
		marks := reduce.Section(block.Section{Block: b, End: b.Len(), Shape: shape.Table})
		for i := range marks {
			marks[i].Raise(mark.Sample, 0, mark.WhyFirst)
		}
		got := resolved(t, b, marks)
		if want := strings.TrimPrefix(tt.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, want)
		}
	}
}
