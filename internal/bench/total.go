package bench

import "sort"

// Total is the measure of one filter over many cases.
type Total struct {
	Name         string  `json:"name"`
	Filter       string  `json:"filter"`
	Cases        int     `json:"cases"`
	Whole        int     `json:"whole"` // cases that lost no label
	Labels       int     `json:"labels"`
	Kept         int     `json:"kept"`
	TokensIn     int     `json:"tokens_in"`
	Tokens       int     `json:"tokens_out"`
	BytesIn      int     `json:"bytes_in"`
	BytesOut     int     `json:"bytes_out"`
	Cost         float64 `json:"cost"`          // mean over cases
	WeightedCost float64 `json:"weighted_cost"` // by tokens in
	Floor        float64 `json:"floor"`         // mean over cases
	Exact        int     `json:"exact"`         // cases restored byte for byte
	Restores     int     `json:"restores"`
	Seconds      float64 `json:"seconds"`
}

// LargeBytes is the length from which a case is large: those that a
// reduction is for.
const LargeBytes = 4 << 10

// Sum totals the rows of one filter.
func Sum(name string, rows []Row) Total {
	t := Total{Name: name}
	paid := 0.0
	for i := range rows {
		r := &rows[i]
		t.Filter = r.Filter
		t.add(r)
		paid += r.Cost * float64(r.TokensIn)
	}
	if t.Cases > 0 {
		t.Cost /= float64(t.Cases)
		t.Floor /= float64(t.Cases)
	}
	if t.TokensIn > 0 {
		t.WeightedCost = paid / float64(t.TokensIn)
	}
	return t
}

func (t *Total) add(r *Row) {
	t.Cases++
	t.Labels += r.Labels
	t.Kept += r.Kept
	t.TokensIn += r.TokensIn
	t.Tokens += r.Tokens
	t.BytesIn += r.BytesIn
	t.BytesOut += r.BytesOut
	t.Cost += r.Cost
	t.Floor += r.Floor
	t.Seconds += r.Seconds
	if r.Whole() {
		t.Whole++
	}
	if r.Restores {
		t.Restores++
	}
	if r.Exact {
		t.Exact++
	}
}

// MBPerSecond is the speed over all the cases.
func (t *Total) MBPerSecond() float64 {
	if t.Seconds <= 0 {
		return 0
	}
	return float64(t.BytesIn) / 1e6 / t.Seconds
}

// Totals returns the totals of a filter's rows: one for each shape, in the
// order of their names, then all large cases if there are any, then all.
func Totals(rows []Row) []Total {
	byShape := map[string][]Row{}
	var shapes []string
	var large []Row
	for _, r := range rows {
		sh := r.Group()
		if byShape[sh] == nil {
			shapes = append(shapes, sh)
		}
		byShape[sh] = append(byShape[sh], r)
		if r.BytesIn >= LargeBytes {
			large = append(large, r)
		}
	}
	sort.Strings(shapes)
	var totals []Total
	for _, sh := range shapes {
		totals = append(totals, Sum(sh, byShape[sh]))
	}
	if len(large) > 0 {
		totals = append(totals, Sum(TotalLarge, large))
	}
	return append(totals, Sum(TotalAll, rows))
}

// The names of the totals over more than one shape.
const (
	TotalLarge = ">= 4 KiB"
	TotalAll   = "all"
)

// Group is the shape under which the row is counted: what the filter said,
// and if it said nothing, what the case says.
func (r *Row) Group() string {
	if r.Shape != "" {
		return r.Shape
	}
	return r.Labelled
}
