package trial

import "elide.example/elide/internal/page"

// WritePage adds the comparison to a page, under a heading of its own.
func (r *Result) WritePage(p *page.Page) {
	p.Heading("With elide, and without")
	p.Put("<p>%s</p>", r.Headline())
	for _, text := range r.Wanted() {
		p.Note(text)
	}
	t := page.Table{Long: true, Headings: []string{"a conversation, on average", "left alone", "with elide", "change"}}
	for _, row := range r.Rows() {
		t.Rows = append(t.Rows, page.Row{Cells: []string{row.What, row.Holdout, row.Elide, row.Change}})
	}
	p.Table(t)
	p.Note(r.Basis())
	for _, text := range r.Notes() {
		p.Note(text)
	}
	if text := r.Method(); text != "" {
		p.Note(text)
	}
}
