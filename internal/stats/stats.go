// Package stats adds up an audit log: what was saved, by day, tool, shape, host
// and front end, and what of it was not worth it.
//
//   - What was saved is net: what expansions gave back is taken off where the
//     reduction that they undo was counted. Where that is more than was saved
//     there is a loss, and it is shown as one.
//   - A reduction shows a sign of regret if its reader soon acted as if something
//     was missing: he asked for the original within ExpandedWithin, or the next
//     that the same session had reduced, within RerunWithin, was the same tool's
//     and about the same output. It is a sign and no proof: who runs a test again
//     after a fix to see it fail as before gives the same one.
//   - An expansion that a proxy saw pass is the one that the program which gave
//     it has noted, if there is one with the same hash; it counts once.
//
// Tokens are estimates, and each output counts once, though an agent may send it
// again with each turn: what a proxy saved over all turns, elide cost says.
//
// A proxy's statistics are read as well, and kept apart: they have requests, not outputs
// (exchanges.go), and package trial compares the groups of them.
//
// There is a file for each way to show the sums: a table with bars for
// terminals, JSON, a page, a line of text. Nothing here is safe for concurrent
// use.
package stats

import (
	"cmp"
	"maps"
	"strings"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/order"
)

// Sum is what some of the events come to.
type Sum struct {
	Reductions     int   `json:"reductions"` // outputs that were reduced
	Expansions     int   `json:"expansions"` // times that an original, or a part of one, was given back
	BytesIn        int64 `json:"bytes_in"`
	BytesOut       int64 `json:"bytes_out"`
	BytesExpanded  int64 `json:"bytes_expanded"`
	TokensIn       int64 `json:"tokens_in"` // as are all tokens, estimated
	TokensOut      int64 `json:"tokens_out"`
	TokensExpanded int64 `json:"tokens_expanded"`

	// Of the reductions those with a sign of regret, by the first sign.
	ExpandedSoon int `json:"expanded_soon"`
	RunAgain     int `json:"run_again"`
}

// Net returns the tokens that were saved; less than none is a loss.
func (s *Sum) Net() int64 { return s.TokensIn - s.TokensOut - s.TokensExpanded }

// NetBytes is Net in bytes.
func (s *Sum) NetBytes() int64 { return s.BytesIn - s.BytesOut - s.BytesExpanded }

// Share returns what was saved as a share of what came, 0 if nothing came.
func (s *Sum) Share() float64 {
	if s.TokensIn == 0 {
		return 0
	}
	return float64(s.Net()) / float64(s.TokensIn)
}

// Regrets returns the reductions with a sign of regret.
func (s *Sum) Regrets() int { return s.ExpandedSoon + s.RunAgain }

// By is what the events are grouped by.
type By string

// The groupings.
const (
	ByDay      By = "day"
	ByTool     By = "tool"
	ByShape    By = "shape"
	ByHost     By = "host"
	ByFrontEnd By = "front-end"
)

// AllBy returns the groupings, in the order in which they are shown.
func AllBy() []By { return []By{ByDay, ByTool, ByShape, ByHost, ByFrontEnd} }

// title returns the grouping as a heading has it.
func (b By) title() string { return strings.ReplaceAll(string(b), "-", " ") }

// Group is the events of one name: a tool, a day as 2006-01-02, and so on. The
// name is "" where an event had none.
type Group struct {
	Name string
	Sum
}

// Options say what of the events is added up.
type Options struct {
	Since time.Time      // what is older is left out
	Zone  *time.Location // of the days; nil: UTC
	Model string         // whose price it is
	Price float64        // dollars for a million tokens of input; 0: not known

	Prices *ledger.Prices // of what went through a proxy; nil: those that come with the program
}

// Stats adds up events.
type Stats struct {
	opt         Options
	total       Sum
	groups      map[By]map[string]*Sum
	first, last time.Time
	unreadable  int
	history     history
	exchanges   exchanges
}

