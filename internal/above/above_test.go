package above

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// all is of texts that are all above.
func all(int) bool { return true }

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // of each line its number, if it has one, and what is behind it
	}{
		{"    9→x\n   10→\ty\n", []string{"9:x", "10:\ty"}},
		{"1\tx\n2\ty", []string{"1:x", "2:y"}},
		{"00001| x\n00002| \n", []string{"1:x", "2:"}},
		{"12:x\n13:y\n40:z\n", []string{"12:x", "13:y", "40:z"}},
		{"12:x\n15:y\n", []string{"12:x", "15:y"}},
		{"head\n1|x\n2|y\n3→z\n", []string{"head", "1:x", "2:y", "3→z"}},
		{"<content>\n1: x\n2: \n3:   y\n\n(End)\n", []string{"<content>", "1:x", "2:", "3:  y", "", "(End)"}},
		{"<content>\n1: x\n2:y\n", []string{"<content>", "1: x", "2:y"}},
		{"1: x\n2: y\n", []string{"1: x", "2: y"}},
		{"0:x\n1:y\n", []string{"0:x", "1:y"}},
		{"", nil},
	} {
		var got []string
		for i, l := range Read([]byte(c.text)).Lines {
			line := string(Read([]byte(c.text)).Bare[i])
			if l.Numbered {
				line = itoa(l.Number) + ":" + line
			}
			got = append(got, line)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c.text, got)
		}
	}
	l := Read([]byte("12:x\n15:y\n0:x\n1:y\n")).Lines
	if slices.ContainsFunc(l, func(l Line) bool { return l.Numbered }) {
		t.Errorf("lines of which no two follow have numbers: %+v", l)
	}
}

func itoa(n int32) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

func TestPatch(t *testing.T) {
	got, ok := Patch("*** Begin Patch\n*** Update File: a.go\n@@\n x\n-y\n+z\n*** End Patch\n")
	if want := Parting + Parting + Parting + "x\nz\n" + Parting; !ok || got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if text, ok := Patch("+x\n"); ok || text != "+x\n" {
		t.Errorf("%q", text)
	}
}

// TestFind: what is found stands there, is as long as it can be, and what is not
// found is no run; and to take texts back leaves an index as it was without them.
func TestFind(t *testing.T) {
	line := rapid.SampledFrom([]string{"a", "b", "c", "dd", "", "7:x", "8:y"})
	text := rapid.Custom(func(t *rapid.T) Text {
		return Read([]byte(strings.Join(rapid.SliceOfN(line, 0, 30).Draw(t, "lines"), "\n")))
	})
	laws.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(text, 1, 5).Draw(t, "texts")
		now := text.Draw(t, "now").Lines
		x, kept := NewIndex(), rapid.IntRange(0, len(texts)).Draw(t, "kept")
		for i, was := range texts {
			x.Add(was.Lines, i%2 == 1)
		}
		edits := rapid.Bool().Draw(t, "edits")
		checkRuns(t, x, now, x.Find(now, edits, all), edits)

		x.Cut(kept)
		other := NewIndex()
		for i, was := range texts[:kept] {
			other.Add(was.Lines, i%2 == 1)
		}
		if got, want := x.Find(now, true, all), other.Find(now, true, all); !slices.Equal(got, want) || x.Size() != other.Size() {
			t.Fatalf("after %d of %d texts were taken back: %+v, want %+v", len(texts)-kept, len(texts), got, want)
		}
	})
}

func checkRuns(t *rapid.T, x *Index, now []Line, runs []Run, edits bool) {
	end := 0
	for _, r := range runs {
		there := x.Shown(r.Text)[r.At : r.At+r.End-r.First]
		if r.First < end || spoken(now[r.First:r.End]) < Least || !edits && r.Text%2 == 1 {
			t.Fatalf("%+v", runs)
		}
		for i, l := range now[r.First:r.End] {
			if l.Sum != there[i].Sum || i > 0 && (!follows(now[r.First+i-1], l) || !follows(there[i-1], there[i])) {
				t.Fatalf("%+v: line %d", r, i)
			}
		}
		end = r.End
	}
}

// TestFindIsLinear: neither lines that are all the same nor texts that are take
// more than their share.
func TestFindIsLinear(t *testing.T) {
	same := Read([]byte(strings.Repeat("the same line\n", 100_000))).Lines
	x := NewIndex()
	x.Add(same, false)
	x.Add(same, false)
	x.Add(same, false) // too much
	if got := x.Find(same, true, all); len(got) != 1 || got[0].End != len(same) || len(x.Shown(2)) != 0 {
		t.Errorf("%d runs", len(got))
	}
}
