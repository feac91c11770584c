package replay

import (
	"cmp"
	"slices"
	"time"

	"elide.example/elide/internal/order"
)

// Sum is what some of the outputs, or of the conversations, come to. Costs are in
// uncached input tokens.
type Sum struct {
	Outputs int     `json:"outputs"`
	Tokens  int     `json:"tokens"` // of the outputs, each once
	Shown   int     `json:"shown"`  // as elide shows them
	Cost    float64 `json:"cost"`   // without elide
	Elided  float64 `json:"cost_with_elide"`
	Facts   int     `json:"facts_used"`
	Hidden  int     `json:"facts_hidden"`

	Dollars float64 `json:"dollars"` // of the cost, as far as prices are known
	Saved   float64 `json:"dollars_saved"`
}

func (s *Sum) add(o *Sum) {
	s.Outputs += o.Outputs
	s.Tokens += o.Tokens
	s.Shown += o.Shown
	s.Cost += o.Cost
	s.Elided += o.Elided
	s.Facts += o.Facts
	s.Hidden += o.Hidden
	s.Dollars += o.Dollars
	s.Saved += o.Saved
}

// priced says what the sum comes to in dollars.
func (s *Sum) priced(p *Prices) {
	const million = 1e6
	s.Dollars = s.Cost * p.Dollar / million
	s.Saved = (s.Cost - s.Elided) * p.Dollar / million
}

// Net returns what was saved, as a part of whole.
func (s *Sum) Net(whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return (s.Cost - s.Elided) / whole
}

// Group is the sum of one name.
type Group struct {
	Name string `json:"name"`
	Sum
}

// The groupings.
const (
	ByTool = "tool"
	ByHost = "host"
	ByWeek = "week"
)

// AllBy returns the groupings, in the order in which they are shown.
func AllBy() []string { return []string{ByTool, ByHost, ByWeek} }

// Sums is what a report comes to, for one of its ways.
type Sums struct {
	Report *Report

	Total         Sum // of whole conversations
	Conversations int
	Requests      int
	First, Last   time.Time
	Results       float64        // what the outputs cost, of the total
	Recovery      float64        // what it would cost to fetch what is missed
	NotWhole      int            // outputs that hide something that was used
	Dearer        int            // conversations that cost more with elide
	Unpriced      int            // conversations whose model has no price
	Median        float64        // of the conversations, what is saved of the bill
	zone          *time.Location // of the days
	groups        map[string]map[string]*Sum
}

// Sums adds up the conversations in the report's own way, in days of the zone.
func (rep *Report) Sums(zone *time.Location) *Sums {
	s := &Sums{Report: rep, zone: zone, Conversations: len(rep.All), groups: map[string]map[string]*Sum{ByTool: {}, ByHost: {}, ByWeek: {}}}
	var shares []float64
	for _, m := range rep.All {
		sum := m.sum(rep.Detail)
		s.Total.add(&sum)
		s.Requests += m.Requests
		s.Results += m.ResultCost
		w := &m.Ways[rep.Detail]
		s.Recovery += w.Recovered.Cost - w.Bill.Cost
		s.NotWhole += w.NotWhole
		if sum.Elided > dearer*sum.Cost {
			s.Dearer++
		}
		if m.Prices.Dollar == 0 {
			s.Unpriced++
		}
		shares = append(shares, sum.Net(sum.Cost))
		s.dated(m.Start)
		s.group(ByHost, m.Host).add(&sum)
		s.group(ByWeek, weekOf(m.Start, zone)).add(&sum)
		for i := range m.Outputs {
			one := m.Outputs[i].sum()
			one.priced(&m.Prices)
			s.group(ByTool, m.Outputs[i].Tool).add(&one)
		}
	}
	if slices.Sort(shares); len(shares) > 0 {
		s.Median = shares[len(shares)/2]
	}
	return s
}

func (s *Sums) dated(t time.Time) {
	if t.IsZero() {
		return
	}
	if s.First.IsZero() || t.Before(s.First) {
		s.First = t
	}
	if t.After(s.Last) {
		s.Last = t
	}
}

// sum returns what a conversation comes to in a way.
func (m *Measured) sum(way int) Sum {
	w := &m.Ways[way]
	s := Sum{
		Outputs: m.Results, Tokens: m.Tokens, Shown: w.Once, Cost: m.Ways[0].Bill.Cost, Elided: w.Recovered.Cost,
		Facts: m.Facts, Hidden: w.Missed,
	}
	s.priced(&m.Prices)
	return s
}

func (o *Output) sum() Sum {
	return Sum{
		Outputs: 1, Tokens: o.Tokens, Shown: o.Shown, Cost: o.Cost, Elided: o.ShownCost + o.RecoveryCost,
		Facts: o.Facts, Hidden: len(o.Missed),
	}
}

// weekOf returns the Monday of a time's week, "" of none.
func weekOf(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(zone)
	back := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-back, 12, 0, 0, 0, zone).Format(time.DateOnly)
}

func (s *Sums) group(by, name string) *Sum {
	sum := s.groups[by][name]
	if sum == nil {
		sum = &Sum{}
		s.groups[by][name] = sum
	}
	return sum
}

// Groups returns the sums of a grouping: weeks in their order, all else with what
// cost most first.
func (s *Sums) Groups(by string) []Group {
	list := []Group{}
	for name, sum := range s.groups[by] {
		list = append(list, Group{name, *sum})
	}
	order.By(list, func(a, b Group) int {
		if by == ByWeek {
			return cmp.Compare(a.Name, b.Name)
		}
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// Miss is an output that hides something that was used, and where it stands.
type Miss struct {
	Path  string `json:"path"`
	Line  int    `json:"line"` // of the transcript
	Host  string `json:"host"`
	Tool  string `json:"tool"`
	Facts []Fact `json:"facts"`
}

// Fact is one of the things that were used.
type Fact struct {
	Sort   string `json:"kind"`
	Line   int    `json:"line,omitempty"` // of the output
	UsedAt int    `json:"used_at"`        // line of the transcript
	Text   string `json:"text,omitempty"`
}

// Misses returns the outputs that hide something, in the order of the files.
func (rep *Report) Misses() []Miss {
	list := []Miss{}
	for _, m := range rep.All {
		for i := range m.Outputs {
			o := &m.Outputs[i]
			if len(o.Missed) == 0 {
				continue
			}
			one := Miss{Path: m.Path, Line: o.Line, Host: m.Host, Tool: o.Tool}
			for _, f := range o.Missed {
				one.Facts = append(one.Facts, Fact(f))
			}
			list = append(list, one)
		}
	}
	return list
}

// reasons returns why files were left out, and how many.
func (rep *Report) reasons() (list []Count) {
	counts := map[string]int{}
	for _, s := range rep.Skipped {
		counts[s.Why]++
	}
	for why, n := range counts {
		list = append(list, Count{why, n})
	}
	order.By(list, func(a, b Count) int { return cmp.Or(b.Files-a.Files, cmp.Compare(a.Why, b.Why)) })
	return list
}

// Count is how many files were left out for a reason.
type Count struct {
	Why   string `json:"why"`
	Files int    `json:"files"`
}
