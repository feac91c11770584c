package trial

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"elide.example/elide/internal/interval"
	"elide.example/elide/internal/order"
)

// Verdict is what the bills say.
type Verdict string

// The verdicts.
const (
	Cheaper   Verdict = "cheaper"    // with elide, and the interval has no room for none
	Dearer    Verdict = "dearer"     // the same the other way
	NotEnough Verdict = "not_enough" // to tell
)

// Figure is what is compared of a conversation, on average.
type Figure struct {
	Name    string // as JSON has it
	Holdout interval.Estimate
	Elide   interval.Estimate
	Change  interval.Estimate // of elide over holdout; 1 is none
}

// Kind is the conversations of one model.
type Kind struct {
	Model          string
	Holdout, Elide int
	Compared       bool // both groups have enough of them
}

// Need is how many more conversations show a change of the bill, in four of five trials.
type Need struct {
	Change         float64 // such as -0.1
	Holdout, Elide int
}

// Left is what is not compared, or only with reserve.
type Left struct {
	Nameless int // requests that name no conversation
	Before   int // conversations that began before any was left alone, or after
	Moved    int // that were in several groups, as the share that is left alone was changed
	Off      int // that were switched off by hand throughout
	Observed int // that were only looked at
	Silent   int // of which the provider said nothing of what it counted

	// Of the conversations that are compared:
	Switched int    // those that were switched off by hand for some requests
	Unpriced int    // those that the bill is told without, as some request has no price
	Requests [2]int // of those left alone, and with elide
	NoUsage  [2]int // of these requests, those of which the provider said nothing
}

// Result is a comparison.
type Result struct {
	Since, Until   time.Time // when the first of them began, and the last
	Holdout, Elide int       // conversations that are compared
	OneIn          int       // one in so many conversations was kept
	Kinds          []Kind    // most conversations first
	Mixed          bool      // no model has enough in both groups: the figures are of all
	Figures        []Figure
	Verdict        Verdict
	Needs          []Need
	Left           Left
}

// shownChange is the change that one asks for if nothing else is known.
const shownChange = -0.10

// The figures of money: the bill, by which it is judged; each conversation's counted
// alike; and a request's.
const (
	Bill           = "bill"
	billAlike      = "bill_alike"
	billPerRequest = "bill_per_request"
)

// measures are the figures. What is not of money is told of all conversations.
var measures = []struct {
	name    string
	money   bool
	measure interval.Measure
	of      func(*conversation) interval.Point
}{
	{Bill, true, interval.Ratio, func(c *conversation) interval.Point { return interval.Point{X: c.paid, D: 1} }},
	{billAlike, true, interval.Typical, func(c *conversation) interval.Point { return interval.Point{X: math.Log(c.paid), D: 1} }},
	{billPerRequest, true, interval.Ratio, func(c *conversation) interval.Point { return interval.Point{X: c.paid, D: float64(c.requests)} }},
	{"requests", false, interval.Ratio, func(c *conversation) interval.Point { return each(c.requests) }},
	{"input", false, interval.Ratio, func(c *conversation) interval.Point { return each(c.tokens.Input) }},
	{"cache_read", false, interval.Ratio, func(c *conversation) interval.Point { return each(c.tokens.CacheRead) }},
	{"cache_write", false, interval.Ratio, func(c *conversation) interval.Point { return each(c.tokens.CacheWrite) }},
	{"output", false, interval.Ratio, func(c *conversation) interval.Point { return each(c.tokens.Output) }},
	{"expansions", false, interval.Ratio, func(c *conversation) interval.Point { return each(c.expanded) }},
}

func each(n int) interval.Point { return interval.Point{X: float64(n), D: 1} }

// groups are the conversations of both groups.
type groups struct{ holdout, elide []*conversation }

// Result compares what was collected, of conversations that began at that time or
// later. nil: none was left alone.
func (c *Collector) Result(since time.Time) *Result {
	r := &Result{OneIn: int(c.among), Verdict: NotEnough}
	r.Left.Nameless = c.nameless
	both := c.sorted(r, since)
	if len(both.holdout) == 0 {
		return nil
	}
	both.elide = r.during(both)
	r.span(both)
	kinds := c.kinds(r, both)
	if len(kinds) == 0 {
		kinds = []groups{both}
		r.Mixed = len(r.Kinds) > 1
	}
	r.count(kinds)
	for _, m := range measures {
		a, b := strata(kinds, m.money, m.of)
		f := Figure{Name: m.name}
		f.Holdout, f.Elide, f.Change = interval.Compare(m.measure, a, b)
		if r.Mixed {
			f.Holdout, f.Elide, f.Change = unsure(f.Holdout), unsure(f.Elide), unsure(f.Change)
		}
		r.Figures = append(r.Figures, f)
		if m.name == Bill {
			r.judge(&f, a, b)
		}
	}
	return r
}

func unsure(e interval.Estimate) interval.Estimate { return interval.Estimate{Value: e.Value} }

