package build

import (
	"elide/internal/mark"
	"elide/internal/rules"
	"elide/internal/scan"
)

// kindsBytes is how long the heads may be together that are the first of their kind and
// that no limit before let through. A flood by rule is told by the first of each; of
// 3,000 or 6,000 bytes the tuned corpora cost 0.2 points more and nothing else is whole.
const kindsBytes = 1500

// markKinds shows the first warning and finding of each kind of which none is shown,
// beside whatever else: all or none, as some of them say no more than chance would.
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
		if d.sev < sevWarning || b.lines[d.head].stop || b.lines[d.head].known == rules.BuildSum || told.Has(d.looseKind()) {
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
		if h := scan.Hash(b.s.Text(i)); !told.Has(h) && len(told) < mostSums {
			told.Add(h)
			marks[i].Raise(mark.Sample, 50, mark.WhySummary)
		}
	}
}

// placesBytes is how long the lines may be together that name a place and belong to no
// diagnostic that is understood: of 2,000 to 8,000 the outputs measured cost the same.
// The place begins placeAhead bytes into the line at most, and that no more than
// placeIndent columns into the page.
const (
	placesBytes = 4000
	placeAhead  = 120
	placeIndent = 4
)

// markPlaces shows the lines that name a place in a file with its line and belong to no
// diagnostic: in a report of a form that isn't known they are its findings' heads. All
// or none.
func (b *Reader) markPlaces(marks []mark.Mark) {
	var at []int
	left := placesBytes
	for i := range b.lines {
		if l := &b.lines[i]; l.Kind != buildText || b.owned[i] || marks[i].Rank > mark.Bulk || l.indent > placeIndent {
			continue
		}
		text := b.s.Text(i)
		if p, ok := scan.FindLocation(text[:min(len(text), buildScan)]); !ok || frameText(text) || p.Start > placeAhead {
			continue
		}
		if left -= len(text); left < 0 {
			return
		}
		at = append(at, i)
	}
	for _, i := range at {
		marks[i].Raise(mark.Sample, 50, mark.WhyLocation)
	}
}
