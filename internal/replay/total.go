package replay

import (
	"encoding/json"
	"fmt"
	"io"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/interval"
)

// Share is a percentage, and between which two it is with 95 %, if the conversations
// are a sample of such: drawn anew, so many as there are, 400 times.
type Share struct {
	Percent float64 `json:"percent"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
}

const draws = 400

// Total is what conversations come to in one way.
type Total struct {
	Way       string  `json:"way"`
	Once      Share   `json:"once"`      // tokens of the results, each once, of plain's
	Sent      Share   `json:"sent"`      // tokens of all requests
	Billed    Share   `json:"billed"`    // of plain's bill
	Recovered Share   `json:"recovered"` // the bill with what is fetched, of plain's
	Seen      Share   `json:"seen"`      // of the used facts those that are shown
	Whole     Share   `json:"whole"`     // of the outputs with used facts those that show all
	Dearer    int     `json:"dearer"`    // conversations that cost more than plain
	More      float64 `json:"more_requests"`
}

// dearer is from where a conversation costs more: what is less is rounding.
const dearer = 1.0001

// Totals adds up the conversations, way by way.
func Totals(ways []string, all []*Measured) []Total {
	var list []Total
	for i, name := range ways {
		t := Total{Way: name}
		more, requests := 0, 0
		for _, m := range all {
			w, plain := &m.Ways[i], &m.Ways[0]
			if w.Recovered.Cost > dearer*plain.Bill.Cost {
				t.Dearer++
			}
			more += w.Recovered.Requests - w.Bill.Requests
			requests += plain.Bill.Requests
		}
		if requests > 0 {
			t.More = 100 * float64(more) / float64(requests)
		}
		t.Once = shareOf(all, func(m *Measured) (a, b float64) { return float64(m.Ways[i].Once), float64(m.Ways[0].Once) })
		t.Sent = shareOf(all, func(m *Measured) (a, b float64) {
			return float64(m.Ways[i].Bill.Sent), float64(m.Ways[0].Bill.Sent)
		})
		t.Billed = shareOf(all, func(m *Measured) (a, b float64) { return m.Ways[i].Bill.Cost, m.Ways[0].Bill.Cost })
		t.Recovered = shareOf(all, func(m *Measured) (a, b float64) { return m.Ways[i].Recovered.Cost, m.Ways[0].Bill.Cost })
		t.Seen = shareOf(all, func(m *Measured) (a, b float64) { return float64(m.Facts - m.Ways[i].Missed), float64(m.Facts) })
		t.Whole = shareOf(all, func(m *Measured) (a, b float64) { return float64(m.Used - m.Ways[i].NotWhole), float64(m.Used) })
		list = append(list, t)
	}
	return list
}

// shareOf returns the sum of the first figures over that of the second.
func shareOf(all []*Measured, of func(*Measured) (a, b float64)) (s Share) {
	pairs := make([][2]float64, len(all))
	for i, m := range all {
		pairs[i][0], pairs[i][1] = of(m)
	}
	sum := func(pick func(i int) int) (float64, bool) {
		var a, b float64
		for i := range pairs {
			p := pairs[pick(i)]
			a, b = a+p[0], b+p[1]
		}
		return 100 * a / b, b > 0
	}
	s.Percent, _ = sum(func(i int) int { return i })
	if s.Percent != s.Percent { // nothing of nothing
		s.Percent = 100
	}
	s.Least, s.Most = s.Percent, s.Percent
	if len(all) < 3 {
		return s
	}
	if least, most, ok := interval.Percentile(len(pairs), draws, sum); ok {
		s.Least, s.Most = least, most
	}
	return s
}

// size says what there is.
func size(all []*Measured) string {
	results, requests, tokens, used, facts, far := 0, 0, 0, 0, 0, 0
	for _, m := range all {
		results, requests, tokens = results+m.Results, requests+m.Requests, tokens+m.Tokens
		used, facts, far = used+m.Used, facts+m.Facts, far+m.Far
	}
	return fmt.Sprintf("%s, %s, %s, %d tokens of results, %s with used facts, %s (%d far)", cli.Plural(len(all), "conversation"),
		cli.Plural(requests, "request"), cli.Plural(results, "result"), tokens, cli.Plural(used, "output"), cli.Plural(facts, "fact"), far)
}

// WriteTotals writes the totals for people.
func WriteTotals(w io.Writer, ways []string, all []*Measured) error {
	text := size(all) + "\n" + fmt.Sprintf("%-10s %21s %21s %21s %21s %21s %21s %7s %10s\n", "", "results once %", "sent %", "billed %", "with recovery %", "facts seen %", "whole %", "dearer", "more req %")
	for _, t := range Totals(ways, all) {
		text += fmt.Sprintf("%-10s %21s %21s %21s %21s %21s %21s %7d %10.1f\n", t.Way, t.Once, t.Sent, t.Billed, t.Recovered, t.Seen, t.Whole, t.Dearer, t.More)
	}
	_, err := io.WriteString(w, text)
	return err
}

// String writes the percentage and its bounds.
func (s Share) String() string {
	if s.Least == s.Most {
		return fmt.Sprintf("%.1f", s.Percent)
	}
	return fmt.Sprintf("%.1f [%.1f, %.1f]", s.Percent, s.Least, s.Most)
}

// WriteTotalsJSON writes the totals for programs.
func WriteTotalsJSON(w io.Writer, ways []string, all []*Measured) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(struct {
		Schema        string  `json:"schema"`
		Conversations int     `json:"conversations"`
		Totals        []Total `json:"totals"`
	}{"elision-trajectories.v1", len(all), Totals(ways, all)})
}