// sorted tells the conversations of both groups from the others, which it counts, in an
// order that is always the same.
func (c *Collector) sorted(r *Result, since time.Time) (both groups) {
	ids := make([]uint64, 0, len(c.all))
	for id := range c.all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		conv := c.all[id]
		if conv.first.Before(since) {
			continue
		}
		switch in := conv.in &^ inOff; {
		case in == 0:
			r.Left.Off++
		case in == inObserve:
			r.Left.Observed++
		case in != inElide && in != inHoldout:
			r.Left.Moved++
		case conv.silent == conv.requests:
			r.Left.Silent++
		case in == inHoldout:
			both.holdout = append(both.holdout, conv)
		default:
			both.elide = append(both.elide, conv)
		}
	}
	return both
}

// during returns the conversations with elide that began while some were left alone:
// between the first that was and the last, and as long before and after as it takes on
// average until one is.
func (r *Result) during(both groups) []*conversation {
	first, last := bounds(both.holdout)
	if n := len(both.holdout); n > 1 {
		gap := last.Sub(first) / time.Duration(n-1)
		first, last = first.Add(-gap), last.Add(gap)
	}
	var list []*conversation
	for _, conv := range both.elide {
		if len(both.holdout) > 1 && (conv.first.Before(first) || conv.first.After(last)) {
			r.Left.Before++
			continue
		}
		list = append(list, conv)
	}
	return list
}

func bounds(list []*conversation) (first, last time.Time) {
	for i, conv := range list {
		if i == 0 || conv.first.Before(first) {
			first = conv.first
		}
		if i == 0 || conv.first.After(last) {
			last = conv.first
		}
	}
	return first, last
}

// span notes from when to when it is.
func (r *Result) span(both groups) {
	r.Since, r.Until = bounds(slices.Concat(both.holdout, both.elide))
}

// kinds parts the conversations by their models, and returns those that both groups have
// enough of.
func (c *Collector) kinds(r *Result, both groups) (compared []groups) {
	by := map[string]*groups{}
	of := func(conv *conversation) *groups {
		name := c.models[conv.model]
		if by[name] == nil {
			by[name] = &groups{}
		}
		return by[name]
	}
	for _, conv := range both.holdout {
		of(conv).holdout = append(of(conv).holdout, conv)
	}
	for _, conv := range both.elide {
		of(conv).elide = append(of(conv).elide, conv)
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		g := by[name]
		k := Kind{Model: name, Holdout: len(g.holdout), Elide: len(g.elide)}
		if k.Compared = min(k.Holdout, k.Elide) >= interval.LeastOfAKind; k.Compared {
			compared = append(compared, *g)
		}
		r.Kinds = append(r.Kinds, k)
	}
	order.By(r.Kinds, func(a, b Kind) int { return cmp.Compare(b.Holdout+b.Elide, a.Holdout+a.Elide) })
	return compared
}

// count counts what is compared.
func (r *Result) count(kinds []groups) {
	for _, g := range kinds {
		r.Holdout += len(g.holdout)
		r.Elide += len(g.elide)
		for i, list := range [2][]*conversation{g.holdout, g.elide} {
			for _, conv := range list {
				r.Left.Requests[i] += conv.requests
				r.Left.NoUsage[i] += conv.silent
				if conv.in&inOff != 0 {
					r.Left.Switched++
				}
				if conv.unpriced > 0 {
					r.Left.Unpriced++
				}
			}
		}
	}
}

// strata makes of the conversations what is compared. Where it is money, those without
// a price are left out, and then the kinds of which too few are left.
func strata(kinds []groups, money bool, of func(*conversation) interval.Point) (holdout, elide []interval.Stratum) {
	for _, g := range kinds {
		a, b := points(g.holdout, money, of), points(g.elide, money, of)
		if len(kinds) > 1 && min(len(a), len(b)) < interval.LeastOfAKind {
			continue
		}
		weight := float64(len(a) + len(b))
		holdout = append(holdout, interval.Stratum{Units: a, Weight: weight})
		elide = append(elide, interval.Stratum{Units: b, Weight: weight})
	}
	return holdout, elide
}

func points(list []*conversation, money bool, of func(*conversation) interval.Point) (all []interval.Point) {
	for _, conv := range list {
		if !money || conv.unpriced == 0 && conv.paid > 0 {
			all = append(all, of(conv))
		}
	}
	return all
}

// judge says what the bill tells, and what it would take to tell more.
func (r *Result) judge(bill *Figure, a, b []interval.Stratum) {
	switch c := bill.Change; {
	case c.Known && c.Most < 1:
		r.Verdict = Cheaper
		return
	case c.Known && c.Least > 1:
		r.Verdict = Dearer
		return
	}
	changes := []float64{shownChange}
	const hardlyAny = 0.02
	if seen := bill.Change.Value - 1; seen > -1 && math.Abs(seen) >= hardlyAny && math.Abs(seen-shownChange) >= hardlyAny {
		changes = append(changes, seen)
	}
	for _, change := range changes {
		holdout, elide, ok := interval.Needed(interval.Ratio, a, b, change)
		if !ok || r.Mixed || min(r.Holdout, r.Elide) < interval.LeastUnits {
			continue
		}
		r.Needs = append(r.Needs, Need{change, max(0, holdout-r.Holdout), max(0, elide-r.Elide)})
	}
}
