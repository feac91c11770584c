package stats

import (
	"fmt"
	"io"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/page"
)

// WriteHTML writes the sums as a page that needs nothing else: its plots are
// drawings in it, and no script runs. by is the groupings that have a table, nil for
// all. It has words of its own, for readers who don't know ours.
func (s *Stats) WriteHTML(w io.Writer, by []By) error {
	if by == nil {
		by = append(AllBy()[1:], ByDay) // what the plots show comes last
	}
	p := page.New("elide stats", "What elide saved")
	switch {
	case s.Empty() && len(s.exchanges.groups) == 0:
		p.Note("No events.")
	case !s.Empty():
		p.Note(s.days())
		s.tiles(p)
		plots(p, s.daily())
		for _, b := range by {
			s.table(p, b)
		}
	}
	s.exchangesOnPage(p)
	s.explain(p)
	_, err := w.Write(p.Bytes())
	return err
}

// tiles says what all comes to, what was saved first.
func (s *Stats) tiles(p *page.Page) {
	t := s.Total()
	saved := page.Tile{What: "saved", Value: Short(t.Net()) + " tokens", Note: ledger.Percent(t.Share()) + " of what tools printed", Loss: t.Net() < 0}
	if saved.Loss {
		saved.What, saved.Value, saved.Note = "lost", Short(-t.Net())+" tokens", "more was fetched again than had been left out"
	}
	if s.opt.Price > 0 {
		saved.Note = s.dollars(t.Net()) + " at the list price of " + s.opt.Model + "; " + saved.Note
	}
	p.Tiles(saved,
		page.Tile{What: "tools printed", Value: Short(t.TokensIn), Note: "tokens, in " + cli.Plural(t.Reductions, "long output")},
		page.Tile{What: "sent to the model", Value: Short(t.TokensOut), Note: "tokens instead of these"},
		page.Tile{What: "fetched again", Value: Short(t.TokensExpanded), Note: "tokens, asked for " + cli.Plural(t.Expansions, "time")},
		page.Tile{What: "second looks", Value: fmt.Sprint(t.Regrets()), Note: cli.Plural(t.ExpandedSoon, "original") + " soon asked for, " + cli.Plural(t.RunAgain, "command") + " run again"},
	)
}

// dollars writes what tokens cost at the price of the model's input.
func (s *Stats) dollars(tokens int64) string {
	const million = 1e6
	sign, amount := "", float64(tokens)*s.opt.Price/million
	if amount < 0 {
		sign, amount = "-", -amount
	}
	return fmt.Sprintf("%s$%.2f", sign, amount)
}

// table writes a grouping, with a bar in each row.
func (s *Stats) table(p *page.Page, by By) {
	p.Heading("By " + by.onPage())
	t := page.Table{Headings: []string{by.onPage(), "saved"}, Bars: "tokens saved"}
	if s.opt.Price > 0 {
		t.Headings = append(t.Headings, "dollars")
	}
	t.Headings = append(t.Headings, "share", "outputs", "printed", "sent", "fetched", "2nd looks")
	for _, g := range s.Groups(by) {
		cells := []string{shown(g.Name), Short(g.Net())}
		if s.opt.Price > 0 {
			cells = append(cells, s.dollars(g.Net()))
		}
		t.Rows = append(t.Rows, page.Row{Bar: g.Net(), Cells: append(cells, ledger.Percent(g.Share()), fmt.Sprint(g.Reductions),
			Short(g.TokensIn), Short(g.TokensOut), Short(g.TokensExpanded), fmt.Sprint(g.Regrets()))})
	}
	p.Table(t)
}

// onPage returns the grouping in words that a stranger knows.
func (b By) onPage() string {
	switch b {
	case ByShape:
		return "kind of output"
	case ByHost:
		return "agent"
	case ByFrontEnd:
		return "way in"
	}
	return b.title()
}

// explain says what the words of the page mean.
func (s *Stats) explain(p *page.Page) {
	if s.Empty() && len(s.exchanges.groups) > 0 {
		s.leftOut(p)
		return
	}
	p.Heading("How to read this")
	p.Note("Tools printed so much, in outputs that elide shortened; sent to the model is what it got of them, and fetched again what it later asked for of the originals. " +
		"Saved is the first less the two others: below 0 it is a loss. Tokens are estimates, and each output counts once, though an agent sends it again with each turn.")
	p.Note(fmt.Sprintf("A second look is an output whose original was asked for within %.0f minutes, or whose command the same session ran again within %.0f, with about the same result. "+
		"It is no proof that something was missing, but where a tool has many, look at what is hidden of it: elide --explain.", ExpandedWithin.Minutes(), RerunWithin.Minutes()))
	if s.opt.Price > 0 {
		p.Note("Dollars: each token once, at the list price of " + s.opt.Model + " for input that no cache has. What a proxy saved over all turns, with the cache, elide cost says.")
	}
	if !s.Empty() {
		p.Note("Days are those of the time zone " + ZoneName(s.opt.Zone, s.last) + ".")
	}
	s.leftOut(p)
}

func (s *Stats) leftOut(p *page.Page) {
	if s.unreadable > 0 {
		p.Note("Left out: " + cli.Plural(s.unreadable, "line") + " that can't be read.")
	}
}
