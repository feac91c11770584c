// Package reduce ranks the units of a section: how much each one matters to
// an engineer who has to act on the output.
//
// There is one reducer for each shape, listed in For's table. A reducer is
// pure: it sees a section and marks its units. It can't print, store, count
// tokens or read the environment, and it doesn't know who called it. Budgets,
// gaps, keep patterns and views are not its business; they exist once, for
// all shapes, in the packages plan and render.
package reduce

import (
	"elide/internal/block"
	"elide/internal/shape"
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
	WhyCheap
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
	WhyCheap:       "costs no more than its gap",
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
}

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

// For returns the reducer of a shape.
func For(sh shape.Shape) Reducer {
	switch sh {
	case shape.JSONArray, shape.JSONObject:
		return jsonDocument
	case shape.JSONLines:
		return jsonLines
	case shape.TestLog:
		return testLog
	case shape.BuildLog:
		return buildLog
	case shape.Log:
		return serviceLog
	case shape.Stack:
		return stack
	case shape.Grep:
		return grep
	case shape.Diff:
		return diff
	case shape.SourceBrace:
		return sourceBrace
	case shape.SourceIndent:
		return sourceIndent
	case shape.Prose:
		return prose
	case shape.Table:
		return table
	case shape.Listing:
		return listing
	}
	return plain
}
