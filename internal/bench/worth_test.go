package bench

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"elide/internal/store"
)

const worthDoc = "../../docs/worth.md"

const worthHead = `# What lines are worth

Of each rank and reason that elide gives to lines ([reducers.md](reducers.md)): how many lines of testdata/corpus it gave them to, what those cost, and how
many were labelled as what a reader needs. A label for 1,000 tokens is worth showing where an output that lost one has to be fetched again. In brackets:
the same with one tool's outputs left out, the one without which it is least and the one without which it is most; where these are far apart, the
figure is that tool's. ` + "`elision-bench --worth DIR`" + ` makes the table of other cases, and ` + "`go test ./internal/bench -run WorthDoc -update`" + ` this one.

`

// TestWorthDoc holds the table in docs/worth.md to what elide makes of the corpus.
func TestWorthDoc(t *testing.T) {
	cases, err := Load(corpus, nil)
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Worths(context.Background(), cases, st)
	if err != nil {
		t.Fatal(err)
	}
	labels, bulk := 0, 0
	for _, r := range all {
		labels += r.Labels
		if r.Rank == "bulk" {
			bulk += r.Labels
		}
		if r.Least > r.Worth() || r.Most < r.Worth() {
			t.Errorf("%+v: without one tool", r)
		}
	}
	if labels < 1500 || bulk > labels/50 {
		t.Errorf("%d labels, %d of them hidden", labels, bulk)
	}
	var want bytes.Buffer
	want.WriteString(worthHead)
	if err := WriteWorths(&want, all); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(worthDoc, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(worthDoc)
	if err != nil || string(have) != want.String() {
		t.Errorf("%s is not what elide makes of the corpus today (%v); go test ./internal/bench -run WorthDoc -update\nfirst at: %s",
			worthDoc, err, firstDifference(string(have), want.String()))
	}
}

func TestWorthWithoutATool(t *testing.T) {
	r := reason(reasonKey{}, map[string]tally{"a": {1, 10, 1000, 2}, "b": {1, 10, 1000, 0}})
	if r.Worth() != 1 || r.Least != 0 || r.Most != 2 || r.Lines != 20 {
		t.Errorf("%+v", r)
	}
	var out strings.Builder
	if err := WriteWorths(&out, []Reason{r}); err != nil || !strings.HasSuffix(out.String(), "| 2 | 20 | 2000 | 2 | 1.00 (0.00 to 2.00) |\n") {
		t.Errorf("%s %v", out.String(), err)
	}
}
