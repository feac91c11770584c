package replay

import (
	"fmt"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/page"
	"elide.example/elide/internal/stats"
)

// HTML returns the sums as a page that needs nothing else. It has words of its own,
// for readers who don't know ours.
func (s *Sums) HTML(by []string) []byte {
	p := page.New("elide replay", "What elide would have saved")
	if s.Conversations == 0 {
		p.Note("No conversations with tool results.")
		return p.Bytes()
	}
	p.Note(fmt.Sprintf("%s, %s, %s%s", cli.Plural(s.Conversations, "conversation"), cli.Plural(s.Requests, "request"), cli.Plural(s.Total.Outputs, "tool output"), s.span()))
	s.tiles(p)
	if by == nil {
		by = AllBy()
	}
	for _, b := range by {
		s.table(p, b)
	}
	s.missTable(p)
	p.Heading("How to read this")
	p.Note("Each answer of the model's was a request, which holds all that was said before. What it has in common with the request before is read from the provider's cache, the rest is written to it. " +
		"What elide would have hidden and the model then used is taken to be fetched, once, by one more request; what is saved is less by that. Tokens are estimates.")
	p.Note("The outputs of a tool are billed alone: written once, and read in each later request. Needed later are the names, paths, lines and edits of an output that the model used afterwards; hidden are those of them that elide would not have sent.")
	if s.Unpriced > 0 && s.Total.Dollars > 0 {
		p.Note("Not in the dollars: " + cli.Plural(s.Unpriced, "conversation") + " whose model has no known price.")
	}
	if !s.Last.IsZero() {
		p.Note("Days and weeks are those of the time zone " + stats.ZoneName(s.zone, s.Last) + ".")
	}
	for _, r := range s.Report.reasons() {
		p.Note("Left out: " + cli.Plural(r.Files, "file") + ": " + r.Why + ".")
	}
	return p.Bytes()
}

func (s *Sums) tiles(p *page.Page) {
	loss := s.Total.Elided > s.Total.Cost
	share, amount := s.Total.Net(s.Total.Cost), s.Total.Saved
	if loss { // that it is one, the word says
		share, amount = -share, -amount
	}
	saved := page.Tile{What: s.verb(), Value: percent(share), Note: "of the bill", Loss: loss}
	if s.Total.Dollars > 0 {
		saved.Value, saved.Note = fmt.Sprintf("$%.2f", amount), saved.Value+" of the bill"
	}
	saved.Note += ", what is fetched again taken off"
	p.Tiles(saved,
		page.Tile{What: "the bill without elide", Value: orTokens(s.Total.Dollars, s.Total.Cost), Note: "by list prices, with the provider's cache"},
		page.Tile{What: "tool outputs", Value: percent(s.Results / s.Total.Cost), Note: "of that bill"},
		page.Tile{What: "needed later", Value: fmt.Sprint(s.Total.Facts), Note: fmt.Sprintf("facts, of which elide would have hidden %d, in %s", s.Total.Hidden, cli.Plural(s.NotWhole, "output"))},
		page.Tile{What: "would have cost more", Value: fmt.Sprint(s.Dearer), Note: fmt.Sprintf("conversations; half saved less than %s", percent(s.Median))},
	)
}

// orTokens writes an amount in dollars, or what it is in uncached input tokens.
func orTokens(amount, tokens float64) string {
	if amount > 0 {
		return dollars(amount)
	}
	return stats.Short(int64(tokens)) + " tokens"
}

func (s *Sums) table(p *page.Page, by string) {
	heading := by
	if by == ByHost {
		heading = "agent"
	}
	p.Heading("By " + heading)
	t := page.Table{Headings: []string{heading, "saved"}, Bars: "saved"}
	if s.Total.Dollars > 0 {
		t.Headings = append(t.Headings, "dollars")
	}
	t.Headings = append(t.Headings, "of the bill", "outputs", "printed", "sent", "needed", "hidden")
	for _, g := range s.Groups(by) {
		cells := []string{nameIn(by, g.Name), percent(g.Net(s.Total.Cost))}
		if s.Total.Dollars > 0 {
			cells = append(cells, dollars(g.Saved))
		}
		t.Rows = append(t.Rows, page.Row{Bar: int64(g.Cost - g.Elided), Cells: append(cells, percent(g.Cost/s.Total.Cost), fmt.Sprint(g.Outputs),
			stats.Short(int64(g.Tokens)), stats.Short(int64(g.Shown)), fmt.Sprint(g.Facts), fmt.Sprint(g.Hidden))})
	}
	p.Table(t)
}

func (s *Sums) missTable(p *page.Page) {
	list := s.Report.Misses()
	if len(list) == 0 {
		return
	}
	p.Heading("Hidden, and needed later")
	t := page.Table{Headings: []string{"where", "tool", "what, and where it was used"}, Words: true}
	for _, m := range list {
		t.Rows = append(t.Rows, page.Row{Cells: []string{fmt.Sprintf("%s:%d", printable(m.Path), m.Line), shown(m.Tool), m.places()}})
	}
	p.Table(t)
}
