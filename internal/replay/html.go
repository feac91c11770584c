package replay

import (
	"fmt"
	"strings"

	"elide/internal/cli"
	"elide/internal/stats"
)

// HTML returns the sums as a page that needs nothing else.
func (s *Sums) HTML(by []string) []byte {
	p := stats.NewPage("elide replay", "What elide would have saved")
	if s.Conversations == 0 {
		p.Note("No conversations with tool results.")
		return p.Bytes()
	}
	p.Note(fmt.Sprintf("%s, %s, %s%s", cli.Plural(s.Conversations, "conversation"), cli.Plural(s.Requests, "request"), cli.Plural(s.Total.Outputs, "tool result"), s.span()))
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
		"What elide would have hidden and the model then used is taken to be fetched, once, by one more request. Tokens are estimates. " +
		"The outputs of a tool are billed alone: written once, and read in each later request.")
	if s.Unpriced > 0 && s.Total.Dollars > 0 {
		p.Note("Not in the dollars: " + cli.Plural(s.Unpriced, "conversation") + " whose model has no known price.")
	}
	for _, r := range s.Report.reasons() {
		p.Note("Left out: " + cli.Plural(r.Files, "file") + ": " + r.Why + ".")
	}
	return p.Bytes()
}

func (s *Sums) tiles(p *stats.Page) {
	loss := s.Total.Elided > s.Total.Cost
	p.Tiles(
		stats.Tile{What: "the bill", Value: orTokens(s.Total.Dollars, s.Total.Cost), Note: "by list prices, with the cache"},
		stats.Tile{What: "tool results", Value: percent(s.Results / s.Total.Cost), Note: "of the bill"},
		stats.Tile{What: s.verb(), Value: percent(s.Total.Net(s.Total.Cost)), Note: strings.TrimSpace(dollars(s.Total.Saved) + " net of fetching again"), Loss: loss},
		stats.Tile{What: "used later", Value: fmt.Sprint(s.Total.Facts), Note: fmt.Sprintf("%d hidden, in %s", s.Total.Hidden, cli.Plural(s.NotWhole, "output"))},
		stats.Tile{What: "dearer", Value: fmt.Sprint(s.Dearer), Note: fmt.Sprintf("conversations; half saved less than %s", percent(s.Median))},
	)
}

// orTokens writes an amount in dollars, or what it is in uncached input tokens.
func orTokens(amount, tokens float64) string {
	if amount > 0 {
		return dollars(amount)
	}
	return stats.Short(int64(tokens)) + " tokens"
}

func (s *Sums) table(p *stats.Page, by string) {
	p.Heading("By " + by)
	var rows []stats.Row
	for _, g := range s.Groups(by) {
		rows = append(rows, stats.Row{Bar: int64(g.Cost - g.Elided), Cells: []string{
			nameIn(by, g.Name), fmt.Sprint(g.Outputs), stats.Short(int64(g.Tokens)), stats.Short(int64(g.Shown)),
			percent(g.Cost / s.Total.Cost), percent(g.Net(s.Total.Cost)), dollars(g.Saved), fmt.Sprint(g.Facts), fmt.Sprint(g.Hidden),
		}})
	}
	p.Table([]string{by, "outputs", "tokens", "shown", "of bill", "saved", "dollars", "used", "hidden", "saved"}, rows)
}

func (s *Sums) missTable(p *stats.Page) {
	list := s.Report.Misses()
	if len(list) == 0 {
		return
	}
	p.Heading("Hidden, and then used")
	var rows [][]string
	for _, m := range list {
		rows = append(rows, []string{fmt.Sprintf("%s:%d", printable(m.Path), m.Line), shown(m.Tool), m.places()})
	}
	p.Plain([]string{"transcript", "tool", "what, and where"}, rows)
}
