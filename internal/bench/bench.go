// Package bench measures a reducer on a corpus of labelled tool outputs.
//
// A Case is a tool's output with what must survive of it. A Filter turns the
// output into something shorter: elide itself, or any command. The package
// runs filters over cases and says, in exact tokens, what each output costs a
// reader and what it lost. Labels come from the tools' own reports and are
// only ever read here.
package bench

import (
	"context"
	"slices"
	"time"
)

// Filter makes a case's input shorter. It may be called for one case after
// another, never concurrently.
type Filter struct {
	Name string
	Run  func(ctx context.Context, c *Case, budget int) (Output, error)
}

// Output is what a filter made of a case.
type Output struct {
	Text    []byte
	Shape   string // what the filter took the input for; "" if it didn't say
	Elapsed time.Duration

	// Restore gives the original back, as any reader would get it. It is nil
	// for a filter that keeps none.
	Restore func() ([]byte, error)
}

// Row is the measure of one filter on one case.
type Row struct {
	ID       string  `json:"id"`
	Filter   string  `json:"filter"`
	Shape    string  `json:"shape"`    // as the filter took it
	Labelled string  `json:"labelled"` // as the case says
	BytesIn  int     `json:"bytes_in"`
	BytesOut int     `json:"bytes_out"`
	TokensIn int     `json:"tokens_in"`
	Tokens   int     `json:"tokens_out"`
	Ratio    float64 `json:"ratio"`  // tokens in for each token out
	Labels   int     `json:"labels"` // critical lines and mentions
	Kept     int     `json:"kept"`
	Cost     float64 `json:"cost"`  // effective, 1 is cat
	Floor    float64 `json:"floor"` // the least cost that keeps all labels
	Restores bool    `json:"restores"`
	Exact    bool    `json:"exact"`   // restored byte for byte
	Seconds  float64 `json:"seconds"` // of the fastest run

	Samples []float64 `json:"-"` // seconds of each run
	Output  []byte    `json:"-"` // what the filter made of it

	Missed     []Label `json:"missed,omitempty"`
	Difference string  `json:"difference,omitempty"` // first place where the restored differs
	Err        string  `json:"error,omitempty"`
}

// Whole tells whether no label was lost.
func (r *Row) Whole() bool { return r.Kept == r.Labels }

// Larger tells whether the output is larger than the input.
func (r *Row) Larger() bool { return r.BytesOut > r.BytesIn || r.Tokens > r.TokensIn }

// MBPerSecond is the speed on this case.
func (r *Row) MBPerSecond() float64 {
	if r.Seconds <= 0 {
		return 0
	}
	return float64(r.BytesIn) / 1e6 / r.Seconds
}

// Measure runs the filter on the case. An error of the filter makes a row
// that says so and has lost every label; only an error of the counter is
// returned.
//
// The filter is run as often as repeat says, at least once.
func Measure(ctx context.Context, f Filter, c *Case, count Counter, repeat int) (Row, error) {
	row := Row{ID: c.ID, Filter: f.Name, Labelled: c.Shape, BytesIn: len(c.Input), Labels: c.Labels()}
	if err := row.weigh(c, count); err != nil {
		return row, err
	}
	out, err := row.run(ctx, f, c, repeat)
	if err != nil {
		row.Err = err.Error()
	}
	row.Shape, row.BytesOut, row.Output = out.Shape, len(out.Text), out.Text
	if row.Tokens, err = count(out.Text); err != nil {
		return row, err
	}
	row.judge(c, out)
	return row, nil
}

func (r *Row) run(ctx context.Context, f Filter, c *Case, repeat int) (out Output, err error) {
	for range max(repeat, 1) {
		if out, err = f.Run(ctx, c, 0); err != nil {
			return out, err
		}
		r.Samples = append(r.Samples, out.Elapsed.Seconds())
	}
	r.Seconds = slices.Min(r.Samples)
	return out, nil
}

// weigh fills in what the case alone decides.
func (r *Row) weigh(c *Case, count Counter) error {
	in, err := count(c.Input)
	if err != nil {
		return err
	}
	floor, err := count(c.Floor())
	if err != nil {
		return err
	}
	r.TokensIn, r.Floor = in, min(1, share(floor, in))
	return nil
}

// judge fills in what the output decides.
func (r *Row) judge(c *Case, out Output) {
	r.Missed = c.Missed(out.Text)
	r.Kept = r.Labels - len(r.Missed)
	r.Ratio = share(r.TokensIn, r.Tokens)
	cost := r.Tokens
	if len(r.Missed) > 0 || r.Err != "" {
		cost += r.TokensIn
	}
	r.Cost = share(cost, r.TokensIn)
	if out.Restore == nil {
		return
	}
	r.Restores = true
	original, err := out.Restore()
	if err != nil {
		r.Difference = err.Error()
		return
	}
	r.Difference = Difference(c.Input, original)
	r.Exact = r.Difference == ""
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
