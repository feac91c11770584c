package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// schema names the form of a report in JSON. It changes when a field does.
const schema = "elision-bench.v1"

// Run says what is to be measured.
type Run struct {
	Filters []Filter // the first is the one that bars and baselines are about
	Count   Counter
	Repeat  int // runs of each filter on each case, for the time; 0: 1

	Budgets []int    // in tokens
	Rivals  []Filter // what else is given those budgets

	Progress func(done, of int) // is told how many cases are measured; may be nil
}

// Report is what was measured.
type Report struct {
	Schema   string       `json:"schema"`
	Encoding string       `json:"encoding"`
	Corpus   string       `json:"corpus"`
	Cases    int          `json:"cases"`
	Rows     []Row        `json:"rows"` // by case, then by filter
	Totals   []Total      `json:"totals"`
	Budgets  []BudgetLine `json:"budgets,omitempty"`
}

// Measure runs every filter on every case.
func (r Run) Measure(ctx context.Context, corpus string, cases []*Case) (*Report, error) {
	rep := &Report{Schema: schema, Encoding: "o200k_base", Corpus: corpus, Cases: len(cases)}
	for i, c := range cases {
		if r.Progress != nil {
			r.Progress(i, len(cases))
		}
		rows, err := r.one(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		rep.Rows = append(rep.Rows, rows...)
	}
	for _, f := range r.Filters {
		rep.Totals = append(rep.Totals, Totals(rep.By(f.Name))...)
	}
	if len(r.Budgets) == 0 {
		return rep, nil
	}
	var err error
	rep.Budgets, err = r.budgets(ctx, cases)
	return rep, err
}

// one runs every filter on the case. All are counted under the shape that the
// first saw, so that their totals are over the same cases.
func (r Run) one(ctx context.Context, c *Case) ([]Row, error) {
	var rows []Row
	for _, f := range r.Filters {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, err := Measure(ctx, f, c, r.Count, r.Repeat)
		if err != nil {
			return nil, err
		}
		if row.Shape == "" && len(rows) > 0 {
			row.Shape = rows[0].Shape
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// By returns the rows of one filter.
func (rep *Report) By(filter string) []Row {
	var rows []Row
	for _, r := range rep.Rows {
		if r.Filter == filter {
			rows = append(rows, r)
		}
	}
	return rows
}

// Filters returns the names of the filters, in the order in which they ran.
func (rep *Report) Filters() []string {
	var names []string
	for _, t := range rep.Totals {
		if t.Name == TotalAll {
			names = append(names, t.Filter)
		}
	}
	return names
}

// Total returns a filter's total of that name.
func (rep *Report) Total(filter, name string) Total {
	for _, t := range rep.Totals {
		if t.Filter == filter && t.Name == name {
			return t
		}
	}
	return Total{Name: name, Filter: filter}
}

// WriteJSON writes the report as JSON, which ReadReport reads.
func (rep *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	return enc.Encode(rep)
}

// ReadReport reads what WriteJSON wrote.
func ReadReport(path string) (*Report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rep := &Report{}
	if err := json.Unmarshal(text, rep); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if rep.Schema != schema {
		return nil, fmt.Errorf("%s: schema %q, not %s", path, rep.Schema, schema)
	}
	return rep, nil
}
