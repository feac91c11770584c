package line

import (
	"elide/internal/rules"
	"elide/internal/scan"
)

// Seen is what is read of a line once, for all who ask: eight bytes, as a block keeps
// one for each unit.
type Seen struct {
	Kind Kind

	test  rules.Kind // what the room Test says by the opening of the text; None: nothing, or it wasn't asked
	conds uint8      // of the rule that says it
	signs signs
}

// See reads a line, given without its line end. It looks at each byte a bounded number
// of times.
func See(line []byte) Seen {
	indent, end := 0, len(line)
	for indent < end && (line[indent] == ' ' || line[indent] == '\t') {
		indent++
	}
	for end > indent && scan.IsBlank(line[end-1]) {
		end--
	}
	t := line[indent:end]
	if len(t) == 0 {
		return Seen{Kind: Blank}
	}
	s := Seen{signs: signsOf(t)}
	s.Kind = s.kindOf(t, indent)
	return s
}

// KindOf tells what a line, given without its line end, looks like.
func KindOf(line []byte) Kind { return See(line).Kind }

// Test returns what the rules of the room Test say of the line, given without the
// blanks around it: what rules.Find returns, but for where its literal ends and what it
// tells of the output. It asks them only if the opening of the line hasn't answered yet.
func (s Seen) Test(t []byte) (rules.Hit, bool) {
	if s.test != rules.None {
		return rules.Hit{Kind: s.test, Conds: int(s.conds)}, true
	}
	return rules.Find(rules.Test, t)
}

// Part returns what holds of each part of the line too.
func (s Seen) Part() Seen { return Seen{signs: s.signs} }

// MayPlace tells whether the line may name a place in a file: it has a digit, and what
// stands before the number of a line.
func (s Seen) MayPlace() bool { return s.signs.any(digit) && s.signs.any(colon|paren|blank) }

// MayCount tells whether a digit stands in the line.
func (s Seen) MayCount() bool { return s.signs.any(digit) }

// Signed tells whether a character beyond ASCII stands in the line.
func (s Seen) Signed() bool { return s.signs.any(sign) }

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
