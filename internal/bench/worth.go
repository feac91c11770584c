package bench

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/tokens"
)

// Reason is what elide thought of lines, and what came of it.
type Reason struct {
	Rank   string
	Why    string
	Cases  int
	Lines  int
	Tokens int // estimated
	Labels int // of the lines

	// Least and Most are labels per 1,000 tokens when the tool is left out without which
	// that is least, and most: how far one tool's outputs carry the figure.
	Least, Most float64
}

// Worth returns the labels per 1,000 tokens.
func (r Reason) Worth() float64 { return per1000(r.Labels, r.Tokens) }

func per1000(labels, tokens int) float64 { return 1000 * float64(labels) / float64(max(tokens, 1)) }

// tally is what one tool's outputs add to a reason.
type tally struct{ cases, lines, tokens, labels int }

// reasonKey is a rank and a reason.
type reasonKey struct {
	rank mark.Rank
	why  mark.Why
}

// Worths returns for each rank and reason how often lines were labelled that elide gave
// them to, over all cases, what it shows for most tokens first.
func Worths(ctx context.Context, cases []*Case, st pipeline.Store) ([]Reason, error) {
	sums := map[reasonKey]map[string]tally{} // by tool
	for _, c := range cases {
		res, err := pipeline.Reduce(ctx, bytes.NewReader(c.Input), pipeline.Options{}, st)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		for key, t := range c.tallies(res) {
			if sums[key] == nil {
				sums[key] = map[string]tally{}
			}
			sum := sums[key][c.Tool]
			sums[key][c.Tool] = tally{sum.cases + 1, sum.lines + t.lines, sum.tokens + t.tokens, sum.labels + t.labels}
		}
	}
	var all []Reason
	for key, tools := range sums {
		all = append(all, reason(key, tools))
	}
	slices.SortFunc(all, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Why, b.Why))
	})
	return all, nil
}

// tallies counts the lines of the case by what was thought of them.
func (c *Case) tallies(res pipeline.Result) map[reasonKey]tally {
	labelled := map[int]bool{}
	for _, l := range c.Critical {
		labelled[l.Line] = true
	}
	out := map[reasonKey]tally{}
	for _, p := range res.Pieces {
		key := reasonKey{p.Mark.Rank, p.Mark.Why}
		t := out[key]
		t.lines += p.Last.Line - p.First.Line + 1
		t.tokens += tokens.Estimate(c.Input[p.Off : p.Off+p.Len])
		for n := p.First.Line; n <= p.Last.Line; n++ {
			if labelled[n] {
				t.labels++
			}
		}
		out[key] = t
	}
	return out
}

// reason sums the tools up, and says how far one of them carries the figure.
func reason(key reasonKey, tools map[string]tally) Reason {
	r := Reason{Rank: key.rank.String(), Why: key.why.String()}
	for _, t := range tools {
		r.Cases, r.Lines, r.Tokens, r.Labels = r.Cases+t.cases, r.Lines+t.lines, r.Tokens+t.tokens, r.Labels+t.labels
	}
	r.Least, r.Most = r.Worth(), r.Worth()
	for _, t := range tools {
		if without := per1000(r.Labels-t.labels, r.Tokens-t.tokens); r.Tokens > t.tokens {
			r.Least, r.Most = min(r.Least, without), max(r.Most, without)
		}
	}
	return r
}

// WriteWorths prints the reasons as a table in Markdown.
func WriteWorths(w io.Writer, all []Reason) error {
	_, err := fmt.Fprintln(w, "| rank | reason | outputs | lines | tokens | labelled | labels per 1,000 tokens (without one tool) |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |")
	for _, r := range all {
		if err == nil {
			_, err = fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d | %.2f (%.2f to %.2f) |\n", r.Rank, r.Why, r.Cases, r.Lines, r.Tokens, r.Labels, r.Worth(), r.Least, r.Most)
		}
	}
	return err
}
