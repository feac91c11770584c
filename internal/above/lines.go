// Package above finds in a text the runs of lines that stand further up in a
// conversation already.
//
// Read takes a text apart into lines, the numbers that hosts put in front of
// them set aside: what one output shows with numbers another shows without, or
// with others. An Index takes in what is shown, text by text, and finds the runs
// of a text that it holds. It works on sums of lines, so that who uses it has to
// compare the lines themselves before he says that they are the same.
//
// All takes time linear in the texts, and depends on nothing but them and their
// order.
package above

import (
	"bytes"
	"strings"
)

// Line is a line of a text.
type Line struct {
	No     int32  // from 1
	Number int32  // that stands in front of it, if Numbered
	Sum    uint64 // of what stands behind the number, without the line end

	Numbered, Blank bool
}

// Text is a text, taken apart.
type Text struct {
	Lines []Line
	Raw   [][]byte // each with its line end
	Bare  [][]byte // without its number and its line end
}

// Read takes a text apart.
func Read(data []byte) Text {
	n := bytes.Count(data, []byte{'\n'}) + 1
	t := Text{Lines: make([]Line, 0, n), Raw: make([][]byte, 0, n), Bare: make([][]byte, 0, n)}
	var before, now column
	for raw := range bytes.Lines(data) {
		t.Raw = append(t.Raw, raw)
		t.Bare = append(t.Bare, bytes.TrimSuffix(raw, []byte{'\n'}))
		t.Lines = append(t.Lines, Line{No: int32(len(t.Lines) + 1)})
		now = readColumn(t.Bare[len(t.Bare)-1])
		if i := len(t.Lines) - 1; i > 0 && now.follows(before) {
			t.cut(i-1, before)
			t.cut(i, now)
		}
		before = now
	}
	t.cutBlanks()
	for i := range t.Lines {
		t.Lines[i].Sum, t.Lines[i].Blank = sum(t.Bare[i])
	}
	return t
}

// cutBlanks sets the blank aside that opencode puts behind the colon of its
// numbers. By itself a blank may be of the line.
func (t *Text) cutBlanks() {
	for i := 1; i < len(t.Lines); i++ {
		if !t.Lines[i].Numbered || string(t.Bare[i-1]) != "<content>" {
			continue
		}
		end := i
		for end < len(t.Lines) && t.Lines[end].Numbered && bytes.HasPrefix(t.Bare[end], []byte{' '}) {
			end++
		}
		if end < len(t.Lines) && t.Lines[end].Numbered {
			continue
		}
		for ; i < end; i++ {
			t.Bare[i] = t.Bare[i][1:]
		}
	}
}

// cut sets the number of line i aside.
func (t *Text) cut(i int, c column) {
	if l := &t.Lines[i]; !l.Numbered {
		l.Number, l.Numbered = c.number, true
		t.Bare[i] = t.Bare[i][c.width:]
	}
}

// column is a number in front of a line, with what parts it from the text.
type column struct {
	number int32
	width  int // 0: there is none
	sep    string
}

// follows tells whether two lines, one behind the other, have numbers in front:
// one alone may be anything.
func (c column) follows(before column) bool {
	return c.width > 0 && before.width > 0 && c.sep == before.sep && c.number == before.number+1
}

// mostDigits bounds the numbers of lines.
const mostDigits = 8

// readColumn reads the number that a line begins with. Where it fills its column
// with zeros, a blank stands behind the bar too.
func readColumn(line []byte) column {
	at := 0
	for at < len(line) && line[at] == ' ' {
		at++
	}
	c, from := column{}, at
	for at < len(line) && at-from < mostDigits && '0' <= line[at] && line[at] <= '9' {
		c.number = 10*c.number + int32(line[at]-'0')
		at++
	}
	if c.number == 0 { // no line has it
		return column{}
	}
	seps := [...]string{"→", "\t", "|", ":"}
	if line[from] == '0' {
		seps[2] = "| "
	}
	for _, sep := range seps {
		if bytes.HasPrefix(line[at:], []byte(sep)) {
			c.sep, c.width = sep, at+len(sep)
			return c
		}
	}
	return column{}
}

const (
	sumSeed  = 14695981039346656037
	sumPrime = 1099511628211
)

// sum is FNV-1a: the same in every process.
func sum(text []byte) (h uint64, blank bool) {
	h, blank = sumSeed, true
	for _, c := range text {
		h = (h ^ uint64(c)) * sumPrime
		blank = blank && (c == ' ' || c == '\t' || c == '\r')
	}
	return h, blank
}

// Patch returns the text that a patch in the form of apply_patch leaves, as far as
// the patch has it: its lines without their marks. What a hunk removes, and what
// is no line of a file, parts the lines around it.
func Patch(text string) (left string, ok bool) {
	if !strings.Contains(text, "*** Begin Patch") {
		return text, false
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch line[0] {
		case '+', ' ':
			b.WriteString(line[1:])
		case '-':
		default:
			b.WriteString(Parting)
		}
	}
	return b.String(), true
}

// Parting is a line that parts texts which stand in one: no output holds it.
const Parting = "\x00\n"

// ReadNumbered takes a text apart in front of whose lines there will be numbers,
// from first on.
func ReadNumbered(data []byte, first int) Text {
	var t Text
	for raw := range bytes.Lines(data) {
		bare := bytes.TrimSuffix(raw, []byte{'\n'})
		l := Line{No: int32(len(t.Lines) + 1), Number: int32(first + len(t.Lines)), Numbered: true}
		l.Sum, l.Blank = sum(bare)
		t.Lines, t.Raw, t.Bare = append(t.Lines, l), append(t.Raw, raw), append(t.Bare, bare)
	}
	return t
}
