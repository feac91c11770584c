package bench

import (
	"fmt"
	"io"
	"strings"
)

// WriteTable writes the report for people: a line for each case, then the
// totals. missed adds the labels that were lost, and what was over a budget.
func (rep *Report) WriteTable(w io.Writer, missed bool) error {
	p := &printer{Printer{W: w}}
	several := len(rep.Filters()) > 1
	p.header(several)
	for i := range rep.Rows {
		p.row(&rep.Rows[i], several)
		if missed {
			p.missed(&rep.Rows[i])
		}
	}
	for _, f := range rep.Filters() {
		p.totals(rep, f)
	}
	p.budgets(rep.Budgets, missed)
	return p.Err
}

// Printer keeps the first error, so that it is looked at once.
type Printer struct {
	W   io.Writer
	Err error
}

// Printf prints, if nothing has failed.
func (p *Printer) Printf(format string, args ...any) {
	if p.Err == nil {
		_, p.Err = fmt.Fprintf(p.W, format, args...)
	}
}

type printer struct{ Printer }

func (p *printer) header(several bool) {
	p.Printf("%-22s %-14s %9s %8s %7s %7s %9s %7s %6s %-6s %7s\n", "case", "shape", "bytes",
		"tok in", "tok out", "ratio", "kept", "cost%", "floor%", "exact", "MB/s")
	if several {
		p.Printf("(a line for each filter, in this order, below its case)\n")
	}
}

func (p *printer) row(r *Row, several bool) {
	name := r.ID
	if several {
		name = clip(r.ID, 12) + " " + clip(r.Filter, 9)
	}
	p.Printf("%-22s %-14s %9d %8d %7d %7.1f %9s %7.1f %6.1f %-6s %7.1f%s\n", clip(name, 22), clip(r.Group(), 14), r.BytesIn,
		r.TokensIn, r.Tokens, r.Ratio, fmt.Sprintf("%d/%d", r.Kept, r.Labels), 100*r.Cost, 100*r.Floor,
		exact(r), r.MBPerSecond(), remarks(r))
}

func exact(r *Row) string {
	switch {
	case !r.Restores:
		return "-"
	case r.Exact:
		return "yes"
	}
	return "NO"
}

// remarks flags what a reader should not have to look for.
func remarks(r *Row) string {
	var out string
	if !r.Whole() {
		out += "  LOST"
	}
	if r.Larger() {
		out += "  LARGER"
	}
	if r.Filter == ElideName && !sameShape(r.Shape, r.Labelled) {
		out += "  labelled " + r.Labelled
	}
	if r.Err != "" {
		out += "  ERROR " + r.Err
	}
	if r.Restores && !r.Exact {
		out += "  " + r.Difference
	}
	return out
}

// sameShape compares the shape that a filter saw with a case's label, which
// knows one kind of source and calls several shapes mixed.
func sameShape(seen, labelled string) bool {
	if seen == "" || labelled == "mixed" || seen == labelled {
		return true
	}
	return labelled == "source" && strings.HasPrefix(seen, "source-")
}

func (p *printer) missed(r *Row) {
	for _, l := range r.Missed {
		what := "must mention"
		if l.Line > 0 {
			what = fmt.Sprintf("line %d", l.Line)
		}
		p.Printf("    %-14s %.200q  (%s)\n", what, l.Text, l.Why)
	}
}

func (p *printer) totals(rep *Report, filter string) {
	p.Printf("\n%s\n%-14s %5s %6s %11s %7s %7s %7s %7s %9s %7s %8s\n", filter, "shape", "cases", "whole",
		"kept", "kept%", "cost%", "wcost%", "floor%", "tok out", "exact", "MB/s")
	for _, t := range rep.Totals {
		if t.Filter != filter {
			continue
		}
		p.Printf("%-14s %5d %6d %11s %7.2f %7.1f %7.1f %7.1f %9d %7s %8.1f\n", t.Name, t.Cases, t.Whole,
			fmt.Sprintf("%d/%d", t.Kept, t.Labels), 100*keptShare(t.Kept, t.Labels), 100*t.Cost, 100*t.WeightedCost,
			100*t.Floor, t.Tokens, exactOf(t), t.MBPerSecond())
	}
}

func exactOf(t Total) string {
	if t.Restores == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", t.Exact, t.Cases)
}

// keptShare is 1 where there was nothing to keep.
func keptShare(kept, labels int) float64 {
	if labels == 0 {
		return 1
	}
	return share(kept, labels)
}

func (p *printer) budgets(lines []BudgetLine, missed bool) {
	if len(lines) == 0 {
		return
	}
	p.Printf("\nat a budget of tokens, over the cases with labels\n%-8s %-46s %11s %7s %10s %6s %5s %8s\n", "budget", "filter",
		"kept", "kept%", "mean kept%", "whole", "over", "dropped")
	for _, b := range lines {
		p.Printf("%-8d %-46s %11s %7.1f %10.1f %6s %5d %8d\n", b.Budget, clip(b.Filter, 46), fmt.Sprintf("%d/%d", b.Kept, b.Labels),
			100*keptShare(b.Kept, b.Labels), 100*b.Mean, fmt.Sprintf("%d/%d", b.Whole, b.Cases), len(b.Over), b.Dropped)
		if missed && len(b.Over) > 0 {
			p.Printf("    over: %s\n", strings.Join(b.Over, ", "))
		}
	}
}

// clip shortens a name to a column's width.
func clip(s string, width int) string {
	if r := []rune(s); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return s
}
