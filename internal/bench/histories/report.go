package histories

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"elide.example/elide/internal/bench"
)

// schema names the form of a report in JSON. It changes when a field does.
const schema = "elision-histories.v1"

// Report is what was measured.
type Report struct {
	Schema     string `json:"schema"`
	Encoding   string `json:"encoding"`
	Corpus     string `json:"corpus"`
	Recordings int    `json:"recordings"`
	Rows       []Row  `json:"rows"`   // by recording, then by way
	Totals     []Row  `json:"totals"` // by way
}

// By returns the rows of one way.
func (rep *Report) By(way string) []Row {
	var rows []Row
	for _, r := range rep.Rows {
		if r.Way == way {
			rows = append(rows, r)
		}
	}
	return rows
}

// WriteJSON writes the report as JSON.
func (rep *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	return enc.Encode(rep)
}

// Bars are what elide's profiles are held to, over all recordings.
type Bars struct {
	MinNear      float64 // percent of the uses of facts that must be visible or one expansion away
	RequireExact bool    // every request comes back byte for byte
	Valid        bool    // no request that the provider would refuse
}

// Misses says which profiles miss a bar, a line for each.
func (b Bars) Misses(rep *Report) []string {
	var misses []string
	for _, t := range rep.Totals {
		if !t.Restores {
			continue
		}
		if near := 100 * share(t.Facts.Near(), t.Facts.Uses()); near < b.MinNear {
			misses = append(misses, fmt.Sprintf("%s: %.2f %% of the facts are visible or one expansion away, not %g", t.Way, near, b.MinNear))
		}
		if b.RequireExact && t.Exact < t.Requests {
			misses = append(misses, fmt.Sprintf("%s: %d of %d requests are given back byte for byte", t.Way, t.Exact, t.Requests))
		}
		if b.Valid && t.Invalid > 0 {
			misses = append(misses, fmt.Sprintf("%s: %d requests that the provider would refuse", t.Way, t.Invalid))
		}
	}
	return misses
}

// share is 1 where there is nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// WriteTable writes the report for people: the totals of the ways, what each costs
// on each recording, and where sending all is the cheapest.
func (rep *Report) WriteTable(w io.Writer) error {
	p := &printer{bench.Printer{W: w}}
	p.totals(rep)
	p.matrix(rep, "cost, % of "+rep.Totals[0].Way+", what is missed is fetched", func(r Row) float64 { return r.Fetched })
	p.matrix(rep, "tokens sent, % of "+rep.Totals[0].Way, func(r Row) float64 { return float64(r.Sent()) })
	p.cheapest(rep)
	p.problems(rep)
	return p.Err
}

type printer struct{ bench.Printer }

func (p *printer) totals(rep *Report) {
	base := rep.Totals[0]
	p.Printf("%d conversations, %d requests, %d uses of facts, %d of them old\n\n", rep.Recordings, base.Requests, base.Facts.Uses(), base.Old.Uses())
	p.Printf("%-13s %10s %6s %6s %10s %6s %9s %7s %7s %7s %7s %6s %8s %6s %7s %7s %7s %7s\n", "way", "sent", "sent%", "read%", "cost", "cost%", "fetched%", "whole%",
		"seen%", "1 away%", "lost%", "old:", "seen%", "lost%", "broken", "fired", "unsaid", "exact")
	for _, t := range rep.Totals {
		p.Printf("%-13s %10d %6.1f %6.1f %10.0f %6.1f %9.1f %7.1f %7.1f %7.1f %7.1f %6s %8.1f %6.1f %7d %7d %7d %7s\n", t.Way, t.Sent(),
			100*share(t.Sent(), base.Sent()), 100*share(t.Read, t.Sent()), t.Cost, 100*t.Cost/base.Cost, 100*t.Fetched/base.Cost, 100*t.Whole/base.Cost,
			100*share(t.Facts.Visible, t.Facts.Uses()), 100*share(t.Facts.Behind, t.Facts.Uses()), 100*share(t.Facts.Lost, t.Facts.Uses()),
			"", 100*share(t.Old.Visible, t.Old.Uses()), 100*share(t.Old.Lost, t.Old.Uses()), t.Broken, t.Fired, t.Unsaid, t.exact())
	}
}

func (r Row) exact() string {
	if !r.Restores {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*share(r.Exact, r.Requests))
}

// matrix prints a line for each recording and a column for each way, in percent of
// the first.
func (p *printer) matrix(rep *Report, title string, of func(Row) float64) {
	p.Printf("\n%s\n%-22s %5s %8s", title, "recording", "mess.", rep.Totals[0].Way)
	for _, t := range rep.Totals[1:] {
		p.Printf(" %12s", t.Way)
	}
	p.Printf("\n")
	for rows := range slices.Chunk(rep.Rows, len(rep.Totals)) {
		p.Printf("%-22s %5d %8.0f", rows[0].ID, rows[0].Messages, of(rows[0]))
		for _, r := range rows[1:] {
			p.Printf(" %12.1f", 100*of(r)/of(rows[0]))
		}
		p.Printf("\n")
	}
}

// cheapest says where nothing is cheaper than sending all and letting the cache
// read it.
func (p *printer) cheapest(rep *Report) {
	p.Printf("\ncheaper with all that is sent and cached than with\n")
	for i, t := range rep.Totals[1:] {
		n, fetched := 0, 0
		for rows := range slices.Chunk(rep.Rows, len(rep.Totals)) {
			if rows[i+1].Cost > rows[0].Cost {
				n++
			}
			if rows[i+1].Fetched > rows[0].Cost {
				fetched++
			}
		}
		p.Printf("%-13s %3d of %d conversations, %d if what is missed is fetched\n", t.Way, n, rep.Recordings, fetched)
	}
}

func (p *printer) problems(rep *Report) {
	for _, r := range rep.Rows {
		if r.Problem != "" {
			p.Printf("\n%s, %s: %d requests invalid, %d of %d exact: %s\n", r.ID, r.Way, r.Invalid, r.Exact, r.Requests, r.Problem)
		}
	}
}
