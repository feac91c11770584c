package dashboard

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/page"
	"elide.example/elide/internal/stats"
)

const (
	// seconds is after how long a browser asks again.
	seconds = 10

	// mostRows is how many conversations the page tells apart; the JSON has more.
	mostRows = 50
)

// WritePage writes the page.
func (b *Board) WritePage(w io.Writer) error {
	s, now := b.from(), b.now()
	p := page.Live("elide proxy", "What elide saves", seconds)
	p.Note(fmt.Sprintf("This proxy since %s, as of %s. The page renews itself every %d seconds.", clock(b.began, now), now.Format("15:04:05 MST"), seconds))
	if s.Total.Requests == 0 {
		p.Note("No request to a model came yet.")
		_, err := w.Write(p.Bytes())
		return err
	}
	tiles(p, &s)
	stats.WriteObserved(p, s.Groups)
	if used, hidden := facts(&s); used > 0 {
		p.Note(fmt.Sprintf("Of %s that conversations used later, after the one output that had them, %d would have been hidden, so far.", cli.Plural(used, "fact"), hidden))
	}
	conversations(p, &s, now)
	passed(p, &s)
	if len(s.Groups) > 1 {
		stats.WriteGroups(p, s.Groups)
	}
	if r := b.compare(); r != nil {
		r.WritePage(p)
	}
	explain(p, &s)
	_, err := w.Write(p.Bytes())
	return err
}

