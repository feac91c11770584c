// Package page writes pages of figures that need nothing else: their style is in
// them, their plots are drawings, they run no script and fetch nothing, and they can
// be read on a phone and on a dark screen.
//
// What is put into a page is a text, whoever wrote it: it is escaped, and what would
// steer a reader's screen is made visible.
package page

import (
	_ "embed" // for the style
	"fmt"
	"html"
	"strconv"
	"strings"
)

//go:embed page.css
var style string

// policy keeps a browser from running or fetching anything for the page,
// whatever it may come to hold.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

// Page is a page that is being written.
type Page struct{ b strings.Builder }

// New begins a page.
func New(title, heading string) *Page { return begin(title, heading, "") }

// Live begins a page that a browser asks for again after so many seconds.
func Live(title, heading string, seconds int) *Page {
	return begin(title, heading, `<meta http-equiv="refresh" content="`+strconv.Itoa(seconds)+`">`)
}

func begin(title, heading, refresh string) *Page {
	p := &Page{}
	p.Put(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`)
	p.Put(`<meta http-equiv="Content-Security-Policy" content="%s">`, policy)
	p.b.WriteString(refresh)
	p.Put("<title>%s</title><style>", title)
	p.b.WriteString(style)
	p.Put("</style></head><body><h1>%s</h1>", heading)
	return p
}

// Put writes a piece of the page: format is HTML, and what stands for a verb in it is
// a text, a number, or something that prints itself, which is escaped too.
func (p *Page) Put(format string, args ...any) {
	for i, arg := range args {
		switch v := arg.(type) {
		case int, int64, float64:
		case string:
			args[i] = Text(v)
		default:
			args[i] = Text(fmt.Sprint(v))
		}
	}
	fmt.Fprintf(&p.b, format, args...)
}

// Text returns a text as it may stand in a page, between tags or in quotes.
func Text(text string) string { return html.EscapeString(strings.Map(visible, text)) }

// visible returns a picture of what is no letter, and would do something to the
// screen or to what stands beside it.
func visible(r rune) rune {
	const pictures = '\u2400' // of the control characters
	switch {
	case r == '\n' || r == '\t':
		return r
	case r < ' ':
		return pictures + r
	case r == 0x7f:
		return '\u2421'
	case 0x80 <= r && r < 0xa0, // control characters too
		r == 0x061c, 0x200b <= r && r <= 0x200f, 0x2028 <= r && r <= 0x202e, 0x2060 <= r && r <= 0x206f, r == 0xfeff, // order and width
		0xfff0 <= r && r <= 0xfffb, 0xe0000 <= r && r <= 0xe0fff, // annotations, tags
		r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef: // no characters
		return '\ufffd'
	}
	return r
}

// Heading adds a heading.
func (p *Page) Heading(text string) { p.Put("<h2>%s</h2>", text) }

// Note adds a paragraph that stands back.
func (p *Page) Note(text string) { p.Put(`<p class="soft">%s</p>`, text) }

// Tile is a figure that stands out.
type Tile struct {
	What, Value, Note string
	Loss              bool
}

// Tiles adds figures, of which the first stands out most.
func (p *Page) Tiles(tiles ...Tile) {
	p.Put(`<div class="tiles">`)
	for _, t := range tiles {
		class := "tile"
		if t.Loss {
			class = "tile loss"
		}
		p.Put(`<div class="%s">%s<b>%s</b><span class="soft">%s</span></div>`, class, t.What, t.Value, t.Note)
	}
	p.Put("</div>")
}

// Table is a table whose rows have a cell for each heading, and a bar if it says what
// they show. On a phone each row is a small list of its headings and cells.
type Table struct {
	Headings []string
	Bars     string // heading of the bars; "": there are none
	Rows     []Row
	Words    bool // the cells are words, not numbers
	Long     bool // some cells are long: on a phone each has a line of its own
}

// Row is a row of a table. What its bar shows is an amount; one below 0 is a loss.
type Row struct {
	Cells []string
	Bar   int64
	Loss  bool
}

// Table adds a table.
func (p *Page) Table(t Table) {
	class := "figures"
	switch {
	case t.Words:
		class = "words"
	case t.Long:
		class = "long"
	}
	p.Put(`<table class="%s"><thead><tr>`, class)
	for _, h := range t.Headings {
		p.Put("<th>%s</th>", h)
	}
	if t.Bars != "" {
		p.Put(`<th class="bar">%s</th>`, t.Bars)
	}
	p.Put("</tr></thead><tbody>")
	var low, high int64
	for _, r := range t.Rows {
		low, high = min(low, r.Bar), max(high, r.Bar)
	}
	for _, r := range t.Rows {
		p.row(&t, &r, low, high)
	}
	p.Put("</tbody></table>")
}

func (p *Page) row(t *Table, r *Row, low, high int64) {
	class := ""
	if r.Loss || r.Bar < 0 {
		class = "loss"
	}
	p.Put(`<tr class="%s">`, class)
	for i, cell := range r.Cells {
		p.Put(`<td data-is="%s">%s</td>`, t.Headings[i], cell)
	}
	if t.Bars != "" {
		p.Put(`<td class="bar">`)
		p.bar(r.Bar, low, high)
		p.Put("</td>")
	}
	p.Put("</tr>")
}

// bar draws an amount between the lowest and the highest of its table.
func (p *Page) bar(n, low, high int64) {
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
	p.Put(`<svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true"><rect class="%s" x="%.1f" y="2" width="%.1f" height="10"/>`, class, x, length)
	if low < 0 {
		p.Put(`<line class="zero" x1="%.1f" x2="%.1f" y1="0" y2="14"/>`, zero, zero)
	}
	p.Put("</svg>")
}

// Bytes ends the page and returns it.
func (p *Page) Bytes() []byte {
	p.Put("</body></html>\n")
	return []byte(p.b.String())
}
