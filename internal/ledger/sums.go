package ledger

import (
	"maps"
	"slices"

	"elide.example/elide/internal/jsonlines"
)

// Sum is what a number of exchanges come to.
type Sum struct {
	Requests        int `json:"requests"`  // all that came
	Billed          int `json:"billed"`    // of them, what a provider charges for
	Unchanged       int `json:"unchanged"` // of those billed, sent as they came
	Doubts          int `json:"doubts"`    // and that for a doubt
	Results         int `json:"results"`
	Reduced         int `json:"reduced"`
	References      int `json:"references"`
	ExpansionTurns  int `json:"expansion_turns"` // that carried an expansion for the first time
	ExpansionTokens int `json:"expansion_tokens"`
	ExpansionAgain  int `json:"expansion_tokens_again"` // of those that were sent before
	TokensIn        int `json:"tokens_in"`
	TokensOut       int `json:"tokens_out"`

	// Of the requests of which it is known what would have become of them: how many,
	// and the tokens of their results as they came, and as they would have been sent.
	Observed       int `json:"observed"`
	WouldTokensIn  int `json:"would_tokens_in"`
	WouldTokensOut int `json:"would_tokens_out"`
	WouldResults   int `json:"would_results"` // of those requests
	WouldReduced   int `json:"would_reduced"` // of those results

	Usage    Usage `json:"usage"`
	NoUsage  int   `json:"no_usage"` // billed requests of which the provider did not say what it counted
	NoPrice  int   `json:"no_price"` // billed requests whose model is not in the table
	Cost     Cost  `json:"-"`
	Warnings int   `json:"warnings"`
}

// Saved returns the estimated tokens that were not sent, less those of the
// expansions, as often as they were sent.
func (s *Sum) Saved() int { return s.TokensIn - s.TokensOut - s.ExpansionTokens - s.ExpansionAgain }

// WouldSave returns the estimated tokens that would not have been sent, as often as
// they were.
func (s *Sum) WouldSave() int { return s.WouldTokensIn - s.WouldTokensOut }

// Share returns what Saved is of all tokens, from 0 to 1.
func (s *Sum) Share() float64 {
	if s.TokensIn == 0 {
		return 0
	}
	return float64(s.Saved()) / float64(s.TokensIn)
}

// Priced tells whether there is money for any of the exchanges.
func (s *Sum) Priced() bool { return s.Billed > s.NoUsage+s.NoPrice }

// Add counts one exchange, with the money of a price table.
func (s *Sum) Add(r *Record, prices *Prices) {
	s.Requests++
	s.Warnings += r.Warnings
	if !r.Billed() {
		return
	}
	s.Billed++
	s.addReport(r)
	if r.Usage == nil {
		s.NoUsage++
		return
	}
	s.addUsage(r.Usage)
	cost, known := prices.Cost(r)
	if !known {
		s.NoPrice++
	}
	s.Cost.add(cost)
}

func (s *Sum) addReport(r *Record) {
	if r.Unchanged != "" {
		s.Unchanged++
	}
	if r.Doubt {
		s.Doubts++
	}
	if r.ExpansionTokens > 0 {
		s.ExpansionTurns++
	}
	s.Results += r.Results
	s.Reduced += r.Reduced
	s.References += r.References
	s.ExpansionTokens += r.ExpansionTokens
	s.ExpansionAgain += r.ExpansionTokensAgain
	s.TokensIn += r.TokensIn
	s.TokensOut += r.TokensOut
	if w := r.Would; w != nil {
		s.Observed++
		s.WouldTokensIn += r.TokensIn
		s.WouldTokensOut += w.TokensOut
		s.WouldResults += r.Results
		s.WouldReduced += w.Reduced
	}
}

