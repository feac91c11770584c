package bench

import (
	"bytes"
	"context"
	"time"

	"elide/internal/pipeline"
)

// ElideName is the name of elide's own filter in every report.
const ElideName = "elide"

// Elide returns elide itself as a filter. It stores originals in st and gets
// them back with restore. withCommand tells it what printed each case, which
// a pipe doesn't know.
func Elide(st pipeline.Store, restore func(hash string) ([]byte, error), withCommand bool) Filter {
	return Filter{Name: ElideName, Run: func(ctx context.Context, c *Case, budget int) (Output, error) {
		opt := pipeline.Options{Budget: budget}
		if withCommand {
			opt.Command = c.Command
		}
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
