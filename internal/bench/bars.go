package bench

import "fmt"

// Bars are what a run must reach. The zero value asks for nothing.
type Bars struct {
	MinKept      float64 // percent of all labels
	MaxCost      float64 // percent, mean effective cost over large cases; 0: no bar
	RequireExact bool    // every case restored byte for byte
	NeverLarger  bool    // no output larger than its input
}

// Miss is a bar that was missed, in words.
type Miss struct {
	ID   string // of the case; "": all of them
	Text string
}

func (m Miss) String() string {
	if m.ID == "" {
		return m.Text
	}
	return m.ID + ": " + m.Text
}

// Misses lists what the filter's rows missed; nothing if every bar was reached.
func (b Bars) Misses(rep *Report, filter string) []Miss {
	var out []Miss
	rows := rep.By(filter)
	for i := range rows {
		out = append(out, b.row(&rows[i])...)
	}
	all := rep.Total(filter, TotalAll)
	if kept := 100 * share(all.Kept, all.Labels); all.Labels > 0 && kept < b.MinKept {
		out = append(out, Miss{Text: fmt.Sprintf("kept %.2f %% of the labels (%d of %d), at least %g %% wanted",
			kept, all.Kept, all.Labels, b.MinKept)})
		out = append(out, lost(rows)...)
	}
	large := rep.Total(filter, TotalLarge)
	if cost := 100 * large.Cost; b.MaxCost > 0 && large.Cases > 0 && cost > b.MaxCost {
		out = append(out, Miss{Text: fmt.Sprintf("mean effective cost of the %d cases of %s is %.1f %%, at most %g %% wanted",
			large.Cases, TotalLarge, cost, b.MaxCost)})
	}
	return out
}

// row lists what one case missed. An error always counts, as the filter then
// did not do what was measured.
func (b Bars) row(r *Row) []Miss {
	var out []Miss
	if r.Err != "" {
		out = append(out, Miss{r.ID, r.Err})
	}
	if b.RequireExact && !r.Exact {
		out = append(out, Miss{r.ID, "not restored exactly: " + r.Difference})
	}
	if b.NeverLarger && r.Larger() {
		out = append(out, Miss{r.ID, fmt.Sprintf("larger than its input: %d bytes and %d tokens of %d and %d",
			r.BytesOut, r.Tokens, r.BytesIn, r.TokensIn)})
	}
	return out
}

func lost(rows []Row) []Miss {
	var out []Miss
	for i := range rows {
		if r := &rows[i]; !r.Whole() {
			out = append(out, Miss{r.ID, fmt.Sprintf("lost %d of %d labels, the first: %.120q",
				r.Labels-r.Kept, r.Labels, r.Missed[0].Text)})
		}
	}
	return out
}

// costSlack is how much a case's effective cost may rise before it is worse:
// half a percent of its input.
const costSlack = 0.005

// Worse lists the cases of the filter that are worse in now than they were in
// before. A case that only one of them has is no comparison.
func Worse(before, now *Report, filter string) []Miss {
	old := map[string]Row{}
	for _, r := range before.By(filter) {
		old[r.ID] = r
	}
	var out []Miss
	for _, r := range now.By(filter) {
		if was, ok := old[r.ID]; ok {
			out = append(out, worse(was, r)...)
		}
	}
	return out
}

func worse(was, is Row) []Miss {
	var out []Miss
	if is.Labels-is.Kept > was.Labels-was.Kept {
		out = append(out, Miss{is.ID, fmt.Sprintf("kept %d of %d labels, %d of %d before: %.120q is lost",
			is.Kept, is.Labels, was.Kept, was.Labels, newlyMissed(was, is))})
	}
	if is.Cost > was.Cost+costSlack {
		out = append(out, Miss{is.ID, fmt.Sprintf("effective cost %.1f %%, %.1f %% before", 100*is.Cost, 100*was.Cost)})
	}
	if was.Exact && !is.Exact {
		out = append(out, Miss{is.ID, "no longer restored exactly: " + is.Difference})
	}
	if was.Err == "" && is.Err != "" {
		out = append(out, Miss{is.ID, is.Err})
	}
	return out
}

// newlyMissed returns the first label that is lost now and was not before.
func newlyMissed(was, is Row) string {
	for _, l := range is.Missed {
		known := false
		for _, o := range was.Missed {
			known = known || o == l
		}
		if !known {
			return l.Text
		}
	}
	return ""
}
