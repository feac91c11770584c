package rules

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/scan"
)

// drawnLiteral is made of few bytes, so that literals begin, end and hold each other.
func drawnLiteral(t *rapid.T, fold bool) string {
	l := rapid.StringMatching(`[ab1 =_B.]{1,4}`).Draw(t, "literal")
	if fold {
		l = asciiLower(l)
	}
	return l
}

func drawnText(t *rapid.T) string {
	return rapid.OneOf(rapid.StringMatching(`[ab1 =_B.]{0,12}`), rapid.StringMatching(`[ab1 =_B.]{0,6}([ab1 .]|\.\. | 1\.?s| 1 sec| \(a?\)| \[[1 a]{0,3}\] ?){0,4}`), rapid.StringMatching(` ?={0,6}[ab1 =_B.]{0,9}={0,6}`)).Draw(t, "text")
}

// drawnCond draws a condition; taken says which can't stand a second time.
func drawnCond(t *rapid.T, fold bool, taken *[opsEnd]bool) (Cond, bool) {
	c := Cond{Op: Op(rapid.IntRange(0, int(opsEnd)-1).Draw(t, "op"))}
	c.Not = c.Op != OpRuled && rapid.IntRange(0, 4).Draw(t, "not") == 0
	if !c.Not {
		if taken[c.Op] && c.Op != OpHas && c.Op != OpWord {
			return c, false
		}
		taken[c.Op] = true
		if c.Op == OpStart || c.Op == OpEnd || c.Op == OpLast {
			taken[OpIs] = true
		}
		if c.Op == OpIs {
			taken[OpStart] = true
		}
		if c.Op == OpIs || c.Op == OpEnd || c.Op == OpLast {
			taken[OpEnd], taken[OpLast] = true, true
		}
	}
	switch {
	case c.Op == OpUnder || c.Op == OpOver:
		c.N = rapid.IntRange(1, 12).Draw(t, "n")
	case c.Op == OpRuled:
		c.Literals = []string{rapid.SampledFrom([]string{"=", "_", "=_"}).Draw(t, "bytes")}
	case c.Op.Literal():
		for range rapid.IntRange(1, 3).Draw(t, "literals") {
			if l := drawnLiteral(t, fold || c.Op == OpWord); c.add(l) != nil {
				continue
			}
		}
		if c.Op == OpIs && rapid.IntRange(0, 5).Draw(t, "empty") == 0 {
			c.Literals = append(c.Literals, "")
		}
		if c.Op == OpStart || c.Op == OpHas || c.Op == OpWord {
			c.Then = drawnSteps(t, true)
		}
		if c.Op == OpEnd || c.Op == OpLast || c.Op == OpHas || c.Op == OpWord {
			c.Before = drawnSteps(t, false)
		}
	}
	return c, true
}

func drawnSteps(t *rapid.T, then bool) []Step {
	if rapid.IntRange(0, 3).Draw(t, "beside") > 0 {
		return nil
	}
	var all []Step
	for range rapid.IntRange(1, 3).Draw(t, "steps") {
		s := Step{Class: Class(rapid.IntRange(0, int(Nothing)-1).Draw(t, "class"))}
		if s.Class == Exactly {
			s.Literal = drawnLiteral(t, true)
		}
		all = append(all, s)
	}
	if then && rapid.IntRange(0, 3).Draw(t, "nothing") == 0 {
		all = append(all, Step{Class: Nothing})
	}
	return all
}

func drawnRule(t *rapid.T, room Room) Rule {
	var taken [opsEnd]bool
	r := Rule{Kind: rapid.SampledFrom(Kinds(room)).Draw(t, "kind")}
	if room == Test {
		r.Tells = Tells(rapid.IntRange(0, int(tellsEnd)-1).Draw(t, "tells"))
	}
	for range rapid.IntRange(1, 3).Draw(t, "conditions") {
		if c, ok := drawnCond(t, folded[room], &taken); ok {
			r.Conds = append(r.Conds, c)
		}
	}
	return r
}

// TestFindIsTheReference: the table answers as going through all rules does.
func TestFindIsTheReference(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		room := rapid.SampledFrom([]Room{Test, Word}).Draw(t, "room")
		var list []Rule
		for range rapid.IntRange(1, 8).Draw(t, "rules") {
			list = append(list, drawnRule(t, room))
		}
		x, err := compile(room, list)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			text := drawnText(t)
			at := 0
			if len(text) > 0 && rapid.Bool().Draw(t, "from") {
				at = rapid.IntRange(0, len(text)).Draw(t, "at")
			}
			want, wanted := reference{list, folded[room]}.find(text, at)
			got, ok := x.find([]byte(text), at, every)
			want.Kind, want.Conds = got.Kind, got.Conds
			if ok != wanted || got.From != want.From || got.To != want.To {
				t.Fatalf("%q from %d: %v %v, want %v %v\n%s", text, at, got, ok, want, wanted, (&File{Rules: list}).String())
			}
			all, _ := x.find([]byte(text), 0, scan.SignsOf([]byte(text)))
			if opening, ok := x.opening([]byte(text)); ok && opening != all {
				t.Fatalf("%q opens as %v, and is %v\n%s", text, opening, all, (&File{Rules: list}).String())
			}
		}
	})
}

// TestParsePrints: what is printed reads as what was printed.
func TestParsePrints(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		f := &File{Name: "drawn", Command: rapid.SampledFrom([]string{"", "acme build", "a"}).Draw(t, "command")}
		for range rapid.IntRange(0, 5).Draw(t, "rules") {
			f.Rules = append(f.Rules, drawnRule(t, rapid.SampledFrom([]Room{Test, Word}).Draw(t, "room")))
		}
		again, err := Parse("drawn", f.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		for i := range again.Rules {
			again.Rules[i].Line = 0
		}
		if !reflect.DeepEqual(f, again) {
			t.Fatalf("%#v\nreads as\n%#v\n%s", f, again, f)
		}
	})
}

func FuzzParse(f *testing.F) {
	all, err := ReadFamilies(os.DirFS("."))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range all {
		f.Add(file.String())
	}
	f.Add("command \"acme build\"\nline show has x\n\nexample test-log \"a\"\n+ b\n-*40 c {n}\n\nend\n")
	f.Add("test skip start \"ok \" then digits end has \"# SKIP\" | \"# TODO\"\n  not word a b rule \"=-\" under 9 margin\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("fuzz", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("the error has no place: %v", err)
			}
			return
		}
		again, err := Parse("fuzz", file.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		if got := again.String(); got != file.String() {
			t.Fatalf("%s\nreads as\n%s", file, got)
		}
		if _, err := Compile(file); err != nil {
			t.Fatal(err)
		}
	})
}

// A text is asked for one phrase after another. Of those from a place on the leftmost
// answers as long as none has more to it than a literal.
func TestPhrasesAreLiterals(t *testing.T) {
	files, err := ReadFamilies(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, r := range f.Rules {
			if r.Kind.Room() == Phrase && r.weight() > 1 {
				t.Errorf("%s:%d: a phrase is a literal and no more", f.Name, r.Line)
			}
		}
	}
}
