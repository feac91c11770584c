package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"elide.example/elide/internal/store"
	"elide.example/elide/internal/worth"
)

const worthDoc = "../../docs/worth.md"

const worthHead = `# What lines are worth

What is shown beyond what the reducers rank is decided by what was measured. All that is hidden of a section and begins alike is a family: its lines are
needed together or not at all. The chance that a family is needed comes from what is known of it, each level by itself, times the levels of all others:

%s
This was learned from families of outputs that elide met for the first time (360 outputs, by the elide of a day on which nobody had looked at any), of which each label that was lost made one needed; families of the tuned corpora, of which none is, count %s.
A family is shown where its chance, times what fetching the output again costs, is more than what it costs itself. One needed family is a part of what an
output lacks that lost something (35 %%: 115 outputs lacked 327 families), and all of a block share the chance that it lacks anything (30 %%).
So never more than 10.5 %% of a block is shown for it.

Effective cost of the outputs from 4 KiB on, each tool's by a table that was made without that tool, in percent: of the first set of outputs nobody had looked at
62.2 before and 55.2 after, of the others 69.2 and 65.4, 98.8 and 94.3, 86.9 and 79.9; of two later sets, of what was
hidden after elide had learned from them by other ways, 80.4 and 76.4, 90.9 and 91.1. The tuned corpora cost 0.3 and 0.4 more.

` + "`elision-bench --observe DIR`" + ` prints what is hidden of other cases as ` + "`internal/worth/observed`" + ` keeps it (nothing of their text), ` + "`go generate ./internal/worth`" + `
makes the table of what stands there, and ` + "`elision-bench --unlearned internal/worth/observed DIR`" + ` measures cases by what was learned from other tools.

## By rank and reason

Of each rank and reason that elide gives to lines ([reducers.md](reducers.md)): how many lines of testdata/corpus it gave them to, what those cost, and how
many were labelled as what a reader needs. A label for 1,000 tokens is worth showing where an output that lost one has to be fetched again. In brackets:
the same with one tool's outputs left out, the one without which it is least and the one without which it is most; where these are far apart, the
figure is that tool's. ` + "`elision-bench --worth DIR`" + ` makes the table of other cases, and ` + "`go test ./internal/bench -run WorthDoc -update`" + ` this page.

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
	fmt.Fprintf(&want, worthHead, worth.Measured.Markdown(), "0.3 of that")
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

func TestObserve(t *testing.T) {
	var input strings.Builder
	for i := range 300 {
		fmt.Fprintf(&input, "2026-01-02 10:00:%02d INFO  served request %d in %d ms\n", i%60, 1000+i, i%7)
	}
	text := input.String()
	c := &Case{ID: "log-01", Tool: "a server", Input: []byte(text), Critical: []Label{{Line: 151, Text: strings.Split(text, "\n")[150]}}}
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Observe(context.Background(), []*Case{c}, st)
	needed := 0
	for _, o := range all {
		needed += o.Needed
	}
	if err != nil || len(all) == 0 || needed != 1 {
		t.Errorf("%+v %v", all, err)
	}
	c.Critical = nil
	if all, err = Observe(context.Background(), []*Case{c}, st); err != nil || len(all) == 0 || all[0].Needed > 0 {
		t.Errorf("%+v %v", all, err)
	}
}

// TestUnlearned: what is known of a case's tool says nothing of the case.
func TestUnlearned(t *testing.T) {
	all, err := worth.Read(os.DirFS("../worth/observed"))
	if err != nil {
		t.Fatal(err)
	}
	table := Unlearned(all)
	one, other := table(&Case{Tool: "bash"}), table(&Case{Tool: "no such tool"})
	if one.Base == other.Base || other.Base != worth.Measured.Base {
		t.Errorf("%d without bash, %d without nothing, %d measured", one.Base, other.Base, worth.Measured.Base)
	}
}
