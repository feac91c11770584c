package worth

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestTableIsOfTheObservations(t *testing.T) {
	all, err := Read(os.DirFS("observed"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source(Fit(all, "").Source())
	if err != nil {
		t.Fatal(err)
	}
	if have, err := os.ReadFile("table.go"); err != nil || !bytes.Equal(have, want) {
		t.Errorf("table.go is not of the observations (%v): go generate ./internal/worth", err)
	}
}

// sample is a log of many like lines, of which the first is shown, and two that stand alone.
func sample(sh shape.Shape) ([]block.Section, []mark.Mark) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "served request %d in %d ms\n", 1000+i, i%7)
		if i == 50 {
			text.WriteString("quota of tenant 17 exceeded\n")
		}
	}
	text.WriteString("    at the end\n")
	b := block.New([]byte(text.String()))
	marks := make([]mark.Mark, b.Len())
	marks[0] = mark.Mark{Rank: mark.Sample, Why: mark.WhyFirst}
	return []block.Section{{Block: b, End: b.Len(), Shape: sh}}, marks
}

func raised(marks []mark.Mark) (n int) {
	for _, m := range marks {
		if m.Why == mark.WhyWorth {
			n++
		}
	}
	return n
}

func TestRaise(t *testing.T) {
	secs, marks := sample(shape.Log)
	Measured.Raise(secs, marks)
	if raised(marks) != 1 || marks[51].Rank != mark.Sample {
		t.Errorf("%d lines are raised; the one that stands alone: %v", raised(marks), marks[51])
	}
	for _, sh := range []shape.Shape{shape.SourceBrace, shape.Prose, shape.Diff, shape.JSONLines} {
		secs, marks := sample(sh)
		if Measured.Raise(secs, marks); raised(marks) > 0 {
			t.Errorf("%v: lines are raised", sh)
		}
	}
}

// TestRaiseIsBounded: whatever a table says, what is shown costs no more of the block than
// the chance that it lacks anything is worth.
func TestRaiseIsBounded(t *testing.T) {
	for base := -600; base <= 600; base += 50 {
		secs, marks := sample(shape.Log)
		table := Table{Base: base}
		table.Raise(secs, marks)
		size := 0
		for i, m := range marks {
			if m.Why == mark.WhyWorth {
				size += len(secs[0].Raw(i))
			}
		}
		if most := credit * lost * float64(len(secs[0].Bytes())); float64(size) > most {
			t.Errorf("base %d: %d bytes are shown, more than %.0f", base, size, most)
		}
	}
	secs, marks := sample(shape.Log)
	if Nothing().Raise(secs, marks); raised(marks) > 0 {
		t.Error("what nothing is needed of is shown")
	}
}

func TestFind(t *testing.T) {
	secs, marks := sample(shape.Log)
	fs := Find(secs, marks)
	if len(fs.List) != 3 || fs.Of[0] != -1 || fs.Of[1] != fs.Of[200] || fs.Of[51] == fs.Of[50] {
		t.Fatalf("%d families: %v", len(fs.List), fs.Of)
	}
	many, alone, last := fs.List[fs.Of[1]], fs.List[fs.Of[51]], fs.List[fs.Of[201]]
	if many.lines != 199 || many.shown != 1 || many.Key[ofDigits] != 1 || many.Key[ofEnd] != 1 {
		t.Errorf("%+v", many)
	}
	if alone.lines != 1 || alone.shown != 0 || alone.Key[ofEnd] != 0 || alone.Share < 0.005 {
		t.Errorf("%+v", alone)
	}
	if last.Key[ofIndent] != 1 || last.Key[ofDigits] != 0 || last.Key[ofWords] != 2 {
		t.Errorf("%+v", last)
	}
	marks[51].Why = mark.WhyPassed
	if fs := Find(secs, marks); fs.Of[51] != -1 {
		t.Error("what a step printed that passed is asked for")
	}
	long := block.New(bytes.Repeat([]byte("a line of many\n"), mostBytes/15+1))
	if fs := Find([]block.Section{{Block: long, End: long.Len(), Shape: shape.Log}}, make([]mark.Mark, long.Len())); fs.List != nil {
		t.Error("a long block is asked")
	}
}

func TestObservations(t *testing.T) {
	k := Key{ofShape: uint8(shape.Log), ofWords: 3}
	all := []Observation{{"a tool", k, 1, 1, 1}, {"a tool", k, 1, 0, 1}, {"another", k, 98, 0, 1}}
	var b bytes.Buffer
	if err := Write(&b, all); err != nil {
		t.Fatal(err)
	}
	read, err := Read(fstest.MapFS{"first.txt": {Data: b.Bytes()}, "known.txt": {Data: b.Bytes()}})
	if err != nil || len(read) != 4 || read[0] != (Observation{"a-tool", k, 2, 1, 1}) || read[2].Weight != knownWeight {
		t.Fatalf("%+v %v", read, err)
	}
	if _, err := Read(fstest.MapFS{"first.txt": {Data: []byte("tool ab 1 0\n")}}); err == nil {
		t.Error("a key of two letters is taken")
	}
	with, without := Fit(read, ""), Fit(read, Name("a tool"))
	if with.Chance(k) < 0.005 || without.Chance(k) > 1e-9 {
		t.Errorf("%v with the only tool that needed anything, %v without it", with.Chance(k), without.Chance(k))
	}
}

