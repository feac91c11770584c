package bench

import (
	"context"
	"fmt"
)

// BudgetLine is the measure of one filter at one budget, over the cases that
// have labels.
type BudgetLine struct {
	Budget  int     `json:"budget"`
	Filter  string  `json:"filter"`
	Cases   int     `json:"cases"`
	Whole   int     `json:"whole"`
	Labels  int     `json:"labels"`
	Kept    int     `json:"kept"`
	Mean    float64 `json:"mean_kept"` // mean over cases of the share kept
	Dropped int     `json:"dropped"`   // labels lost that the next smaller budget kept

	Over []string `json:"over,omitempty"` // cases whose output is over the budget by more than 5 %
}

// overshoot is how far over a budget an output may be: budgets are met by an
// estimate of the tokens.
const overshoot = 1.05

// budgets measures the first filter and the rivals at every budget.
func (r Run) budgets(ctx context.Context, cases []*Case) ([]BudgetLine, error) {
	filters := append(r.Filters[:1:1], r.Rivals...)
	lost := make([]map[string]bool, len(filters)) // labels lost at the last budget
	var lines []BudgetLine
	for _, budget := range r.Budgets {
		for i, f := range filters {
			line, now, err := r.atBudget(ctx, f, budget, cases)
			if err != nil {
				return nil, err
			}
			for label := range now {
				if lost[i] != nil && !lost[i][label] {
					line.Dropped++
				}
			}
			lost[i] = now
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// atBudget measures the filter, and returns the labels that it lost.
func (r Run) atBudget(ctx context.Context, f Filter, budget int, cases []*Case) (BudgetLine, map[string]bool, error) {
	line, lost := BudgetLine{Budget: budget, Filter: f.Name}, map[string]bool{}
	for _, c := range cases {
		if c.Labels() == 0 {
			continue
		}
		out, err := f.Run(ctx, c, budget)
		if ctx.Err() != nil {
			return line, nil, ctx.Err()
		}
		if err != nil {
			return line, nil, fmt.Errorf("%s at %d tokens: %s: %w", f.Name, budget, c.ID, err)
		}
		n, err := r.Count(out.Text)
		if err != nil {
			return line, nil, err
		}
		missed := c.Missed(out.Text)
		for _, l := range missed {
			lost[fmt.Sprintf("%s\x00%d\x00%s", c.ID, l.Line, l.Text)] = true
		}
		line.add(c, len(missed), n)
	}
	if line.Cases > 0 {
		line.Mean /= float64(line.Cases)
	}
	return line, lost, nil
}

func (b *BudgetLine) add(c *Case, missed, tokens int) {
	b.Cases++
	b.Labels += c.Labels()
	b.Kept += c.Labels() - missed
	b.Mean += share(c.Labels()-missed, c.Labels())
	if missed == 0 {
		b.Whole++
	}
	if float64(tokens) > overshoot*float64(b.Budget) {
		b.Over = append(b.Over, fmt.Sprintf("%s %d", c.ID, tokens))
	}
}
