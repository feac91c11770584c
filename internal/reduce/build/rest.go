package build

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// kindsBytes is how long the heads may be together that are the first of their kind and
// that no limit before let through. A flood by rule is told by the first of each; of
// 3,000 or 6,000 bytes the tuned corpora cost 0.2 points more and nothing else is whole.
const kindsBytes = 1500

// markKinds shows the first warning of each kind of which none is shown, beside whatever
// else: all or none, as some of them say no more than chance would.
func (b *Reader) markKinds(marks []mark.Mark) {
	told := HashSet{}
	for i := range b.diags {
		if d := &b.diags[i]; marks[d.head].Rank > mark.Bulk {
			told.Add(d.looseKind())
		}
	}
	var first []*diagnostic
	left := kindsBytes
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev != sevWarning || b.lines[d.head].known == rules.BuildSum || told.Has(d.looseKind()) {
			continue
		}
		told.Add(d.looseKind())
		for k := d.head; k < d.said; k++ {
			left -= len(b.s.Text(k))
		}
		if place := b.placeBelow(d); place > 0 {
			left -= len(b.s.Text(place))
		}
		if left < 0 {
			return
		}
		first = append(first, d)
	}
	for _, d := range first {
		b.markHead(d, marks, mark.Sample, 50)
	}
}

// mostSums is how many different lines are shown that count what was found.
const mostSums = 20

// markSums shows the lines that count what was found in one file or by one tool, beside
// the last of all: "3 warnings generated."
func (b *Reader) markSums(marks []mark.Mark) {
	told := HashSet{}
	for i := range b.lines {
		if b.lines[i].Kind != buildResult || marks[i].Rank > mark.Bulk {
			continue
		}
		text := b.s.Text(i)
		if h := scan.Hash(text); counts(text) && !told.Has(h) && len(told) < mostSums {
			told.Add(h)
			marks[i].Raise(mark.Sample, 50, mark.WhySummary)
		}
	}
}

// counts tells whether a number stands in the line as a word.
func counts(text []byte) bool {
	return slices.ContainsFunc(bytes.Fields(text), func(word []byte) bool { return scan.Digits(word) == len(word) })
}

// The place in a line that names one begins placeAhead bytes into it at most, and that
// no more than placeIndent columns into the page.
const (
	placeAhead  = 120
	placeIndent = 4
)

// NamesPlace tells whether a line that is nothing known names a place in a file behind
// other words: "[4] shop.yaml:7:3 at #/paths". One that begins with it was read.
func NamesPlace(text []byte) bool {
	p, ok := scan.FindLocation(text[:min(len(text), buildScan)])
	if !ok || p.Start == 0 || p.Start > placeAhead || frameText(text) {
		return false
	}
	l := ReadLine(text)
	return l.Kind == buildText && !l.leads() && l.indent <= placeIndent
}
