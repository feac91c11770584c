package delta

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/mark"
)

// Difference is what a reader who has the earlier block needs to be shown.
type Difference struct {
	Marks []mark.Mark // of now's units, to be planned and rendered with as ever
	Same  bool        // the blocks are the same, byte for byte
	Gone  []Passage   // what mattered in the earlier block and is gone
	Moved []Passage   // findings of it that stand in now with another line number
	Still []Passage   // failures that stand in the earlier block as they stand now
}

// fewNew is how many new units that the reducers call predictable are shown
// all the same. Where there are more, they are as predictable as before.
const fewNew = 24

// Marks returns what is to be shown of now to a reader who has what was shown
// of before. It changes neither.
//
// Units that stand in before are hidden, but for the tool's summaries, for
// what the user asked for, and for what was not shown in before or not with
// the same value. A failure of which a part is new keeps all of its marks.
// New units keep theirs; a few new ones that are predictable are shown.
func Marks(before, now Ranked, al Alignment) Difference {
	d := differ{before: before, now: now, al: al, marks: slices.Clone(now.Marks)}
	changed := d.changedFailures()
	var hidden []int
	for i, m := range now.Marks {
		switch {
		case al.Before[i] < 0 || changed[i] || d.keeps(i):
		default:
			d.marks[i] = mark.Mark{JSON: d.marks[i].JSON}
			if m.Rank == mark.Critical {
				hidden = append(hidden, i)
			}
		}
	}
	d.raiseNew()
	moved := d.moved(changed)
	same := bytes.Equal(before.block().Bytes(), now.block().Bytes())
	return Difference{Marks: d.marks, Same: same, Gone: d.gone(), Moved: moved, Still: d.still(hidden)}
}

type differ struct {
	before, now Ranked
	al          Alignment
	marks       []mark.Mark // of now, changed
}

// keeps tells whether unit i of now, which stands in before too, is shown
// again.
func (d *differ) keeps(i int) bool {
	m, j := d.now.Marks[i], int(d.al.Before[i])
	switch {
	case d.asked(i):
		return true
	case m.Rank < mark.Outlier:
		return false
	case m.Rank > d.before.Marks[j].Rank:
		return true // it was not shown before, or could have gone
	case m.Why == mark.WhySummary:
		return m.Rank == mark.Critical
	case m.Why == mark.WhyMessage || m.Why == mark.WhyExpected:
		return !d.sameValues(j, i)
	}
	return false
}

// asked tells whether the user asked for unit i of now, or it says that something
// is missing, of which nobody knows whether it is as it was.
func (d *differ) asked(i int) bool {
	why := d.now.Marks[i].Why
	return why == mark.WhyPattern || why == mark.WhyRule && d.now.Marks[i].Rank == mark.Critical || why == mark.WhyQuery || why == mark.WhyCut
}

// sameValues tells whether the units are the same but for what no failure
// speaks of: a time in a message may be what was expected.
func (d *differ) sameValues(j, i int) bool {
	a, b := masker{heads: true}, masker{heads: true}
	return bytes.Equal(a.text(d.before.block().Text(j)), b.text(d.now.block().Text(i)))
}

// raiseNew shows new units that are bulk, if they are few. One without a word
// says nothing, one that stood elsewhere is not new, nor is another record of
// a kind that a log had before.
func (d *differ) raiseNew() {
	b := d.now.block()
	known := d.knownKinds()
	var found []int
	for i, m := range d.now.Marks {
		if m.Rank > mark.Bulk || d.al.Before[i] >= 0 || d.al.Elsewhere[i] || !hasWord(b.Text(i)) || known.has(i, b.Text(i)) {
			continue
		}
		if found = append(found, i); len(found) > fewNew {
			return
		}
	}
	for _, i := range found {
		d.marks[i].Raise(mark.Context, 10, mark.WhyChange)
	}
}

// hasWord tells whether a text has three letters in a row: not blank, not a
// bracket, not a row of dots.
func hasWord(text []byte) bool {
	n := 0
	for _, c := range text {
		if n++; !isLetter(c) {
			n = 0
		}
		if n == 3 {
			return true
		}
	}
	return false
}