// New returns Stats that have counted nothing.
func New(opt Options) *Stats {
	if opt.Zone == nil {
		opt.Zone = time.UTC
	}
	s := &Stats{opt: opt, groups: map[By]map[string]*Sum{}, history: newHistory()}
	for _, by := range AllBy() {
		s.groups[by] = map[string]*Sum{}
	}
	return s
}

// Add counts an event. Events are to come about as they happened: those of a
// file are in order.
func (s *Stats) Add(r *audit.Record) {
	if r.Time.Before(s.opt.Since) || r.Event == audit.Observed { // which saved nothing
		return
	}
	if s.first.IsZero() || r.Time.Before(s.first) {
		s.first = r.Time
	}
	if r.Time.After(s.last) {
		s.last = r.Time
	}
	if r.Event == audit.Expanded {
		s.addExpansion(r)
		return
	}
	s.addReduction(r)
}

// Unreadable counts lines that are no events.
func (s *Stats) Unreadable(lines int) { s.unreadable += lines }

// Total returns the sum of all.
func (s *Stats) Total() Sum { return s.total }

// Empty tells whether no event was counted.
func (s *Stats) Empty() bool { return s.first.IsZero() }

// Span returns the times of the first and the last event, in the zone of the
// days.
func (s *Stats) Span() (first, last time.Time) {
	return s.first.In(s.opt.Zone), s.last.In(s.opt.Zone)
}

// Groups returns the sums by a grouping: days in their order, all else with
// what saved most first, and losses last.
func (s *Stats) Groups(by By) []Group {
	var list []Group
	for name, sum := range s.groups[by] {
		list = append(list, Group{name, *sum})
	}
	order.By(list, func(a, b Group) int {
		if by == ByDay {
			return cmp.Compare(a.Name, b.Name)
		}
		return cmp.Or(cmp.Compare(b.Net(), a.Net()), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// names are what an event is counted under.
type names map[By]string

func (s *Stats) namesOf(r *audit.Record) names {
	return names{ByDay: s.dayOf(r), ByTool: r.Tool, ByShape: r.Shape, ByHost: r.Host, ByFrontEnd: r.FrontEnd}
}

func (s *Stats) dayOf(r *audit.Record) string { return r.Time.In(s.opt.Zone).Format(time.DateOnly) }

// count does the same to the total and to the sums of these names.
func (s *Stats) count(under names, do func(*Sum)) {
	do(&s.total)
	for by, name := range maps.All(under) {
		sum, ok := s.groups[by][name]
		if !ok {
			sum = &Sum{}
			s.groups[by][name] = sum
		}
		do(sum)
	}
}

func (s *Stats) addReduction(r *audit.Record) {
	under := s.namesOf(r)
	s.count(under, func(sum *Sum) {
		sum.Reductions++
		sum.BytesIn += r.BytesIn
		sum.BytesOut += r.BytesOut
		sum.TokensIn += r.TokensIn
		sum.TokensOut += r.TokensOut
	})
	red := &reduction{Record: *r, under: under}
	if before := s.history.again(red); before != nil {
		s.regret(before, func(sum *Sum) { sum.RunAgain++ })
	}
	s.history.add(red)
}

// addExpansion counts an expansion where the reduction was counted that it
// undoes, but on its own day.
func (s *Stats) addExpansion(r *audit.Record) {
	if s.history.passedOn(r) {
		return
	}
	under := s.namesOf(r)
	red := s.history.find(r)
	if red != nil {
		under = maps.Clone(red.under)
		under[ByDay] = s.dayOf(r)
	}
	s.count(under, func(sum *Sum) {
		sum.Expansions++
		sum.BytesExpanded += r.BytesOut
		sum.TokensExpanded += r.TokensOut
	})
	if red != nil && within(red.Time, r.Time, ExpandedWithin) {
		s.regret(red, func(sum *Sum) { sum.ExpandedSoon++ })
	}
}

// regret counts a sign of regret, if it is the first for that reduction.
func (s *Stats) regret(red *reduction, do func(*Sum)) {
	if red.regretted {
		return
	}
	red.regretted = true
	s.count(red.under, do)
}
