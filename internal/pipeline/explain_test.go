package pipeline

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// What is said of each line is what its piece came from: of the first that is shown, and of
// the first that is hidden.
func TestVerdictsAreThoseOfThePieces(t *testing.T) {
	for i, data := range samples(t) {
		if len(data) == 0 || len(data) > 100<<10 {
			continue
		}
		res := plainly(t, data, Options{MinBytes: -1})
		asked := map[bool]bool{}
		for _, p := range res.Pieces {
			hidden := p.Mark.Rank == mark.Bulk
			if asked[hidden] || p.Mark.Why == mark.WhyCheap || hidden && !p.StartsLine {
				continue
			}
			asked[hidden] = true
			all, err := Verdicts(bytes.NewReader(data), Options{MinBytes: -1}, p.First.Line)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, v := range all {
				found = found || v.First == p.First.Col && (v.Mark == p.Mark || hidden && v.Mark.Rank == mark.Bulk)
			}
			if !found {
				t.Fatalf("sample %d: line %d is %v, the verdicts are %v", i, p.First.Line, p.Mark, all)
			}
		}
		if all, err := Verdicts(bytes.NewReader(data), Options{}, res.Lines+1); len(all) > 0 || err != nil {
			t.Errorf("sample %d: a line behind the last has %d verdicts, %v", i, len(all), err)
		}
	}
}

// TestVerdictKnowsTheLength: what is shown of short blocks alone isn't said of a long one's.
func TestVerdictKnowsTheLength(t *testing.T) {
	var text strings.Builder
	for i := range 600 {
		fmt.Fprintf(&text, "  CC      drivers/part_%d.o\n", i*i)
		if i%150 == 70 {
			fmt.Fprintf(&text, "  AR      drivers/lib_%d.a\n", i)
		}
	}
	data := []byte(text.String())
	res := plainly(t, data, Options{})
	for _, p := range res.Pieces {
		for line := p.First.Line; line <= p.Last.Line; line++ {
			if line%150 > 73 || line%150 < 71 {
				continue
			}
			all, err := Verdicts(bytes.NewReader(data), Options{}, line)
			if err != nil || len(all) != 1 || (all[0].Mark.Rank == mark.Bulk) != (p.Mark.Rank == mark.Bulk) {
				t.Errorf("line %d is %v, the verdict is %v, %v", line, p.Mark, all, err)
			}
		}
	}
}

// A line is found in whichever pass it is.
func TestVerdictOfALaterPass(t *testing.T) {
	var b bytes.Buffer
	for i := 1; b.Len() < passBytes+passBytes/4; i++ {
		b.WriteString("2026-01-02 03:04:05 INFO request " + strconv.Itoa(i) + " served\n")
	}
	n := bytes.Count(b.Bytes(), []byte("\n"))
	all, err := Verdicts(bytes.NewReader(b.Bytes()), Options{}, n)
	if want := "2026-01-02 03:04:05 INFO request " + strconv.Itoa(n) + " served"; err != nil || len(all) != 1 || string(all[0].Text) != want {
		t.Errorf("%d verdicts, %v, want one of %q", len(all), err, want)
	}
	if all[0].Section.Shape != shape.Log || all[0].Section.Last != n {
		t.Errorf("section: %+v", all[0].Section)
	}
}

func TestExplainingRecovers(t *testing.T) {
	o := panicking{bytes.NewReader(make([]byte, 4096))}
	if _, err := Verdicts(o, Options{}, 1); err == nil {
		t.Error("no error of Verdicts")
	}
	if _, err := Evidences(o, Options{}); err == nil {
		t.Error("no error of Evidences")
	}
}

// TestHiddenIsPredicted asks of hidden lines by what they are predicted.
func TestHiddenIsPredicted(t *testing.T) {
	for _, c := range []struct {
		id   string
		line int
		want string
	}{
		{"gotest-v-01", 40, `18 lines of the section are like it, the first is 37; a rule says "pass" of it, as of lines of a test run`},
		{"mvn-compile-01", 60, `a rule says "step" of it, as of lines of a build`},
		{"find-01", 300, "7 lines of the section are like it, the first is 215"},
		{"pytest-fail-01", 7, "it is blank"},
	} {
		data, err := os.ReadFile("../../testdata/corpus/" + c.id + "/input")
		if err != nil {
			t.Fatal(err)
		}
		all, err := Verdicts(bytes.NewReader(data), Options{}, c.line)
		if err != nil || len(all) != 1 || all[0].Predicted != c.want {
			t.Errorf("%s, line %d: %+v, %v, not %q", c.id, c.line, all, err, c.want)
		}
	}
}
