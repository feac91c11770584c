// Package worth decides by what was measured which of the hidden lines are shown after
// all: those that are likelier to be needed than they cost, and those that too few others are
// like (few.go).
//
// What is hidden of a section is taken by families, lines that begin alike: they are
// needed together or not at all. What a family is worth stands in a table, made by
// go generate from observations (observed/*): families of outputs that elide met for the
// first time, and which of them held a line that was needed and lost.
package worth

import (
	"math"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

//go:generate go run ./gen

const (
	// mostBytes is the length of the longest block that is asked. Of what is longer, what
	// one line is worth wasn't seen: 2 of 322 families were needed above 140 kB.
	mostBytes = 256 << 10
	// gapBytes is what a gap more takes, as bytes of text: about eight tokens.
	gapBytes = 28
)

// The features of a family, each told in a few levels.
const (
	ofShape  = iota // of its section
	ofLines         // how many lines it has
	ofShown         // how many lines of the section that begin so are shown
	ofCost          // thousandths of the block
	ofDigits        // its first line has a digit
	ofIndent        // its first line is indented
	ofWords         // words of its first line
	ofStart         // with what its first line begins
	ofOut           // bytes of the block that are shown
	ofIn            // bytes of the block
	ofEnd           // it reaches into the last tenth of the block
	features
)

// bounds are the highest values of the levels of a feature that is a number; one more
// level has what is above.
var bounds = [features][]int{
	ofLines: {1, 2, 5, 12, 30, 100},
	ofShown: {0, 1, 3},
	ofCost:  {1, 3, 10, 30, 100},
	ofWords: {1, 2, 4, 8},
	ofOut:   {2 << 10, 4 << 10, 8 << 10, 16 << 10},
	ofIn:    {8 << 10, 16 << 10, 40 << 10, 140 << 10},
}

// Key is the levels of a family.
type Key [features]uint8

// Family is what is hidden of a section and begins alike.
type Family struct {
	Key Key
	// Share is what it costs to show it, of the whole block.
	Share float64

	first, last, lines, shown, bytes int
}

// Families are those of a block.
type Families struct {
	List []Family
	Of   []int32 // the family of each unit; -1: none
}

// Raise shows the families that are worth it.
func (t *Table) Raise(secs []block.Section, marks []mark.Mark) {
	fs := Find(secs, marks)
	if len(fs.List) == 0 {
		return
	}
	b := secs[0].Block
	chance, sum := make([]float64, len(fs.List)), 0.0
	for i := range fs.List {
		if f := &fs.List[i]; !harmless(b.Text(f.first)) {
			chance[i] = t.Chance(f.Key)
		}
		sum += chance[i]
	}
	part := credit * lost / max(sum, lost)
	for i, f := range fs.Of {
		if f >= 0 && chance[f]*part > fs.List[f].Share && !harmless(b.Text(i)) {
			marks[i].Raise(mark.Sample, 0, mark.WhyWorth)
		}
	}
}

// harmless tells whether a rule with evidence says that the line is noise, or of what went
// well.
func harmless(t []byte) bool {
	h, _ := rules.Find(rules.Test, scan.Trim(t))
	return h.Kind.Passes()
}

const (
	// lost is the chance that anything that is needed is hidden of a block, which its
	// families share by their chances: of 300 outputs of 4 KiB and more that were met for
	// the first time 115 lost a label (38 %), of 174 that elide was tuned on none.
	lost = 0.3
	// credit is the part of an output fetched again that one needed family that is shown
	// saves: those 115 outputs lacked 327 families, and one that stays hidden is as bad as all.
	// With 0.3 the third set of outputs costs 2.4 points more, the tuned ones 0.05 less;
	// with 0.4 those 0.1 more.
	credit = 0.35
)

// Chance returns how likely it is that a family of the key holds a line that is needed.
func (t *Table) Chance(k Key) float64 {
	sum := t.Base
	for i, level := range k {
		if int(level) < len(t.Points[i]) {
			sum += t.Points[i][level]
		}
	}
	return 1 / (1 + math.Exp(-float64(sum)/100))
}

// Table says what features make of the chance that a family is needed, as hundredths of
// its logarithmic odds.
type Table struct {
	Base   int
	Points [features][]int // by level
}

// judged tells whether lines of the shape stand by themselves: what is hidden of source,
// of texts and of documents is no row that someone may look for.
func judged(sh shape.Shape) bool {
	switch sh {
	case shape.TestLog, shape.BuildLog, shape.Log, shape.Stack, shape.Plain, shape.Table, shape.Listing:
		return true
	}
	return false
}

// Find returns the families of a block's sections, whose units have the marks.
func Find(secs []block.Section, marks []mark.Mark) Families { return find(secs, marks, judged, form) }

// find returns the families of those sections whose shape is one of them.
func find(secs []block.Section, marks []mark.Mark, of func(shape.Shape) bool, form func(block.Section, int) uint64) Families {
	b := secs[0].Block
	size := len(b.Bytes())
	if size > mostBytes || b.Continues || b.FirstLine > 0 || b.FirstCol > 0 {
		return Families{}
	}
	fs := Families{Of: make([]int32, len(marks))}
	out := 0
	for _, s := range secs {
		for i := s.First; i < s.End; i++ {
			if fs.Of[i] = -1; marks[i].Rank > mark.Bulk {
				out += len(s.Block.Raw(i))
			}
		}
	}
	for _, s := range secs {
		if of(s.Shape) {
			fs.add(s, marks, form, out, size)
		}
	}
	return fs
}

// add finds the families of one section.
func (fs *Families) add(s block.Section, marks []mark.Mark, form func(block.Section, int) uint64, out, size int) {
	before := len(fs.List)
	index, shown := map[uint64]int32{}, map[uint64]int{}
	forms := make([]uint64, s.Len())
	for i := range forms {
		t := scan.Trim(s.Text(i))
		if len(t) == 0 || s.Segment(i) {
			continue
		}
		if kin := s.Kin(i); kin < i { // numbers of as many digits are masked alike
			forms[i] = forms[kin]
		} else {
			forms[i] = form(s, i)
		}
		switch m := marks[s.First+i]; {
		case m.Rank > mark.Bulk:
			shown[forms[i]]++
		case m.Why == mark.WhyNone:
			fs.put(s, i, index, forms[i])
		}
	}
	for i := range fs.List[before:] {
		f := &fs.List[before+i]
		f.shown = shown[forms[f.first-s.First]]
		f.tell(s, out, size)
	}
}

// put adds a line of the section to its family.
func (fs *Families) put(s block.Section, i int, index map[uint64]int32, form uint64) {
	id, ok := index[form]
	if !ok {
		id = int32(len(fs.List))
		index[form] = id
		fs.List = append(fs.List, Family{first: s.First + i, last: -1})
	}
	f := &fs.List[id]
	if f.last != s.First+i-1 {
		f.bytes += gapBytes
	}
	f.last = s.First + i
	f.lines++
	f.bytes += len(s.Raw(i))
	fs.Of[s.First+i] = id
}

// tell fills in the levels of the family.
func (f *Family) tell(s block.Section, out, size int) {
	text := s.Block.Text(f.first)
	t := scan.Trim(text)
	f.Share = float64(f.bytes) / float64(size)
	set := func(feature, value int) {
		level := 0
		for level < len(bounds[feature]) && value > bounds[feature][level] {
			level++
		}
		f.Key[feature] = uint8(level)
	}
	set(ofLines, f.lines)
	set(ofShown, f.shown)
	set(ofCost, f.bytes*1000/size)
	set(ofWords, words(t))
	set(ofOut, out)
	set(ofIn, size)
	f.Key[ofShape] = uint8(s.Shape)
	f.Key[ofStart] = start(t[0])
	f.Key[ofDigits] = level(digit(t))
	f.Key[ofIndent] = level(scan.IsBlank(text[0]))
	f.Key[ofEnd] = level(s.Block.Line(f.last)*10 > 9*s.Block.Lines())
}

func level(yes bool) uint8 {
	if yes {
		return 1
	}
	return 0
}

func digit(t []byte) bool {
	for _, c := range t {
		if scan.IsDigit(c) {
			return true
		}
	}
	return false
}

// start tells with what a line begins: a sign, a capital, a digit, a letter, or what
// opens or marks something.
func start(c byte) uint8 {
	switch {
	case c >= 'A' && c <= 'Z':
		return 1
	case scan.IsDigit(c):
		return 2
	case c == '#' || c == '=' || c == '-' || c == '*' || c == '[' || c == '(' || c == '{' || c == '<' || c == '>' || c == '|':
		return 3
	}
	return 0
}

func words(t []byte) int {
	n, blank := 0, true
	for _, c := range t {
		if b := scan.IsBlank(c); b != blank {
			if blank = b; !b {
				n++
			}
		}
	}
	return n
}

const (
	formParts = 2  // of a line's beginning that tell its form
	mostWords = 12 // beyond which lines are not told apart by how many they have
)

// form returns what lines have in common that begin alike: their first parts, what
// varies in them masked, and about how many words there are.
func form(s block.Section, i int) uint64 {
	t := scan.Trim(s.Text(i))
	return begins(t, uint64(scan.Seed)+uint64(min(words(t), mostWords)/2), formParts)
}

// begins returns what lines have in common whose first parts are alike, what varies in
// them masked.
func begins(t []byte, h uint64, parts int) uint64 {
	for part := 0; part < parts && len(t) > 0; part++ {
		n, path := 1, false
		if named(t[0]) {
			for n = 0; n < len(t) && named(t[n]); n++ {
				path = path || t[n] == '/'
			}
		}
		if path {
			h = scan.Mix(h, '/')
		} else {
			h = scan.Mix(h, scan.Template(t[:n]))
		}
		t = scan.Trim(t[n:])
	}
	return h
}

// named tells whether a byte may stand in a name or a path.
func named(c byte) bool {
	return scan.IsLetter(c) || scan.IsDigit(c) || c == '_' || c >= 0x80 || c == '/' || c == '.' || c == '-' || c == '~' || c == '@' || c == '+'
}

// Nothing returns a table by which nothing hidden is needed.
func Nothing() *Table { return &Table{Base: never} }

// never is the base of a table by which nothing is needed: no sum of points brings it up.
const never = -10000
