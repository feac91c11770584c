package classify

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
)

// TestReducerSamples classifies the samples that the reducers of test runs
// and of traces are tested with. They are short, with less to go by than a
// real output has, so a few may be taken for a neighbour whose reducer knows
// failures too.
func TestReducerSamples(t *testing.T) {
	for dir, want := range map[string]string{"testlog": "test-log", "stack": "stack"} {
		names, err := filepath.Glob("../reduce/testdata/" + dir + "/*.txt")
		if err != nil || len(names) == 0 {
			t.Fatalf("no samples of %s: %v", dir, err)
		}
		wrong := 0
		for _, name := range names {
			got := strings.Join(shapes(Sections(block.New(sample(t, name)), "")), " ")
			if got != want {
				wrong++
				t.Logf("%s: %s", filepath.Base(name), got)
			}
		}
		if wrong > len(names)/5 {
			t.Errorf("%s: %d of %d are taken for something else", want, wrong, len(names))
		}
	}
}

// sample reads a sample without the column that says what must be shown.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for text := range bytes.Lines(data) {
		out = append(out, text[1:]...)
	}
	return out
}
