package ledger

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WriteTable writes the sums as a table for people, and below it what they
// rest on.
func (s *Sums) WriteTable(w io.Writer) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := len("(none named)")
	for _, name := range s.Names() {
		width = max(width, len(name))
	}
	fmt.Fprintf(t, "%-*s\trequests\ttool tokens\tsent\tsaved\texpansions\tinput\tcache read\tcache write\toutput\tpaid\tsaved, net\t\n", width, string(s.by))
	for _, name := range s.Names() {
		sum := s.Of(name)
		writeRow(t, width, shown(name), &sum)
	}
	total := s.Total()
	writeRow(t, width, "all", &total)
	t.Flush()
	s.writeNotes(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func shown(model string) string {
	if model == "" {
		return "(none named)"
	}
	return model
}

func writeRow(w io.Writer, width int, name string, s *Sum) {
	paid, net := "-", "-"
	if s.Priced() {
		paid, net = Dollars(s.Cost.Paid), Dollars(s.Cost.Net())
	}
	u := &s.Usage
	fmt.Fprintf(w, "%-*s\t%d\t%d\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", width, name, s.Requests, s.TokensIn, s.TokensOut, Percent(s.Share()),
		s.ExpansionTurns, u.Input, u.CacheRead, u.CacheWrite, u.Output, paid, net)
}

func (s *Sums) writeNotes(b *strings.Builder) {
	fmt.Fprintf(b, "\nDollars by the prices of %s (%s).\n", s.prices.Date, strings.Join(s.prices.Sources, ", "))
	if n := s.total.NoUsage; n > 0 {
		fmt.Fprintf(b, "Without money, as the provider reported no usage: %d of %d requests.\n", n, s.total.Billed)
	}
	if n := s.total.NoPrice; n > 0 && s.by != ByModel {
		fmt.Fprintf(b, "Without money, as there is no price for the model: %d of %d requests.\n", n, s.total.Billed)
	}
	for _, name := range s.Names() {
		if n := s.groups[name].NoPrice; n > 0 && s.by == ByModel {
			fmt.Fprintf(b, "Without money, as there is no price for %s: %d of %d requests.\n", shown(name), n, s.total.Billed)
		}
	}
	if t := s.total; t.Observed > 0 {
		fmt.Fprintf(b, "Only observed, and sent as they came: %d of %d requests; %d tokens of tool results would have been sent as %d.\n", t.Observed, t.Billed, t.WouldTokensIn, t.WouldTokensOut)
	}
}

// SumJSON is a Sum as it is written for programs.
type SumJSON struct {
	Model        *string `json:"model,omitempty"`
	Conversation *string `json:"conversation,omitempty"`
	Group        *string `json:"group,omitempty"`
	Sum
	Cost *jsonCost `json:"cost"` // null: there is no money for any of it
}

// round rounds dollars to a millionth.
func round(v float64) float64 { return math.Round(v*million) / million }

// jsonCost is a Cost in dollars.
type jsonCost struct {
	Paid       float64 `json:"paid"`
	Saved      float64 `json:"saved"`
	Expansions float64 `json:"expansions"`
	Net        float64 `json:"net"`
	Would      float64 `json:"would_save"` // of what was only looked at, and in none of the others
}

func asJSON(s Sum) SumJSON {
	out := SumJSON{Sum: s}
	if s.Priced() {
		out.Cost = &jsonCost{round(s.Cost.Paid), round(s.Cost.Saved), round(s.Cost.Expansions), round(s.Cost.Net()), round(s.Cost.Would)}
	}
	return out
}

// JSON returns the sum for programs.
func (s Sum) JSON() SumJSON { return asJSON(s) }

// WriteJSON writes the sums as one line of JSON.
func (s *Sums) WriteJSON(w io.Writer) error {
	out := struct {
		Version       int       `json:"version"`
		Date          string    `json:"prices_of"`
		Sources       []string  `json:"price_sources"`
		Models        []SumJSON `json:"models,omitzero"`
		Conversations []SumJSON `json:"conversations,omitzero"`
		Groups        []SumJSON `json:"groups,omitzero"`
		Total         SumJSON   `json:"total"`
	}{Version: Version, Date: s.prices.Date, Sources: s.prices.Sources, Total: asJSON(s.total)}
	all := []SumJSON{}
	for _, name := range s.Names() {
		one := asJSON(s.Of(name))
		switch s.by {
		case ByConversation:
			one.Conversation = &name
		case ByGroup:
			one.Group = &name
		default:
			one.Model = &name
		}
		all = append(all, one)
	}
	switch s.by {
	case ByConversation:
		out.Conversations = all
	case ByGroup:
		out.Groups = all
	default:
		out.Models = all
	}
	return json.NewEncoder(w).Encode(out)
}

// Dollars writes an amount with cents, a small one with as much as it takes to
// show two digits of it.
func Dollars(v float64) string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	digits := 2
	for low := 0.1; digits < 6 && v > 0 && v < low; low /= 10 {
		digits++
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(text, "0.") == "" {
		return "$0.00"
	}
	return sign + "$" + text
}

// Percent writes a share in whole percents. One that is not nothing, or not
// all, is not written so.
func Percent(share float64) string {
	p := math.Round(share * 100)
	switch {
	case share > 0 && p < 1:
		return "<1 %"
	case share < 1 && p >= 100:
		return "99 %"
	case share < 0 && p > -1:
		return ">-1 %"
	}
	return strconv.Itoa(int(p)) + " %"
}
