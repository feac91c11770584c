package bench

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/page"
)

// HTML returns the report as a page that needs nothing else, for one of its filters:
// what its cases cost, against the floor, which labels are kept and which are lost,
// and what the reader sees beside the original. misses are what missed a bar.
//
// Outputs are anybody's: nothing of them gets into the page but as a text.
func (rep *Report) HTML(filter string, cases []*Case, misses []Miss) []byte {
	p := page.New("elision-bench", "What is left of "+cli.Plural(rep.Cases, "output"))
	all := rep.Total(filter, TotalAll)
	p.Note(rep.Corpus + ", filter " + filter + ", tokens of " + rep.Encoding)
	p.Tiles(
		page.Tile{What: "cost", Value: inPercent(all.Cost), Note: "of reading everything, on average; the floor is " + inPercent(all.Floor)},
		page.Tile{What: "labels kept", Value: fmt.Sprintf("%d of %d", all.Kept, all.Labels), Note: "lines and texts that must be seen", Loss: all.Kept < all.Labels},
		page.Tile{What: "outputs whole", Value: fmt.Sprintf("%d of %d", all.Whole, all.Cases), Note: "that lost no label", Loss: all.Whole < all.Cases},
		page.Tile{What: "given back exactly", Value: exactOf(all), Note: "originals, byte for byte"},
	)
	if len(misses) > 0 {
		t := page.Table{Headings: []string{"bars that were missed"}, Words: true}
		for _, m := range misses {
			t.Rows = append(t.Rows, page.Row{Cells: []string{m.String()}})
		}
		p.Heading("Missed")
		p.Table(t)
	}
	rep.totalsTable(p, filter)
	rep.filtersTable(p)
	p.Heading("By output")
	p.Note("Those that lost something stand first, then what is furthest above its floor. A bar is what the reader pays, the line in it the floor: the least that shows every label. " +
		"In an original, marked lines are those that must be seen, and pale ones do not stand in the output as they are.")
	byID := map[string]*Case{}
	for _, c := range cases {
		byID[c.ID] = c
	}
	rows := rep.By(filter)
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Labels-b.Kept, a.Labels-a.Kept), cmp.Compare(b.Cost-b.Floor, a.Cost-a.Floor))
	})
	for i := range rows {
		if c := byID[rows[i].ID]; c != nil {
			rows[i].section(p, c)
		}
	}
	return p.Bytes()
}

func inPercent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// totalsTable has a row a shape.
func (rep *Report) totalsTable(p *page.Page, filter string) {
	p.Heading("By shape")
	t := page.Table{Headings: []string{"shape", "cost", "floor", "outputs", "whole", "kept", "tokens in", "tokens out"}, Bars: "tokens saved"}
	for _, total := range rep.Totals {
		if total.Filter == filter {
			t.Rows = append(t.Rows, total.row(total.Name))
		}
	}
	p.Table(t)
}

// filtersTable has a row a filter, if there are several.
func (rep *Report) filtersTable(p *page.Page) {
	filters := rep.Filters()
	if len(filters) < 2 {
		return
	}
	p.Heading("Beside other filters")
	t := page.Table{Headings: []string{"filter", "cost", "floor", "outputs", "whole", "kept", "tokens in", "tokens out"}, Bars: "tokens saved"}
	for _, f := range filters {
		total := rep.Total(f, TotalAll)
		t.Rows = append(t.Rows, total.row(f))
	}
	p.Table(t)
}

func (t *Total) row(name string) page.Row {
	return page.Row{Bar: int64(t.TokensIn - t.Tokens), Loss: t.Kept < t.Labels, Cells: []string{
		name, inPercent(t.Cost), inPercent(t.Floor), fmt.Sprint(t.Cases), fmt.Sprint(t.Whole), fmt.Sprintf("%d/%d", t.Kept, t.Labels), fmt.Sprint(t.TokensIn), fmt.Sprint(t.Tokens),
	}}
}

