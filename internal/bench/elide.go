package bench

import (
	"bytes"
	"context"
	"time"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/worth"
)

// ElideName is the name of elide's own filter in every report.
const ElideName = "elide"

// Elide returns elide itself as a filter. It stores originals in st and gets
// them back with restore. how gives the options for each case, nil: those of a pipe.
func Elide(st pipeline.Store, restore func(hash string) ([]byte, error), how func(c *Case) pipeline.Options) Filter {
	return Filter{Name: ElideName, Run: func(ctx context.Context, c *Case, budget int) (Output, error) {
		var opt pipeline.Options
		if how != nil {
			opt = how(c)
		}
		opt.Budget = budget
		start := time.Now()
		res, err := pipeline.Reduce(ctx, bytes.NewReader(c.Input), opt, st)
		out := Output{Text: res.Text, Elapsed: time.Since(start)}
		if err != nil || !res.Reduced {
			out.Text = c.Input
		}
		if len(res.Sections) > 0 {
			out.Shape = res.Shape.String()
		}
		out.Restore = func() ([]byte, error) {
			if !res.Reduced {
				return out.Text, nil
			}
			return restore(res.Hash)
		}
		return out, err
	}}
}

// Unlearned returns for a case the table of what hidden lines are worth as it would be if
// elide had learned nothing from the case's tool.
func Unlearned(all []worth.Observation) func(c *Case) *worth.Table {
	tables := map[string]*worth.Table{}
	return func(c *Case) *worth.Table {
		if tables[c.Tool] == nil {
			tables[c.Tool] = worth.Fit(all, worth.Name(c.Tool))
		}
		return tables[c.Tool]
	}
}
