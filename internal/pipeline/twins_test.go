package pipeline

import (
	"os"
	"path/filepath"
	"testing"

	"elide/internal/block"
	"elide/internal/classify"
	"elide/internal/floor"
	"elide/internal/heads"
	lines "elide/internal/line"
	"elide/internal/mark"
	"elide/internal/reduce"
)

// TestTwinsChangeNothing: what is taken over from a line that is the same is what the
// line itself tells, wherever the two stand.
func TestTwinsChangeNothing(t *testing.T) {
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases: ", err)
	}
	var inputs [][]byte
	for _, name := range names {
		input, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, input)
	}
	taken := 0
	for n, input := range inputs {
		b := block.New(append(append(input[:len(input):len(input)], '\n'), input...))
		secs := classify.Sections(b, "")
		with := allMarks(secs)
		for _, s := range secs {
			for i := range s.Len() {
				if s.Twin(i) == i {
					continue
				}
				if taken++; s.Look(i) != lines.See(s.Text(i)) {
					t.Errorf("input %d: of unit %d was seen what isn't in it", n, i)
				}
			}
		}
		for _, s := range secs {
			s.Block.Twin = nil
		}
		for i, m := range allMarks(secs) {
			if with[i] != m {
				t.Errorf("input %d: unit %d is %v %s of itself, and %v %s of its twin", n, i, m.Rank, m.Why, with[i].Rank, with[i].Why)
				break
			}
		}
	}
	if taken == 0 {
		t.Error("no line stands anywhere twice")
	}
}

func allMarks(secs []block.Section) (all []mark.Mark) {
	for _, s := range secs {
		all = append(all, reduce.Section(s)...)
	}
	floor.Raise(secs, all)
	heads.Raise(secs, all)
	return all
}
