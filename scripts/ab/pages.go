//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"elide.example/elide/internal/page"
)

// writePages writes the page of the figures, and one for each pair of runs with both
// transcripts side by side.
func writePages(s *state, r *report, dir string) error {
	p := page.New("elide: A/B", "Plain and with elide")
	p.Note(r.heads())
	t := page.Table{Headings: []string{"", "plain", "elide", "change", "95 %"}}
	for i := range r.Figures {
		c := &r.Figures[i]
		change, interval := c.told()
		t.Rows = append(t.Rows, page.Row{Cells: []string{c.Name, fmt.Sprintf(c.form, c.Plain), fmt.Sprintf(c.form, c.Elide), change, interval}})
	}
	p.Table(t)
	p.Heading("Transcripts")
	p.Put("<ul>")
	couples := s.couples()
	var errs []error
	for _, name := range sortedKeys(couples) {
		for _, c := range couples[name] {
			file := fmt.Sprintf("runs/%s/%d.html", name, c.plain.N)
			p.Put(`<li><a href="%s">%s, %d</a>: plain %s; elide %s</li>`, file, name, c.plain.N, c.plain.told(), c.elide.told())
			errs = append(errs, sideBySide(dir, filepath.Join(dir, file), c))
		}
	}
	p.Put("</ul>")
	return errors.Join(append(errs, os.WriteFile(filepath.Join(dir, "index.html"), p.Bytes(), 0o600))...)
}

// maxShown is how much of a turn a page shows; the rest is in the exchanges.
const maxShown = 20_000

func sideBySide(dir, file string, c couple) error {
	p := page.New("elide: "+c.plain.Task, fmt.Sprintf("%s, run %d", c.plain.Task, c.plain.N))
	p.Put(`<style>.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(20em,1fr));gap:1em}.sides section{min-width:0}.sides pre{white-space:pre-wrap;overflow-wrap:anywhere}</style><div class="sides">`)
	for _, r := range []*run{c.plain, c.elide} {
		t, err := readTalk(runFolder(dir, r))
		if err != nil {
			return err
		}
		p.Put("<section>")
		p.Heading(r.Arm)
		p.Note(r.told())
		for _, turn := range t {
			text := turn.text
			if len(text) > maxShown {
				text = text[:maxShown] + fmt.Sprintf("\n(%d bytes more)", len(text)-maxShown)
			}
			p.Put("<h3>%s</h3><pre>%s</pre>", turn.who, text)
		}
		p.Put("</section>")
	}
	p.Put("</div>")
	return os.WriteFile(file, p.Bytes(), 0o600)
}