// section shows a case: what it costs, its labels, and both texts.
func (r *Row) section(p *page.Page, c *Case) {
	open, class := "", "saved"
	if !r.Whole() || r.Err != "" {
		open, class = " open", "lost"
	}
	const width = 200.0
	cost := min(r.Cost, 1) * width
	p.Put(`<details`+open+`><summary><b>%s</b> <span class="soft">%s</span><svg class="cost" viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true"><rect class="%s" x="0" y="2" width="%.1f" height="10"/><line class="floor" x1="%.1f" x2="%.1f" y1="0" y2="14"/></svg>`,
		r.ID, r.Group(), class, cost, r.Floor*width, r.Floor*width)
	p.Put(`<span class="figures">cost %s, floor %s, labels %d of %d, tokens %d of %d%s</span></summary>`, inPercent(r.Cost), inPercent(r.Floor), r.Kept, r.Labels, r.Tokens, r.TokensIn, remarks(r))
	p.Note(fmt.Sprintf("%s, exit status %d. Labels: %s", c.Command, c.Exit, c.LabelsFrom))
	r.labels(p, c)
	p.Put(`<div class="beside"><div><h3>What the reader sees</h3>`)
	lines := split(r.Output)
	writeLines(p, lines, ends(len(lines)), func(int) string { return "" })
	p.Put(`</div><div><h3>The original</h3>`)
	r.original(p, c)
	p.Put("</div></div></details>")
}

// labels lists what had to be seen, what was lost first.
func (r *Row) labels(p *page.Page, c *Case) {
	t := page.Table{Headings: []string{"label", "kept", "why"}, Words: true}
	for _, l := range r.Missed {
		t.Rows = append(t.Rows, page.Row{Loss: true, Cells: []string{l.place(), "LOST", l.Why}})
	}
	missed := map[Label]bool{}
	for _, l := range r.Missed {
		missed[l] = true
	}
	for _, l := range c.Critical {
		if !missed[l] {
			t.Rows = append(t.Rows, page.Row{Cells: []string{l.place(), "kept", l.Why}})
		}
	}
	for _, m := range c.Mentions {
		if l := (Label{Text: m, Why: mention}); !missed[l] {
			t.Rows = append(t.Rows, page.Row{Cells: []string{l.place(), "kept", l.Why}})
		}
	}
	const most = 60
	if n := len(t.Rows); n > most {
		t.Rows = append(t.Rows[:most], page.Row{Cells: []string{fmt.Sprintf("%d more labels", n-most), "", ""}})
	}
	if len(t.Rows) > 0 {
		p.Table(t)
	}
}

// place writes a label with its line.
func (l *Label) place() string {
	text := cut(strings.TrimSpace(string(block.Resolve([]byte(l.Text)))), longestShown)
	if l.Line == 0 {
		return text
	}
	return fmt.Sprintf("%d: %s", l.Line, text)
}

// original shows the case's input: of a long one its ends and what stands about its
// labels.
func (r *Row) original(p *page.Page, c *Case) {
	lines, labelled, lost := split(c.Input), map[int]bool{}, map[int]bool{}
	for _, l := range c.Critical {
		labelled[l.Line-1] = true
	}
	for _, l := range r.Missed {
		lost[l.Line-1] = true
	}
	wanted := ends(len(lines))
	const about = 2
	for i, n := 0, 0; i < len(lines) && n < mostShown; i++ {
		if labelled[i] {
			for j := max(0, i-about); j <= min(len(lines)-1, i+about); j++ {
				wanted[j] = true
			}
			n++
		}
	}
	shown := map[string]bool{}
	for _, line := range split(r.Output) {
		shown[string(bare(line))] = true
	}
	writeLines(p, lines, wanted, func(i int) string {
		switch {
		case lost[i]:
			return "mark lost"
		case labelled[i]:
			return "mark"
		case !shown[string(bare(lines[i]))]:
			return "hidden"
		}
		return ""
	})
}

// The bounds of what is shown of a text.
const (
	mostShown    = 300 // lines
	longestShown = 400 // of a line
)

// ends returns which lines of a text are shown for where they stand.
func ends(lines int) map[int]bool {
	first, last := mostShown*2/3, mostShown/3
	wanted := map[int]bool{}
	for i := range lines {
		if i < first || i >= lines-last {
			wanted[i] = true
		}
	}
	return wanted
}

func split(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// writeLines writes the wanted lines, as a reader of a terminal would see them.
func writeLines(p *page.Page, lines [][]byte, wanted map[int]bool, class func(i int) string) {
	p.Put("<pre>")
	for i := 0; i < len(lines); i++ {
		gap := i
		for gap < len(lines) && !wanted[gap] {
			gap++
		}
		if gap > i {
			p.Put(`<i>… %s not shown on this page</i>`+"\n", cli.Plural(gap-i, "line"))
			i = gap - 1
			continue
		}
		text := cut(string(block.Resolve(lines[i])), longestShown)
		if c := class(i); c != "" {
			p.Put(`<span class="%s">%s</span>`+"\n", c, text)
			continue
		}
		p.Put("%s\n", text)
	}
	p.Put("</pre>")
}

// cut shortens a text to so many bytes, and says how many more there are.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return fmt.Sprintf("%s … %d more bytes", text[:most], len(text)-most)
}
