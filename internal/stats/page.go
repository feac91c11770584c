package stats

// Page is a page in the manner of this package's, for other sums: it needs nothing
// else, and no script runs in it. Texts are escaped.
type Page struct{ p page }

// NewPage begins a page.
func NewPage(title, heading string) *Page {
	p := &Page{}
	p.p.start(title, heading)
	return p
}

// Tile is a figure that stands out.
type Tile struct {
	What, Value, Note string
	Loss              bool
}

// Tiles adds figures.
func (p *Page) Tiles(tiles ...Tile) {
	p.p.put(`<div class="tiles">`)
	for _, t := range tiles {
		p.p.tile(t.What, t.Value, t.Note, t.Loss)
	}
	p.p.put("</div>")
}

// Heading adds a heading.
func (p *Page) Heading(text string) { p.p.put("<h2>%s</h2>", text) }

// Note adds a paragraph that stands back.
func (p *Page) Note(text string) { p.p.put(`<p class="soft">%s</p>`, text) }

// Row is a row of a table: a cell for each heading but the last, which is that of a
// bar.
type Row struct {
	Cells []string
	Bar   int64
}

// Table adds a table with a bar in each row.
func (p *Page) Table(headings []string, rows []Row) {
	p.p.put(`<div class="scroll"><table><thead><tr>`)
	for _, h := range headings[:len(headings)-1] {
		p.p.put("<th>%s</th>", h)
	}
	p.p.put(`<th class="bar">%s</th></tr></thead><tbody>`, headings[len(headings)-1])
	var low, high int64
	for _, r := range rows {
		low, high = min(low, r.Bar), max(high, r.Bar)
	}
	for _, r := range rows {
		class := ""
		if r.Bar < 0 {
			class = "loss"
		}
		p.p.put("<tr>")
		for _, cell := range r.Cells {
			p.p.put(`<td class="%s" title="%s">%s</td>`, class, cell, cell)
		}
		p.p.put(`<td class="bar">`)
		p.p.bar(r.Bar, low, high)
		p.p.put("</td></tr>")
	}
	p.p.put("</tbody></table></div>")
}

// Plain adds a table without bars.
func (p *Page) Plain(headings []string, rows [][]string) {
	p.p.put(`<div class="scroll"><table><thead><tr>`)
	for _, h := range headings {
		p.p.put("<th>%s</th>", h)
	}
	p.p.put("</tr></thead><tbody>")
	for _, r := range rows {
		p.p.put("<tr>")
		for _, cell := range r {
			p.p.put(`<td title="%s">%s</td>`, cell, cell)
		}
		p.p.put("</tr>")
	}
	p.p.put("</tbody></table></div>")
}

// Bytes ends the page and returns it.
func (p *Page) Bytes() []byte {
	p.p.put("</body></html>\n")
	return []byte(p.p.String())
}
