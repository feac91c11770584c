package page

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// Reduce keeps the title and the headings of an HTML page; of other
// XML, and of pages without headings, the elements nearest to the root.
func Reduce(s block.Section, marks []mark.Mark) {
	if markupReport(s, marks) {
		return
	}
	markBeforeMarkup(s, marks)
	m := markup{s: s, marks: marks}
	for i := range marks {
		m.line(i)
	}
	if isPage(s) {
		body(s, marks)
	} else if m.headings == 0 {
		m.shallow()
		m.sayings()
	}
}

// markBeforeMarkup keeps what stands before the page: the status and the
// headers of the answer that it is, or what a program says of it.
func markBeforeMarkup(s block.Section, marks []mark.Mark) {
	const most = 12
	for i := range marks[:min(len(marks), most)] {
		text := scan.Trim(s.Text(i))
		if len(text) > 0 && text[0] == '<' {
			return
		}
		if len(text) > 0 {
			marks[i].Raise(mark.Outlier, 180, mark.WhyEdge)
		}
	}
}

// markup is the state of a walk over a page, line by line.
type markup struct {
	s        block.Section
	marks    []mark.Mark
	raw      string // the end tag of the script, style or comment that is open
	open     string // the end tag of the heading that is open
	spread   int    // lines since that heading opened
	headings int
}

// markupSpread is how many lines of one heading are kept.
const markupSpread = 4

// line marks line i if a heading or the title stands on it.
func (m *markup) line(i int) {
	text := m.s.Text(i)
	if m.open != "" {
		m.heading(i, text)
	}
	for {
		if m.raw != "" {
			end := scan.FoldIndex(text, m.raw)
			if end < 0 {
				return
			}
			text, m.raw = text[end+len(m.raw):], ""
		}
		lt := bytes.IndexByte(text, '<')
		if lt < 0 {
			return
		}
		text = text[lt+1:]
		name := markupName(text)
		switch {
		case scan.HasPrefix(text, "!--"):
			m.raw = "-->"
		case name == "script" || name == "style" || name == "template":
			m.raw = "</" + name
		case markupHeading(name):
			m.open, m.spread = "</"+name, 0
			m.heading(i, text)
		}
	}
}

// heading keeps a line of the open heading, which text is the rest of.
func (m *markup) heading(i int, text []byte) {
	if m.spread++; m.spread <= markupSpread {
		m.marks[i].Raise(mark.Outlier, 200, mark.WhyHeading)
		m.headings++
	}
	if m.spread > markupSpread || scan.FoldIndex(text, m.open) >= 0 {
		m.open = ""
	}
}

// markupName returns the name of the tag that t is the inside of, in lower
// case.
func markupName(t []byte) string {
	n := 0
	for n < len(t) && n < 16 && (scan.IsWordByte(t[n]) || t[n] == '-') {
		n++
	}
	return string(bytes.ToLower(t[:n]))
}

func markupHeading(name string) bool {
	return name == "title" || name == "caption" || len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6'
}

// markupShown is how many elements of a page without headings are kept.
const markupShown = 40

// shallow keeps the opening tags of the two least indentations.
func (m *markup) shallow() {
	least, second := -1, -1
	for i := range m.marks {
		if w, ok := markupOpening(m.s.Text(i)); ok {
			switch {
			case least < 0 || w < least:
				least, second = w, least
			case w > least && (second < 0 || w < second):
				second = w
			}
		}
	}
	shown := 0
	var seen map[string]int
	for i := range m.marks {
		text := m.s.Text(i)
		w, ok := markupOpening(text)
		if !ok || w != least && w != second || shown >= markupShown {
			continue
		}
		if seen == nil {
			seen = map[string]int{}
		}
		name := markupName(scan.Trim(text)[1:])
		if seen[name]++; seen[name] <= 2 {
			m.marks[i].Raise(mark.Sample, 100, mark.WhyHeading)
			shown++
		}
	}
}

const (
	// sayingsMost is how many elements are shown for the words in them, and sayingsFew of more than twice as
	// many; sayingsShare is the part of the document, one in so many bytes, that they may take.
	sayingsMost  = 40
	sayingsFew   = 10
	sayingsShare = 4
	sayingWords  = 3
	// tagSpread is how many lines are shown of a tag that opens.
	tagSpread = 3
)

// saying is an element that says something in words, and where what it stands in opens, -1.
type saying struct{ unit, in int }

// sayings shows the elements of a document of data that say something in words, each once, and where
// what they stand in opens.
func (m *markup) sayings() {
	all := m.said()
	if len(all) > 2*sayingsMost {
		all = all[:sayingsFew]
	}
	left := len(m.s.Bytes()) / sayingsShare
	for _, say := range all[:min(len(all), sayingsMost)] {
		if left -= len(m.s.Text(say.unit)); left < 0 {
			return
		}
		m.marks[say.unit].Raise(mark.Sample, 90, mark.WhyFirst)
		for at := say.in; at >= 0 && at < min(say.unit, say.in+tagSpread); at++ {
			m.marks[at].Raise(mark.Sample, 90, mark.WhyHeading)
			if bytes.IndexByte(m.s.Text(at), '>') >= 0 {
				break
			}
		}
	}
}

// said returns the sayings of the document.
func (m *markup) said() (all []saying) {
	seen := map[uint64]bool{}
	var open []int
	for i := range m.marks {
		opens, closes := markupTags(m.s.Text(i))
		for range closes - opens {
			open = open[:max(len(open)-1, 0)]
		}
		for range opens - closes {
			open = append(open, i)
		}
		text := scan.ElementText(m.s.Text(i))
		said := scan.Hash(text)
		if bytes.Count(text, []byte{' '}) < sayingWords-1 || seen[said] {
			continue
		}
		seen[said] = true
		in := -1
		if len(open) > 0 && opens == closes {
			in = open[len(open)-1]
		}
		all = append(all, saying{i, in})
	}
	return all
}

// markupOpening returns the indentation of a line that begins with an opening tag.
func markupOpening(text []byte) (int, bool) {
	w, n := scan.Indent(text)
	return w, n+1 < len(text) && text[n] == '<' && scan.IsLetter(text[n+1])
}