// clock writes a time, with its day if that is another.
func clock(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// tiles says what all comes to. What was saved is that of the requests that were reduced:
// of the others nothing was.
func tiles(p *page.Page, s *meter.Snapshot) {
	sum := s.Groups[ledger.GroupElide]
	t := &s.Total
	paid := page.Tile{What: "paid", Value: "–", Note: "no price or usage is known"}
	if t.Priced() {
		paid.Value, paid.Note = ledger.Dollars(t.Cost.Paid), "at list prices of "+s.PricesOf
	}
	p.Tiles(saved(&sum), paid,
		page.Tile{What: "requests", Value: fmt.Sprint(t.Billed), Note: "in " + told(s)},
		page.Tile{What: "tools printed", Value: stats.Short(int64(sum.TokensIn)), Note: "tokens; " + stats.Short(int64(sum.TokensOut)) + " were sent"},
		page.Tile{What: "asked back", Value: fmt.Sprint(t.ExpansionTurns), Note: "times, " + stats.Short(int64(t.ExpansionTokens)) + " tokens"},
	)
}

// saved says what was, in dollars where they are known.
func saved(sum *ledger.Sum) page.Tile {
	tokens, net := sum.Saved(), sum.Cost.Net()
	tile := page.Tile{What: "saved", Value: stats.Short(int64(max(tokens, -tokens))) + " tokens", Loss: tokens < 0}
	tile.Note = ledger.Percent(sum.Share()) + " of what tools printed"
	if sum.Priced() && net != 0 {
		tile.Note = stats.Short(int64(tokens)) + " tokens, " + tile.Note
		tile.Value, tile.Loss = ledger.Dollars(max(net, -net)), net < 0
	}
	switch {
	case tile.Loss:
		tile.What, tile.Note = "lost", "more was asked back than had been left out"
	case sum.Billed == 0:
		tile.Note = "nothing was changed"
	case sum.TokensIn == 0:
		tile.Note = "no tool printed anything yet"
	}
	return tile
}

func told(s *meter.Snapshot) string {
	n := len(s.Conversations)
	if s.Forgotten > 0 {
		return fmt.Sprintf("%d conversations and more", n)
	}
	return cli.Plural(n, "conversation")
}

// conversations writes a row a conversation, the last request first.
func conversations(p *page.Page, s *meter.Snapshot, now time.Time) {
	p.Heading("Conversations")
	t := page.Table{Headings: []string{"conversation", "saved", "group", "last", "requests", "printed → sent", "prompts + answers", "paid", "asked back"}}
	for i := range s.Conversations {
		if i == mostRows {
			break
		}
		c := &s.Conversations[i]
		t.Rows = append(t.Rows, row(c, name(c), ago(now.Sub(c.Last))))
	}
	if s.Others != nil {
		t.Rows = append(t.Rows, row(s.Others, fmt.Sprintf("%d before", s.Forgotten), ago(now.Sub(s.Others.Last))))
	}
	p.Table(t)
	if n := len(s.Conversations) - mostRows; n > 0 {
		p.Note(cli.Plural(n, "conversation") + " more, the last request of which is longer ago: dashboard.json beside this page has them.")
	}
}

// name returns what a conversation is called, and its model.
func name(c *meter.Conversation) string {
	id := c.ID
	if id == "" {
		id = "(not told)"
	}
	if c.Model != "" {
		id += " " + c.Model
	}
	return id
}

func row(c *meter.Conversation, name, last string) page.Row {
	sum := &c.Sum
	saved, paid := "–", "–"
	if sum.Saved() != 0 {
		saved = stats.Short(int64(sum.Saved()))
	}
	loss := sum.Saved() < 0
	if sum.Priced() {
		paid = ledger.Dollars(sum.Cost.Paid)
		if net := sum.Cost.Net(); net != 0 {
			saved, loss = ledger.Dollars(net), net < 0
		}
	}
	group, printed := "", "" // of many there is no one's
	if c.Group != "" {
		group, printed = stats.GroupWords(c.Group), "–" // nobody looked, or no tool printed anything
		if c.NowIn > 0 {
			printed = stats.Short(int64(c.NowIn)) + " → " + stats.Short(int64(c.NowOut))
		}
	}
	return page.Row{Loss: loss, Cells: []string{name, saved, group, last, fmt.Sprint(sum.Billed), printed,
		stats.Short(int64(sum.Usage.Prompt())) + " + " + stats.Short(int64(sum.Usage.Output)), paid, fmt.Sprint(sum.ExpansionTurns)}}
}

// ago writes how long something is ago.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// facts says of what was only looked at how many facts were used later, and how many of
// them would have been hidden.
func facts(s *meter.Snapshot) (used, hidden int) {
	for i := range s.Conversations {
		used, hidden = used+s.Conversations[i].Used, hidden+s.Conversations[i].Hidden
	}
	if s.Others != nil {
		used, hidden = used+s.Others.Used, hidden+s.Others.Hidden
	}
	return used, hidden
}

// passed says of the requests that were sent as they came, why.
func passed(p *page.Page, s *meter.Snapshot) {
	by := passedBy(s)
	if len(by) == 0 {
		return
	}
	p.Heading("Sent as it came")
	t := page.Table{Headings: []string{"why", "requests"}}
	for _, why := range slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Or(cmp.Compare(by[b], by[a]), cmp.Compare(a, b)) }) {
		t.Rows = append(t.Rows, page.Row{Cells: []string{why, fmt.Sprint(by[why])}})
	}
	p.Table(t)
}

func passedBy(s *meter.Snapshot) map[string]int {
	by := map[string]int{}
	add := func(c *meter.Conversation) {
		for why, n := range c.Passed {
			by[why] += n
		}
	}
	for i := range s.Conversations {
		add(&s.Conversations[i])
	}
	if s.Others != nil {
		add(s.Others)
	}
	return by
}

// explain says what the words of the page mean.
func explain(p *page.Page, s *meter.Snapshot) {
	p.Heading("How to read this")
	p.Note("Tools printed so many tokens, and so many were sent in their place, estimated and counted with each request that they went along with; of a conversation, with its last one. " +
		"Saved is the difference, less what the model asked for again and the requests that took: below 0 it is a loss.")
	p.Note("Prompts and answers are tokens as the provider counts them. Dollars are list prices; a token that was not sent is worth what those beside it cost in the same request, mostly the price of reading a cache. " +
		"Requests without a price are in no sum of dollars" + without(&s.Total) + ".")
	p.Note("A conversation's name is a digest: nobody can read from it what was said. The same figures for programs are in dashboard.json beside this page.")
}

func without(t *ledger.Sum) string {
	if n := t.NoPrice + t.NoUsage; n > 0 {
		return fmt.Sprintf(": %d of %d", n, t.Billed)
	}
	return ""
}
