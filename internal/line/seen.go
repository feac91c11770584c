package line

import (
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Seen is what is read of a line once, for all who ask: twelve bytes, as a block keeps
// one for each unit.
type Seen struct {
	Kind  Kind
	First byte // of the line; 0: there is none

	test  rules.Kind // what the room Test says by the opening of the text; None: nothing, or it wasn't asked
	conds uint8      // of the rule that says it; where none does 0 until the room was asked
	signs scan.Signs
	forms forms
}

// See reads a line, given without its line end. It looks at each byte a bounded number
// of times.
func See(line []byte) Seen {
	indent, end := 0, len(line)
	first := First(line)
	for indent < end && (line[indent] == ' ' || line[indent] == '\t') {
		indent++
	}
	for end > indent && scan.IsBlank(line[end-1]) {
		end--
	}
	t := line[indent:end]
	if len(t) == 0 {
		return Seen{Kind: Blank, First: first}
	}
	s := Seen{First: first, signs: scan.SignsOf(t), forms: formsOf(line, t)}
	s.Kind = s.kindOf(t, indent)
	return s
}

// First returns the first byte of a line, 0 if it is empty.
func First(line []byte) byte {
	if len(line) == 0 {
		return 0
	}
	return line[0]
}

// Test returns what the rules of the room Test say of the line, given without the
// blanks around it: what rules.Find returns, but for where its literal ends and what it
// tells of the output. It asks them only if the opening of the line hasn't answered yet.
func (s Seen) Test(t []byte) (rules.Hit, bool) {
	if s.test != rules.None {
		return rules.Hit{Kind: s.test, Conds: int(s.conds)}, true
	}
	if s.conds > 0 {
		return rules.Rest(rules.Test, t, s.signs)
	}
	return rules.Find(rules.Test, t)
}

// Find is rules.Find of the line, which no segment is, or a part of it.
func (s Seen) Find(room rules.Room, t []byte) (rules.Hit, bool) {
	return rules.FindIn(room, t, s.signs)
}

// Part returns what holds of each part of the line too.
func (s Seen) Part() Seen { return Seen{signs: s.signs} }

// MayPlace tells whether the line may name a place in a file: it has a digit, and what
// stands before the number of a line.
func (s Seen) MayPlace() bool {
	return s.signs.Any(scan.SignDigit) && s.signs.Any(scan.SignColon|scan.SignParen|scan.SignBlank)
}

// Dotted tells whether dots may lead to something in the line.
func (s Seen) Dotted() bool { return s.signs.Has(scan.SignDot | scan.SignTwice) }

// Dashed tells whether dashes in a row may stand in the line, and a blank.
func (s Seen) Dashed() bool {
	return s.signs.Has(scan.SignDash | scan.SignTwice | scan.SignBlank)
}

// MayLead tells whether they may lead to a fraction, "tests/a.c ..... 12/12".
func (s Seen) MayLead() bool { return s.Dotted() && s.signs.Has(scan.SignSlash) }

// Spaced tells whether a blank stands in the line, but for those around it.
func (s Seen) Spaced() bool { return s.signs.Any(scan.SignBlank) }

// MayHaveColumns tells whether the line has blanks in a row, or a bar, which part columns.
func (s Seen) MayHaveColumns() bool { return s.signs.Any(scan.SignBlanks | scan.SignBar) }

// Colon tells whether a colon stands in the line.
func (s Seen) Colon() bool { return s.signs.Any(scan.SignColon) }

// MayCount tells whether a digit stands in the line.
func (s Seen) MayCount() bool { return s.signs.Any(scan.SignDigit) }

// Signed tells whether a character beyond ASCII stands in the line.
func (s Seen) Signed() bool { return s.signs.Any(scan.SignWide) }

// opening is what the rules say of a line by how it begins.
type opening struct {
	test  rules.Kind
	conds uint8
	tells rules.Tells
	form  rules.Kind
}

func openingOf(t []byte) opening {
	test, _ := rules.Opening(rules.Test, t)
	form, _ := rules.Opening(rules.Form, t)
	return opening{test.Kind, uint8(test.Conds), test.Tells, form.Kind}
}

// surely tells whether only a test runner prints the line.
func (o opening) surely() bool { return o.tells == rules.TellsSurely || o.form == rules.FormResult }

// maybe tells whether a test runner may print it: it begins with the sign of a result.
func (o opening) maybe() bool { return o.tells == rules.TellsMaybe || o.form == rules.FormMaybe }
