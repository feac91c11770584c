package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/floor"
	"elide.example/elide/internal/heads"
	lines "elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce"
)

// TestTwinsChangeNothing: what is taken over from a line that is the same, or the same but
// for its numbers, is what the line itself tells, wherever the two stand.
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
	taken, numbers := 0, 0
	for n, input := range inputs {
		again := slices.Concat(input, []byte{'\n'}, input, []byte{'\n'}, otherNumbers(input))
		b := block.New(again)
		secs := classify.Sections(b, "")
		with := allMarks(secs)
		for _, s := range secs {
			for i := range s.Len() {
				kin := s.Kin(i)
				if kin == i {
					continue
				}
				if s.Twin(i) == i {
					numbers++
				}
				if taken++; s.Look(i) != lines.See(s.Text(i)) {
					t.Errorf("input %d: of unit %d was seen what isn't in it: %q %q", n, i, s.Text(i), s.Text(kin))
				}
				k := s.Look(i).Kind
				if lines.MarkOf(s.Text(i), s.Raw(i)) != lines.MarkOf(s.Text(kin), s.Raw(kin)) || lines.Value(s.Text(i), k) != lines.Value(s.Text(kin), k) {
					t.Errorf("input %d: unit %d is no kin of %d: %q %q", n, i, kin, s.Text(i), s.Text(kin))
				}
			}
		}
		for _, s := range secs {
			s.Block.Twin, s.Block.Kin = nil, nil
		}
		for i, m := range allMarks(secs) {
			if with[i] != m {
				t.Errorf("input %d: unit %d is %v %s of itself, and %v %s of its twin: %.200q %s", n, i, m.Rank, m.Why, with[i].Rank, with[i].Why, b.Text(i), names[n])
				break
			}
		}
	}
	if taken == 0 || numbers == 0 {
		t.Error("no line stands anywhere twice, or with other numbers")
	}
}

// otherNumbers returns the text with other digits in all its numbers.
func otherNumbers(text []byte) []byte {
	text = bytes.Clone(text)
	for i, c := range text {
		if '0' <= c && c <= '9' {
			text[i] = '0' + (c-'0')*7%10 + byte(i%2)
			text[i] = min(text[i], '9')
		}
	}
	return text
}

func allMarks(secs []block.Section) (all []mark.Mark) {
	for _, s := range secs {
		all = append(all, reduce.Section(s)...)
	}
	floor.Raise(secs, all)
	heads.Raise(secs, all)
	return all
}
