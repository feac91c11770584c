package reduce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide/internal/shape"
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

func textShapes() []shape.Shape {
	return []shape.Shape{shape.SourceBrace, shape.SourceIndent, shape.Prose, shape.Table, shape.Listing}
}

// TestTextReducersAreLinear gives the reducers what would take hours if a
// scanner looked for the same thing again and again.
func TestTextReducersAreLinear(t *testing.T) {
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
				For(sh)(s, make([]Mark, s.Len()))
			}
		}
	}
}

func FuzzTextReducers(f *testing.F) {
	for _, seed := range []string{
		"package a\nfunc b() {\n}\n", "a = `${b ? `{` : '}'}`\nclass A { b() {} }\n", "# a\n\nb\n===\n", "a,b\n\"1\n2\",3\n", "NAME  READY\nx     0/1\n",
		"[a]\nb = 1\n", "a:\n  b: |\n    c: d\n", "-rw-r--r-- 1 a b 1 x\n", "├── a\n", "commit 1234567 (tag: x)\n\n    b\n", "#if a\n}\n#else\n{\n#endif\n", "    1\tdef a():\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := testSection(string(data))
		for _, sh := range textShapes() {
			s.Shape = sh
			For(sh)(s, make([]Mark, s.Len()))
		}
		for _, command := range []string{"cat x.php", "cat x.rs", "cat x.ts", "cat x.cs", "cat x.cpp", "cat x.css"} {
			s.Command, s.Shape = command, shape.SourceBrace
			sourceBrace(s, make([]Mark, s.Len()))
		}
	})
}
