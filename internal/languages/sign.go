package languages

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// sign says what a line looks like: all its conditions hold.
type sign struct {
	lang   ID
	weight int8
	conds  []cond
}

// cond is a condition.
type cond struct {
	op       Op
	not      bool
	fold     bool  // in either case; the literals are in lower case
	n        uint8 // of Words and Over
	then     Class // what follows the word or the start
	literals []string
}

// Op is what a condition asks of a line without its indentation.
type Op uint8

const (
	First  Op = iota // its first word is one of these
	Start            // it begins with one
	End              // it ends with one
	Has              // one stands in it
	Margin           // it isn't indented
	Begins           // its first byte is of a class
	Words            // it has as many words
	Over             // it has more bytes
	Test             // one of tests, by its name
	opsEnd
)

// OpNames are what the conditions are called in a file.
var OpNames = [opsEnd]string{"first", "start", "end", "has", "margin", "begins", "words", "over", "test"}

// Class is a class of bytes.
type Class uint8

const (
	NoClass  Class = iota
	Letter         // a letter
	Upper          // one in upper case
	Lower          // one in lower case
	Name           // a letter or an underscore
	WordByte       // a letter, a digit or an underscore
	classesEnd
)

// ClassNames are what the classes are called in a file.
var ClassNames = [classesEnd]string{"", "letter", "upper", "lower", "name", "word"}

func (c Class) has(b byte) bool {
	switch c {
	case Letter:
		return scan.IsLetter(b)
	case Upper:
		return scan.IsUpper(b)
	case Lower:
		return scan.IsLower(b)
	case Name:
		return scan.IsLetter(b) || b == '_'
	}
	return scan.IsWordByte(b)
}

// FirstWord returns the word of letters, digits and underscores that the text
// starts with.
func FirstWord(t []byte) []byte {
	n := 0
	for n < len(t) && scan.IsWordByte(t[n]) {
		n++
	}
	return t[:n]
}

// holds tells whether the line t, whose first word is w, looks so.
func (s *sign) holds(t, w []byte, indented bool) bool {
	for i := range s.conds {
		if c := &s.conds[i]; c.holds(t, w, indented) == c.not {
			return false
		}
	}
	return true
}

func (c *cond) holds(t, w []byte, indented bool) bool {
	switch c.op {
	case Margin:
		return !indented
	case Begins:
		return len(t) > 0 && c.then.has(t[0])
	case Words:
		return bytes.Count(t, []byte{' '}) >= int(c.n)-1
	case Over:
		return len(t) > int(c.n)
	case Test:
		return tests[c.n](t)
	}
	for _, l := range c.literals {
		if c.like(t, w, l) {
			return true
		}
	}
	return false
}

// like tells whether the line is as a literal of the condition says.
func (c *cond) like(t, w []byte, l string) bool {
	switch c.op {
	case First:
		if len(w) != len(l) || !c.begins(w, l) {
			return false
		}
		return c.then == NoClass || len(w)+1 < len(t) && c.then.has(t[len(w)+1])
	case Start:
		return c.begins(t, l) && (c.then == NoClass || len(l) < len(t) && c.then.has(t[len(l)]))
	case End:
		return scan.HasSuffix(t, l)
	}
	return scan.Index(t, l) >= 0
}

func (c *cond) begins(t []byte, l string) bool {
	if c.fold {
		return scan.FoldPrefix(t, l)
	}
	return scan.HasPrefix(t, l)
}

// Declares tells whether the line declares something that an outline shows, in a
// language that says so line by line.
func (l *Language) Declares(line []byte) bool {
	_, n := scan.Indent(line)
	t := line[n:]
	if len(t) == 0 {
		return false
	}
	w := FirstWord(t)
	for i := range l.declares {
		if l.declares[i].holds(t, w, n > 0) {
			return true
		}
	}
	return false
}

// wordRows is a first word and the signs that ask for it, a byte each.
type wordRows struct{ word, rows string }

// rowsOf looks in words that stand in their order.
func rowsOf(list []wordRows, word []byte) string {
	for len(list) > 0 {
		i := len(list) / 2
		switch w := &list[i]; {
		case w.word == string(word):
			return w.rows
		case w.word < string(word):
			list = list[i+1:]
		default:
			list = list[:i]
		}
	}
	return ""
}

// Signed returns the language that a line gives away: it stands in files of this
// language alone. The line has no blanks behind it, nor an indentation. nil: none.
func Signed(t []byte) *Language {
	w := FirstWord(t)
	for _, rows := range [...]string{rowsOf(signRows[:], w), rowsOf(signRows[:], nil)} {
		for i := range len(rows) {
			if s := &signs[rows[i]]; s.holds(t, w, false) {
				return &known[s.lang]
			}
		}
	}
	return nil
}

// Votes is how many lines speak for each language.
type Votes [idsEnd]int

// Line counts the votes of a line that is not empty, in the languages that are read
// line by line or in all others. Of each language the first that holds counts; those
// that ask for no first word only where no language has one with the line's.
func (v *Votes) Line(t []byte, indented, lines bool) {
	w := FirstWord(t)
	of := voteRows[:]
	if lines {
		of = lineVoteRows[:]
	}
	rows := rowsOf(of, w)
	if rows == "" {
		rows = rowsOf(of, nil)
	}
	counted := None
	for i := range len(rows) {
		if s := &votes[rows[i]]; s.lang != counted && s.holds(t, w, indented) {
			v[s.lang] += int(s.weight)
			counted = s.lang
		}
	}
}

// Winner returns the language that most lines speak for, nil if none does.
func (v *Votes) Winner() *Language {
	best := None
	for _, id := range ties {
		if v[id] > v[best] {
			best = id
		}
	}
	if best == None {
		return nil
	}
	return &known[best]
}
