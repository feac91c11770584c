package stats

import (
	_ "embed" // for the style
	"fmt"
	"html"
	"io"
	"strings"

	"elide/internal/cli"
)

//go:embed page.css
var style string

// policy keeps a browser from running or fetching anything for the page,
// whatever it may come to hold.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

// WriteHTML writes the sums as a page that needs nothing else: its plots are
// drawings in it, and no script runs. by is the groupings that have a table, nil for
// all.
func (s *Stats) WriteHTML(w io.Writer, by []By) error {
	if by == nil {
		by = append(AllBy()[1:], ByDay) // what the plots show comes last
	}
	p := page{}
	p.start("elide stats", "What elide saved")
	if s.Empty() {
		p.put(`<p class="soft">No events.</p>`)
	} else {
		p.put(`<p class="soft">%s</p>`, s.days())
		p.tiles(s)
		p.plots(s.daily())
		for _, b := range by {
			p.section(b, s.Groups(b))
		}
	}
	p.notes(s)
	p.put("</body></html>\n")
	_, err := io.WriteString(w, p.String())
	return err
}

// page is a page that is being written.
type page struct{ strings.Builder }

// start begins the page.
func (p *page) start(title, heading string) {
	p.put(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`)
	p.put(`<meta http-equiv="Content-Security-Policy" content="%s"><title>%s</title><style>`, policy, title)
	p.WriteString(style)
	p.put("</style></head><body><h1>%s</h1>", heading)
}

// put writes a piece of the page. Texts among the arguments are escaped.
func (p *page) put(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(p, format, args...)
}

func (p *page) tiles(s *Stats) {
	t := s.Total()
	p.put(`<div class="tiles">`)
	p.tile("came", Short(t.TokensIn), cli.Plural(t.Reductions, "output")+" reduced", false)
	p.tile("shown", Short(t.TokensOut), "tokens, estimated", false)
	p.tile("given back", Short(t.TokensExpanded), cli.Plural(t.Expansions, "expansion"), false)
	what := "saved net"
	if t.Net() < 0 {
		what = "lost net"
	}
	p.tile(what, Short(t.Net()), Percent(t.Share())+" of what came", t.Net() < 0)
	p.tile("signs of regret", fmt.Sprint(t.Regrets()), fmt.Sprintf("%d expanded soon, %d run again", t.ExpandedSoon, t.RunAgain), false)
	p.put("</div>")
}

func (p *page) tile(what, value, note string, loss bool) {
	class := "tile"
	if loss {
		class = "tile loss"
	}
	p.put(`<div class="%s">%s<b>%s</b><span class="soft">%s</span></div>`, class, what, value, note)
}

// section writes a grouping as a table, with a bar in each row.
func (p *page) section(by By, groups []Group) {
	p.put(`<h2>By %s</h2><div class="scroll"><table><thead><tr><th>%s</th><th>outputs</th><th>came</th><th>shown</th><th>back</th><th>net</th><th>share</th><th>regret</th><th class="bar">net tokens</th></tr></thead><tbody>`,
		by.title(), by.title())
	var low, high int64
	for _, g := range groups {
		low, high = min(low, g.Net()), max(high, g.Net())
	}
	for _, g := range groups {
		p.row(&g, low, high)
	}
	p.put("</tbody></table></div>")
}

func (p *page) row(g *Group, low, high int64) {
	class := ""
	if g.Net() < 0 {
		class = "loss"
	}
	p.put(`<tr><td title="%s">%s</td><td>%d</td><td>%s</td><td>%s</td><td>%s</td><td class="%s">%s</td><td>%s</td><td>%d</td>`,
		shown(g.Name), shown(g.Name), g.Reductions, Short(g.TokensIn), Short(g.TokensOut), Short(g.TokensExpanded),
		class, Short(g.Net()), Percent(g.Share()), g.Regrets())
	p.put(`<td class="bar">`)
	p.bar(g.Net(), low, high)
	p.put("</td></tr>")
}

// bar draws an amount between the lowest and the highest of its table.
func (p *page) bar(n, low, high int64) {
	const width = 200.0
	if high == low {
		return
	}
	scale := width / float64(high-low)
	zero := float64(-low) * scale
	x, length, class := zero, float64(n)*scale, "saved"
	if n < 0 {
		x, length, class = zero+float64(n)*scale, -length, "lost"
	}
	p.put(`<svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true"><rect class="%s" x="%.1f" y="2" width="%.1f" height="10"/>`, class, x, length)
	if low < 0 {
		p.put(`<line class="zero" x1="%.1f" x2="%.1f" y1="0" y2="14"/>`, zero, zero)
	}
	p.put("</svg>")
}

func (p *page) notes(s *Stats) {
	p.put(`<h2>How to read this</h2><p class="soft">Tokens are estimates, and each output counts once, though an agent may send it again with each turn. `+
		`Net is what came, less what was shown and what was given back: below 0 it is a loss. An expansion counts where the output did that it gives back. `+
		`A sign of regret is an output whose original was asked for within %.0f minutes, or that the same session had again, from the same tool and about as long, within %.0f: no proof, but where there are many, look. `+
		`Days are those of the time zone %s.</p>`, ExpandedWithin.Minutes(), RerunWithin.Minutes(), s.opt.Zone.String())
	if s.unreadable > 0 {
		p.put(`<p class="soft">Left out: %s that can't be read.</p>`, cli.Plural(s.unreadable, "line"))
	}
}
