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
