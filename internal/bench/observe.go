package bench

import (
	"bytes"
	"context"
	"fmt"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/worth"
)

// Observe returns what is hidden of the cases, by families, and which families hold
// a label that was lost. Of what passes whole nothing is hidden.
func Observe(ctx context.Context, cases []*Case, st pipeline.Store) ([]worth.Observation, error) {
	var all []worth.Observation
	table := worth.Nothing() // what was learned before isn't what is to be learned
	for _, c := range cases {
		opt := pipeline.Options{Worth: table}
		res, err := pipeline.Reduce(ctx, bytes.NewReader(c.Input), opt, st)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		if !res.Reduced || res.HiddenLines == 0 {
			continue
		}
		fs, lines, err := pipeline.Families(bytes.NewReader(c.Input), opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		needed := c.needed(c.Missed(res.Text), fs, lines)
		for i, f := range fs.List {
			o := worth.Observation{Tool: c.Tool, Key: f.Key, Families: 1}
			if needed[int32(i)] {
				o.Needed = 1
			}
			all = append(all, o)
		}
	}
	return all, nil
}

// needed returns the families that hold a lost label; of a text that must be mentioned,
// the first that has it.
func (c *Case) needed(missed []Label, fs worth.Families, lines []int) map[int32]bool {
	needed := map[int32]bool{}
	if len(fs.Of) == 0 {
		return needed
	}
	texts := bytes.Split(c.Input, []byte{'\n'})
	for _, l := range missed {
		for i, f := range fs.Of {
			if f >= 0 && (lines[i] == l.Line || l.Line == 0 && bytes.Contains(texts[lines[i]-1], []byte(l.Text))) {
				needed[f] = true
				break
			}
		}
	}
	return needed
}
