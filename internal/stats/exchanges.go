package stats

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/jsonlines"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/page"
	"elide.example/elide/internal/trial"
)

// exchanges are the requests that went through a proxy, in groups that are never added
// up: what was not sent was saved, and what would not have been was not.
type exchanges struct {
	groups  map[string]ledger.Sum
	prices  *ledger.Prices
	compare *trial.Collector
}

// begin makes room. There may be no exchanges, and prices take a while to read.
func (e *exchanges) begin(prices *ledger.Prices) {
	if prices == nil {
		prices = ledger.BuiltinPrices()
	}
	e.groups, e.prices, e.compare = map[string]ledger.Sum{}, prices, trial.New(prices)
}

// AddExchange counts a request that went through a proxy.
func (s *Stats) AddExchange(r *ledger.Record) {
	if s.exchanges.compare == nil {
		s.exchanges.begin(s.opt.Prices)
	}
	s.exchanges.compare.Add(r) // also what is older: a conversation is left out whole
	if r.Time.Before(s.opt.Since) {
		return
	}
	sum := s.exchanges.groups[r.GroupOf()]
	sum.Add(r, s.exchanges.prices)
	s.exchanges.groups[r.GroupOf()] = sum
}

// compared returns what is to be told of elide and holdout, nil if nothing is.
func (s *Stats) compared() *trial.Result {
	if s.exchanges.compare == nil {
		return nil
	}
	return s.exchanges.compare.Result(s.opt.Since)
}

// line is a line of either kind of file.
type line struct {
	event    *audit.Record
	exchange *ledger.Record
}

// parseLine reads a line. Those of a proxy's statistics name an endpoint, those of an
// audit log have no such key, and inside of a text its quotes would stand behind
// backslashes.
func parseLine(text []byte) (l line, ok bool) {
	if bytes.Contains(text, []byte(`"endpoint":`)) {
		l.exchange, ok = ledger.Parse(text)
		return l, ok
	}
	l.event, ok = audit.Parse(text)
	return l, ok
}

// ReadLines adds what the lines tell: events of an audit log, and requests of a file that
// elide proxy --stats wrote. The error is that of reading.
func (s *Stats) ReadLines(in io.Reader) error {
	unreadable, err := jsonlines.Read(in, ledger.MaxLine, parseLine, func(l line) {
		if l.exchange != nil {
			s.AddExchange(l.exchange)
			return
		}
		s.Add(l.event)
	})
	s.Unreadable(unreadable)
	return err
}

// ReadFile adds what a file tells. The error is that of reading it.
func (s *Stats) ReadFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return s.ReadLines(f)
}

// groupWords are the groups in the order in which they are shown, and what they are
// called.
var groupWords = []struct{ group, words string }{
	{ledger.GroupElide, "with elide"},
	{ledger.GroupHoldout, "left alone"},
	{ledger.GroupObserve, "only looked at"},
	{ledger.GroupOff, "switched off"},
}

// GroupWords returns what a group is called before people.
func GroupWords(group string) string {
	for _, g := range groupWords {
		if g.group == group {
			return g.words
		}
	}
	return "(not named)"
}

// groupRow is what is shown of a group.
type groupRow struct {
	name                                    string
	requests, printed, sent, saved, askback string
	paid, net                               string
	loss                                    bool
}

