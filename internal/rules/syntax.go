package rules

// File is a rule file as it is written.
type File struct {
	Name     string // what errors call it
	Command  string // the command whose output alone it speaks of; "": any
	Rules    []Rule
	Examples []Example
}

// Rule answers a room's question where all its conditions hold.
type Rule struct {
	Kind  Kind
	Tells Tells
	Conds []Cond
	Line  int // in its file, counted from 1
}

// Tells is what a line of the room Test tells of the output that it stands in.
type Tells uint8

const (
	TellsNothing Tells = iota
	TellsMaybe         // a run of tests', perhaps: others print such lines too
	TellsSurely        // a run of tests': nothing else prints such lines
	tellsEnd
)

var tellsNames = [tellsEnd]string{TellsMaybe: "maybe", TellsSurely: "sure"}

// String returns what a file says for it.
func (t Tells) String() string { return tellsNames[t] }

// Cond is a condition.
type Cond struct {
	Not      bool
	Op       Op
	Literals []string // of OpStart, OpEnd, OpIs, OpHas, OpWord, OpLast: any of them; of OpRuled: one, its bytes
	Before   []Step   // what stands before the literal
	Then     []Step   // what stands behind it
	N        int      // of OpUnder and OpOver
}

// Op is what a condition asks of the text.
type Op uint8

// The conditions. Of a folded room, and for OpWord everywhere, the case of ASCII
// letters is not looked at.
const (
	OpStart  Op = iota // it begins with a literal
	OpEnd              // it ends with one
	OpIs               // it is one
	OpHas              // one stands in it
	OpWord             // one stands in it with no letter, digit or underscore on either side
	OpLast             // it ends with one, but for what scan.WithoutTail takes off
	OpMargin           // it begins at the margin
	OpRuled            // it is a rule of one of these bytes, or titled by one: the other conditions are asked of the title
	OpUnder            // it has fewer bytes
	OpOver             // it has more bytes
	opsEnd
)

var opNames = [opsEnd]string{OpStart: "start", OpEnd: "end", OpIs: "is", OpHas: "has", OpWord: "word", OpLast: "last", OpMargin: "margin", OpRuled: "rule", OpUnder: "under", OpOver: "over"}

// Literal tells whether the condition has literals to look for.
func (o Op) Literal() bool { return o <= OpLast }

// Step is a piece of what stands beside a literal.
type Step struct {
	Class   Class
	Literal string // of Exactly
}

// Class is what a step consists of.
type Class uint8

// The classes. Each takes as much as it can.
const (
	Exactly Class = iota // the literal
	Digit                // one digit
	Digits               // digits, one at least
	Number               // digits, and points or commas between them
	Blank                // one blank or tab
	Blanks               // blanks and tabs, or none
	Letter               // one ASCII letter
	Upper                // one in upper case
	Lower                // one in lower case
	Nothing              // the end of the text
	classesEnd
)

var classNames = [classesEnd]string{Digit: "digit", Digits: "digits", Number: "number", Blank: "blank", Blanks: "blanks", Letter: "letter", Upper: "upper", Lower: "lower", Nothing: "end"}

// Example is an output, and what is to become of it.
type Example struct {
	Shape string // what it is taken for
	Title string
	Lines []ExampleLine
	Line  int // in its file, counted from 1
}

// ExampleLine is a line of an example, or several that are alike.
type ExampleLine struct {
	Mark  byte // '+': it must be shown; '-': it must be hidden; ' ': either
	Text  string
	Times int // 0: once; else as often, with {n} in the text counted from 1
}