// TestRaiseFew: what seven hidden lines say that begin alike is shown, of eight it isn't, and
// nothing of runs of tests; in a long block only of a table, and no rows.
func TestRaiseFew(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "linked object %d\n", i)
		if i < few {
			fmt.Fprintf(&text, "kept %d\n", i)
		}
		if i < few-1 {
			fmt.Fprintf(&text, "moved unit%d away\n", i)
			fmt.Fprintf(&text, "total    %d  away\n", i)
		}
	}
	for sh := range shape.Count {
		for _, short := range []bool{true, false} {
			b := block.New([]byte(text.String()))
			marks := make([]mark.Mark, b.Len())
			RaiseFew([]block.Section{{Block: b, End: b.Len(), Shape: sh}}, marks, func(shape.Shape) bool { return short })
			for i, m := range marks {
				row := bytes.HasPrefix(b.Text(i), []byte("total "))
				want := row && short && foreseen(sh) || bytes.HasPrefix(b.Text(i), []byte("moved ")) && (short && foreseen(sh) || sh == shape.Table)
				if have := m.Rank > mark.Bulk; have != want {
					t.Errorf("%v, short: %v: %q is shown: %v", sh, short, b.Text(i), have)
				}
			}
		}
	}
}

// TestRaiseFewOfProse: points of a list are alike in no more than its sign, sentences in no more than
// their first word; what begins alike beyond that is predictable there, too.
func TestRaiseFewOfProse(t *testing.T) {
	for form, want := range map[string]bool{"- %s the till\n": true, "• **%s** it\n": true, "The %s is kept\n": true, "moved it %s away\n": false} {
		var text strings.Builder
		for i := range 3 * few {
			fmt.Fprintf(&text, form, strings.Repeat(string(rune('a'+i)), 5))
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		RaiseFew([]block.Section{{Block: b, End: b.Len(), Shape: shape.Prose}}, marks, func(shape.Shape) bool { return true })
		for i, m := range marks {
			if have := m.Rank > mark.Bulk; have != want {
				t.Fatalf("%q is shown: %v", b.Text(i), have)
			}
		}
	}
}

// TestRaiseAlone: lines that hardly another is like are shown of a long block, but findings
// and the code that these quote, unless they cost more than a part of the block or of what is hidden.
func TestRaiseAlone(t *testing.T) {
	const like = "linked object %d of what there is\n"
	var names []string // each the template of no other
	for i := range 300 {
		names = append(names, strings.Repeat(string(rune('a'+i%26)), 3+i/26))
	}
	for name, c := range map[string]struct {
		like, shown, times int
		line               string
		shape              shape.Shape
		want               bool
	}{
		"alone":              {400, 0, 1, "the clock is set back %s", shape.Plain, true},
		"begins as others":   {400, 0, 1, "linked to the clock %s", shape.Plain, true},
		"two":                {400, 0, 2, "the clock is set back %s", shape.BuildLog, true},
		"in a table":         {400, 0, 1, "the clock is set back %s", shape.Table, true},
		"three":              {400, 0, 3, "the clock is set back %s", shape.Plain, false},
		"of a log":           {400, 0, 1, "the clock is set back %s", shape.Log, false},
		"of tests":           {400, 0, 1, "the clock is set back %s", shape.TestLog, false},
		"a finding":          {400, 0, 1, "till.c:12:3: warning: the clock is set back %s", shape.BuildLog, false},
		"quoted":             {400, 0, 1, "   12 | clock = back(%s);", shape.BuildLog, false},
		"of much":            {20, 0, 2, "the clock is set back %s", shape.Plain, false},
		"of what is shown":   {400, 390, 2, "the clock is set back %s", shape.Plain, false},
		"where names differ": {400, 0, 1, "clock: set back %s\nlinked object of the set " + strings.Join(names, "\nlinked object of the set "), shape.Table, true},
		"and code":           {400, 0, 1, "clock: set back %s\nlinked object of the set " + strings.Join(names, "\nlinked object of the set "), shape.BuildLog, false},
		"with what is said":  {400, 300, 2, "the clock is set back %s", shape.Plain, true},
	} {
		var text strings.Builder
		for i := range c.like {
			fmt.Fprintf(&text, like, i)
			if i < c.times {
				fmt.Fprintf(&text, c.line+"\n", strings.Repeat("1", i+1))
			}
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		for i := range c.shown {
			marks[len(marks)-1-i].Rank = mark.Context
		}
		RaiseAlone([]block.Section{{Block: b, End: b.Len(), Shape: c.shape}}, marks)
		for i, m := range marks[:len(marks)-c.shown] {
			alone := bytes.Contains(b.Text(i), []byte("clock"))
			if have := m.Rank > mark.Bulk; have != (c.want && alone) {
				t.Errorf("%s: %q is shown: %v", name, b.Text(i), have)
			}
		}
	}
}