// groupRows returns a row a group that there is.
func groupRows(groups map[string]ledger.Sum) (rows []groupRow) {
	for _, g := range groupWords {
		sum, ok := groups[g.group]
		if !ok {
			continue
		}
		row := groupRow{name: g.words, requests: fmt.Sprint(sum.Billed), printed: Short(int64(sum.TokensIn)), sent: Short(int64(sum.TokensOut)),
			saved: "–", askback: fmt.Sprint(sum.ExpansionTurns), paid: "–", net: "–", loss: sum.Saved() < 0}
		if sum.Saved() != 0 {
			row.saved = ledger.Percent(sum.Share())
		}
		if sum.Priced() {
			row.paid = ledger.Dollars(sum.Cost.Paid)
			if sum.Cost.Saved != 0 || sum.Cost.Expansions != 0 {
				row.net = ledger.Dollars(sum.Cost.Net())
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// observed says what would have been saved, "" if nothing was only looked at.
func observed(groups map[string]ledger.Sum) string {
	var sum ledger.Sum
	for _, g := range groups {
		sum.Merge(&g)
	}
	if sum.Observed == 0 {
		return ""
	}
	text := fmt.Sprintf("In %s nothing was changed: of %s tokens of tool results %s would have been sent", cli.Plural(sum.Observed, "request"),
		Short(int64(sum.WouldTokensIn)), Short(int64(sum.WouldTokensOut)))
	if sum.WouldTokensIn > 0 {
		text += ", " + ledger.Percent(float64(sum.WouldSave())/float64(sum.WouldTokensIn)) + " less"
	}
	if sum.Cost.Would != 0 {
		text += fmt.Sprintf(", worth about %s", ledger.Dollars(sum.Cost.Would))
	}
	return text + ". That is what would have been, without what the model would have asked for again; none of it is in what was saved."
}

// WriteGroups adds the groups to a page.
func WriteGroups(p *page.Page, groups map[string]ledger.Sum) {
	p.Heading("Requests to models")
	t := page.Table{Headings: []string{"group", "requests", "tools printed", "sent", "saved", "asked back", "paid", "dollars saved"}}
	for _, r := range groupRows(groups) {
		t.Rows = append(t.Rows, page.Row{Loss: r.loss, Cells: []string{r.name, r.requests, r.printed, r.sent, r.saved, r.askback, r.paid, r.net}})
	}
	p.Table(t)
	p.Note("Printed and sent are tokens of tool results, estimated, as often as they went along with a request. Saved is net of what the model asked for again; dollars are at list prices, at what the tokens beside those cost.")
}

// WriteObserved adds to a page what of the groups would have been, if any of it would.
func WriteObserved(p *page.Page, groups map[string]ledger.Sum) {
	if text := observed(groups); text != "" {
		p.Heading("What elide would have saved")
		p.Note(text)
	}
}

// exchangesOnPage adds what went through a proxy to a page.
func (s *Stats) exchangesOnPage(p *page.Page) {
	if len(s.exchanges.groups) == 0 {
		return
	}
	WriteGroups(p, s.exchanges.groups)
	WriteObserved(p, s.exchanges.groups)
	if r := s.compared(); r != nil {
		r.WritePage(p)
	}
}

// exchanges writes what went through a proxy, a table of the groups and one of the
// comparison, if there is something to compare.
func (t *table) exchanges(s *Stats) {
	t.line("%-*s %8s %7s %7s %6s %10s %9s %11s", narrowName, "requests to models", "requests", "printed", "sent", "saved", "asked back", "paid", "saved, net")
	for _, r := range groupRows(s.exchanges.groups) {
		t.line("%s", t.marked(fmt.Sprintf("%-*s %8s %7s %7s %6s %10s %9s %11s", narrowName, r.name, r.requests, r.printed, r.sent, r.saved, r.askback, r.paid, r.net), r.loss))
	}
	t.line("")
	t.line("Printed and sent: tokens of tool results, as often as they went along with a request.")
	if text := observed(s.exchanges.groups); text != "" {
		t.line("")
		t.line("what elide would have saved")
		t.wrapped(text)
	}
	if r := s.compared(); r != nil {
		t.line("")
		t.comparison(r)
	}
}

const narrowName = 20

// comparison writes what differs with elide.
func (t *table) comparison(r *trial.Result) {
	t.line("with elide, and without")
	t.wrapped(r.Headline())
	for _, text := range r.Wanted() {
		t.wrapped(text)
	}
	t.line("")
	t.line("%-24s %26s %26s %22s", "a conversation, average", "left alone", "with elide", "change")
	for _, row := range r.Rows() {
		t.line("%-24s %26s %26s %22s", row.What, row.Holdout, row.Elide, row.Change)
	}
	t.line("")
	t.wrapped(r.Basis())
	for _, text := range r.Notes() {
		t.wrapped(text)
	}
	if text := r.Method(); text != "" {
		t.wrapped(text)
	}
}
