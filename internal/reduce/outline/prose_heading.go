package outline

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// proseRepeats is how often one heading may stand in a text and still say
// something each time; more often ("### Bug Fixes"), only the first is kept.
const proseRepeats = 3

// markHeadings marks the headings that were found.
func (p *proseText) markHeadings() {
	times := make(map[string]int, len(p.headings))
	for _, i := range p.headings {
		times[string(scan.Trim(p.s.Text(i)))]++
	}
	seen := map[string]bool{}
	for _, i := range p.headings {
		t := string(scan.Trim(p.s.Text(i)))
		if seen[t] && times[t] > proseRepeats {
			continue
		}
		seen[t] = true
		score := 200 - 15*min(scan.Run([]byte(t), '#'), 6)
		p.keep(i, mark.Outlier, uint8(score), mark.WhyHeading)
	}
}

// proseMostLoose is how many lines may pass for headings in a text that
// marks none.
const proseMostLoose = 300

// looseHeadings finds the headings of texts without markup: manuals and
// help texts, whose heads stand further left than the rest.
func (p *proseText) looseHeadings() {
	var left []int
	lines := 0
	for i := range p.marks {
		if !p.s.StartsLine(p.s.First + i) {
			continue
		}
		text := p.s.Text(i)
		if scan.Blank(text) {
			continue
		}
		lines++
		if w, _ := scan.Indent(text); w == 0 && len(text) <= 120 {
			left = append(left, i)
		}
	}
	labelled := p.labelled(left)
	switch {
	case len(left)*3 <= lines && len(left) <= proseMostLoose:
		p.headings = left
	case len(labelled) > 1 && len(labelled) <= proseMostLoose:
		p.headings = labelled
	default:
		return
	}
	p.usage(labelled)
	p.options()
}

// helpText tells whether the text is what a tool says of its use, and not
// Markdown: it has heads that are labels, one of them of how it is called, and
// no heading at the left margin.
func (p *proseText) helpText() bool {
	for _, i := range p.headings {
		if w, _ := scan.Indent(p.s.Text(i)); w == 0 {
			return false
		}
	}
	var left []int
	usage := false
	for i := range p.marks {
		if text := p.s.Text(i); len(text) > 0 && text[0] != ' ' && text[0] != '\t' && p.s.StartsLine(p.s.First+i) {
			left = append(left, i)
			usage = usage || scan.FoldPrefix(text, "usage:")
		}
	}
	return usage && len(p.labelled(left)) > 1
}

// labelled returns those lines at the left margin that head what stands below
// them, as help texts have them: "Usage:", "Available Commands:".
func (p *proseText) labelled(left []int) []int {
	var heads []int
	for _, i := range left {
		t := bytes.TrimRight(p.s.Text(i), " ")
		if len(t) < 4 || len(t) > 40 || t[len(t)-1] != ':' || bytes.Count(t, []byte{' '}) > 3 || i+1 >= len(p.marks) {
			continue
		}
		below := p.s.Text(i + 1)
		if w, _ := scan.Indent(below); !scan.Blank(below) && w > 0 && ('A' <= t[0] && t[0] <= 'Z' || scan.FoldPrefix(t, "usage:")) {
			heads = append(heads, i)
		}
	}
	return heads
}

// usage keeps what stands right below "Usage:".
func (p *proseText) usage(heads []int) {
	for _, i := range heads {
		if !scan.FoldPrefix(p.s.Text(i), "usage:") {
			continue
		}
		for k := i + 1; k < min(len(p.marks), i+4) && !scan.Blank(p.s.Text(k)); k++ {
			p.keep(k, mark.Outlier, 130, mark.WhyNear)
		}
	}
}

// proseOptions is how many options of a manual are named.
const proseOptions = 120

// options keeps the names of options that stand on a line of their own, above
// the text that explains them.
func (p *proseText) options() {
	kept := 0
	for i := 0; i+1 < len(p.marks) && kept < proseOptions; i++ {
		w, n := scan.Indent(p.s.Text(i))
		t := scan.Trim(p.s.Text(i))
		if w == 0 || w > 12 || len(t) < 2 || len(t) > 90 || t[0] != '-' || t[1] != '-' && !scan.IsLetter(t[1]) || bytes.Contains(t, []byte("  ")) || !p.s.StartsLine(p.s.First+i) {
			continue
		}
		below := i + 1
		if scan.Blank(p.s.Text(below)) && below+1 < len(p.marks) {
			below++
		}
		if deeper, _ := scan.Indent(p.s.Text(below)); !scan.Blank(p.s.Text(below)) && deeper > w && n > 0 {
			kept++
			p.keep(i, mark.Sample, 70, mark.WhyHeading)
		}
	}
}

// opening keeps the first line that says what the text is about, and if
// nothing else is kept, the last one too.
func (p *proseText) opening() {
	kept := 0
	for i := range p.marks {
		if p.marks[i].Rank > mark.Bulk {
			kept++
		}
	}
	for i := 0; i < len(p.marks); i++ {
		t := scan.Trim(p.s.Text(i))
		if len(t) == 0 || !p.s.StartsLine(p.s.First+i) {
			continue
		}
		if p.marks[i].Rank == mark.Bulk && proseSays(t) {
			p.marks[i].Raise(mark.Sample, 100, mark.WhyFirst)
			break
		}
	}
	if kept > 0 {
		return
	}
	for i := len(p.marks) - 1; i > 0; i-- {
		if t := scan.Trim(p.s.Text(i)); len(t) > 0 {
			p.marks[i].Raise(mark.Sample, 50, mark.WhyEdge)
			return
		}
	}
}

// proseSays tells whether a line is text rather than badges, links or rules.
func proseSays(t []byte) bool {
	return (scan.IsLetter(t[0]) || t[0] >= 0x80 || t[0] == '>' || scan.HasPrefix(t, "**")) && len(t) > 20 && len(t) <= 400 &&
		bytes.Count(t, []byte("](")) < 3 && scan.Rule(t) == 0
}