func (s *Sum) addUsage(u *Usage) {
	s.Usage.Input += u.Input
	s.Usage.Output += u.Output
	s.Usage.CacheRead += u.CacheRead
	s.Usage.CacheWrite += u.CacheWrite
	s.Usage.CacheWrite1h += u.CacheWrite1h
	s.Usage.Reasoning += u.Reasoning
}

// Merge adds what other exchanges come to.
func (s *Sum) Merge(o *Sum) {
	for _, n := range []struct {
		to   *int
		more int
	}{
		{&s.Requests, o.Requests}, {&s.Billed, o.Billed}, {&s.Unchanged, o.Unchanged}, {&s.Doubts, o.Doubts},
		{&s.Results, o.Results}, {&s.Reduced, o.Reduced}, {&s.References, o.References},
		{&s.ExpansionTurns, o.ExpansionTurns}, {&s.ExpansionTokens, o.ExpansionTokens}, {&s.ExpansionAgain, o.ExpansionAgain},
		{&s.TokensIn, o.TokensIn}, {&s.TokensOut, o.TokensOut},
		{&s.Observed, o.Observed}, {&s.WouldTokensIn, o.WouldTokensIn}, {&s.WouldTokensOut, o.WouldTokensOut}, {&s.WouldResults, o.WouldResults}, {&s.WouldReduced, o.WouldReduced},
		{&s.NoUsage, o.NoUsage}, {&s.NoPrice, o.NoPrice}, {&s.Warnings, o.Warnings},
	} {
		*n.to += n.more
	}
	s.addUsage(&o.Usage)
	s.Cost.add(o.Cost)
}

// By is what sums are grouped by.
type By string

// The ways to group.
const (
	ByModel        By = "model"
	ByConversation By = "conversation"
	ByGroup        By = "group"
)

// AllBy returns the ways to group.
func AllBy() []By { return []By{ByModel, ByConversation, ByGroup} }

// of returns the name that a record is summed up under.
func (by By) of(r *Record) string {
	switch by {
	case ByConversation:
		return r.Conversation
	case ByGroup:
		return r.GroupOf()
	}
	return jsonlines.Plain(r.Model)
}

// most is how many are told apart. What a client names is not bounded, and memory and
// tables have to be.
func (by By) most() int {
	if by == ByConversation {
		return 1000
	}
	return 100
}

// Rest stands for what is beyond those that are told apart.
const Rest = "(others)"

// Sums holds the sums of exchanges, by one of the ways and in all. The zero value is not
// ready; NewSums is.
type Sums struct {
	prices *Prices
	by     By
	groups map[string]*Sum
	order  []string // their names as they came
	total  Sum
}

// NewSums returns sums of nothing by model, with the money of a price table.
func NewSums(prices *Prices) *Sums { return NewSumsBy(prices, ByModel) }

// NewSumsBy returns sums of nothing, with the money of a price table.
func NewSumsBy(prices *Prices, by By) *Sums {
	return &Sums{prices: prices, by: by, groups: map[string]*Sum{}}
}

// Add counts one exchange.
func (s *Sums) Add(r *Record) {
	name := s.by.of(r)
	sum, ok := s.groups[name]
	if !ok && len(s.groups) >= s.by.most() {
		name = Rest
		sum, ok = s.groups[name]
	}
	if !ok {
		sum = &Sum{}
		s.groups[name] = sum
		s.order = append(s.order, name)
	}
	sum.Add(r, s.prices)
	s.total.Add(r, s.prices)
}

// Total returns the sum of all exchanges.
func (s *Sums) Total() Sum { return s.total }

// Names returns the names of what is told apart, sorted; of conversations in the order in
// which they came. That of requests that name none is "".
func (s *Sums) Names() []string {
	if s.by == ByConversation {
		return slices.Clone(s.order)
	}
	return slices.Sorted(maps.Keys(s.groups))
}

// Of returns the sum of the exchanges of a name.
func (s *Sums) Of(name string) Sum {
	if sum, ok := s.groups[name]; ok {
		return *sum
	}
	return Sum{}
}
