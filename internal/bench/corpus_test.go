package bench

import (
	"os"
	"path/filepath"
	"testing"
)

const corpus = "../../testdata/corpus"

// TestCorpus holds the corpus to its own rules: it is not empty, it has what
// it must of every shape, every label stands in its input, and no file is
// larger than a checkout should carry.
func TestCorpus(t *testing.T) {
	cases, err := Load(corpus, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 80 {
		t.Errorf("%d cases", len(cases))
	}
	shapes, labels, size := map[string]int{}, 0, 0
	for _, c := range cases {
		shapes[c.Shape]++
		labels += c.Labels()
		size += len(c.Input)
		if len(c.Input) > 200_000 {
			t.Errorf("%s: %d bytes", c.ID, len(c.Input))
		}
		if c.LabelsFrom == "" || c.Command == "" {
			t.Errorf("%s: doesn't say what printed it or where its labels come from", c.ID)
		}
	}
	for _, sh := range []string{
		"json-array", "json-object", "json-lines", "test-log", "build-log", "log", "stack", "grep", "diff",
		"source", "prose", "table", "listing",
	} {
		if shapes[sh] == 0 {
			t.Errorf("no case of shape %s", sh)
		}
	}
	if labels < 1000 || size > 4<<20 {
		t.Errorf("%d labels, %d bytes", labels, size)
	}
}

// TestCorpusFiles: every folder is a case, so that none is left out unseen.
func TestCorpusFiles(t *testing.T) {
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		for _, name := range []string{"input", "case.json"} {
			if _, err := os.Stat(filepath.Join(corpus, e.Name(), name)); err != nil {
				t.Error(err)
			}
		}
	}
}
