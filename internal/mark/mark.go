package mark

import (
	"elide.example/elide/internal/block"
)

// Rank is how much a unit matters. The zero value is Bulk.
type Rank uint8

// The ranks, from what is hidden to what goes last.
const (
	Bulk     Rank = iota // predictable; hidden
	Sample               // stands for the bulk around it: first of a kind, edges of a list
	Context              // needed to understand a critical or outlier unit next to it
	Outlier              // deviates from its like
	Critical             // decides what to do next
)

var rankNames = [...]string{"bulk", "sample", "context", "outlier", "critical"}

func (r Rank) String() string { return rankNames[r] }

// Why says what a mark was given for. It is shown by --explain.
type Why uint8

// The reasons, in no order.
const (
	WhyNone Why = iota
	WhyFailure
	WhyMessage
	WhyLocation
	WhyFrame
	WhyExpected
	WhySummary
	WhyHeading
	WhyDeclaration
	WhyChange
	WhyRare
	WhyFirst
	WhyEdge
	WhyNear
	WhyMatch
	WhyStatus
	WhyShort
	WhyQuery
	WhyPattern
	WhyRule
	WhyCut
	WhyEnd
	WhyPassed
	WhyWell
	WhyCheap
	WhyWrong
	WhyUnknown
	WhyAnswer
	WhyWorth
	WhyGoesOn
)

var whyNames = [...]string{
	WhyNone:        "predictable",
	WhyFailure:     "head of a failure",
	WhyMessage:     "message of a failure",
	WhyLocation:    "place of a failure",
	WhyFrame:       "frame in the user's code",
	WhyExpected:    "expected or actual value",
	WhySummary:     "summary by the tool",
	WhyHeading:     "heading",
	WhyDeclaration: "declaration",
	WhyChange:      "changed line",
	WhyRare:        "rare among its like",
	WhyFirst:       "first of its kind",
	WhyEdge:        "start or end of the section",
	WhyNear:        "next to what matters",
	WhyMatch:       "match",
	WhyStatus:      "status or result",
	WhyShort:       "short enough to show whole",
	WhyQuery:       "speaks of the query",
	WhyPattern:     "matches a keep pattern",
	WhyRule:        "as a rule file says",
	WhyCut:         "says that something is missing",
	WhyEnd:         "end of the step that failed",
	WhyPassed:      "of a step that didn't fail",
	WhyWell:        "result of a test that passed",
	WhyCheap:       "costs hardly more than its gap",
	WhyWrong:       "says that something is wrong",
	WhyUnknown:     "nothing predicts it",
	WhyAnswer:      "short answer of a command",
	WhyWorth:       "likelier to be needed than it costs",
	WhyGoesOn:      "goes on as the lines before it",
}

func (w Why) String() string { return whyNames[w] }

// Mark is a reducer's verdict on one unit.
type Mark struct {
	Rank Rank
	// Score orders units of one rank: under a budget the lower go first.
	Score uint8
	Why   Why
	// Head is the length in bytes of a head of the unit's text (as Text
	// gives it) that following units share and that the view may show once:
	// the path before a match. 0: there is none.
	Head uint16
	// Pad is the length in bytes of a head of the unit's text in which runs
	// of blanks only align what stands between them, so that the view may
	// show each as one: cells of a table. 0: there is none. No unit has
	// a Head and a Pad.
	Pad uint16
	// Page is 1 and the state in which the unit begins, if the view may show its text alone,
	// without tags of HTML. 0: it may not.
	Page uint8
	// JSON is where the unit stands in a JSON document, if that is certain.
	JSON JSONPlace
}

// JSONPlace is where a unit stands in the syntax of JSON: the run of its text
// that it is in, and whether it begins inside of a string. The zero value says
// that this isn't known: then the view must not change a byte of the unit.
type JSONPlace uint16

// jsonRuns is how many runs have a number of their own. Those that follow each
// other never have the same one.
const jsonRuns = 1<<15 - 1

func PlaceOf(run int, inString bool) JSONPlace {
	p := JSONPlace(run%jsonRuns+1) << 1
	if inString {
		p++
	}
	return p
}

// Run returns the number of the run, 0 if the unit is in none.
func (p JSONPlace) Run() uint16 { return uint16(p >> 1) }

// InString tells whether the unit begins inside of a string.
func (p JSONPlace) InString() bool { return p&1 > 0 }

// Raise gives the mark a rank, if that is higher than the one it has.
func (m *Mark) Raise(r Rank, score uint8, why Why) {
	if r > m.Rank || r == m.Rank && score > m.Score {
		m.Rank, m.Score, m.Why = r, score, why
	}
}

// Reducer marks the units of a section. len(marks) is s.Len(), all of them
// zero at first. A Reducer keeps no state between calls, holds on to nothing
// and may be called concurrently.
type Reducer func(s block.Section, marks []Mark)
