package delta

import (
	"bytes"
	"slices"

	"elide/internal/reduce"
)

// Difference is what a reader who has the earlier block needs to be shown.
type Difference struct {
	Marks []reduce.Mark // of now's units, to be planned and rendered with as ever
	Gone  []Passage     // what mattered in the earlier block and is gone
	Still []Passage     // failures that stand in the earlier block as they stand now
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
			d.marks[i] = reduce.Mark{}
			if m.Rank == reduce.Critical {
				hidden = append(hidden, i)
			}
		}
	}
	d.raiseNew()
	return Difference{Marks: d.marks, Gone: d.gone(), Still: d.still(hidden)}
}

type differ struct {
	before, now Ranked
	al          Alignment
	marks       []reduce.Mark // of now, changed
}

// keeps tells whether unit i of now, which stands in before too, is shown
// again.
func (d *differ) keeps(i int) bool {
	m, j := d.now.Marks[i], int(d.al.Before[i])
	switch {
	case m.Why == reduce.WhyPattern || m.Why == reduce.WhyQuery:
		return true
	case m.Rank < reduce.Outlier:
		return false
	case m.Rank > d.before.Marks[j].Rank:
		return true // it was not shown before, or could have gone
	case m.Why == reduce.WhySummary:
		return m.Rank == reduce.Critical
	case m.Why == reduce.WhyMessage || m.Why == reduce.WhyExpected:
		return !d.sameText(j, i)
	}
	return false
}

// sameText tells whether the units are the same without any masking.
func (d *differ) sameText(j, i int) bool {
	return bytes.Equal(d.before.block().Text(j), d.now.block().Text(i))
}

// raiseNew shows new units that are bulk, if they are few. One without a word
// says nothing, one that stood elsewhere is not new.
func (d *differ) raiseNew() {
	b := d.now.block()
	var found []int
	for i, m := range d.now.Marks {
		if m.Rank > reduce.Bulk || d.al.Before[i] >= 0 || d.al.Elsewhere[i] || !hasWord(b.Text(i)) {
			continue
		}
		if found = append(found, i); len(found) > fewNew {
			return
		}
	}
	for _, i := range found {
		d.marks[i].Raise(reduce.Context, 10, reduce.WhyChange)
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

// isHead tells whether a mark is of a unit that names a failure.
func isHead(m reduce.Mark) bool { return m.Rank == reduce.Critical && m.Why == reduce.WhyFailure }

// isDetail tells whether a mark is of a unit that speaks of a failure.
func isDetail(m reduce.Mark) bool {
	return m.Rank >= reduce.Outlier && m.Why != reduce.WhySummary && m.Why != reduce.WhyHeading && m.Why != reduce.WhyStatus
}

// headsLast tells whether the tool prints what it has to say of a failure
// before it names it, as go test -v does.
func headsLast(marks []reduce.Mark) bool {
	for _, m := range marks {
		if m.Rank == reduce.Critical && (m.Why == reduce.WhyMessage || m.Why == reduce.WhyExpected) {
			return true
		}
		if isHead(m) {
			break
		}
	}
	return false
}

// changedFailures tells of each unit of now whether it belongs to a failure
// of which a part is new.
func (d *differ) changedFailures() []bool {
	changed := make([]bool, len(d.now.Marks))
	start, isNew := -1, false
	last := headsLast(d.now.Marks)
	if last {
		start = 0
	}
	closeAt := func(end int) {
		if start >= 0 && isNew {
			for k := start; k < end; k++ {
				changed[k] = true
			}
		}
		isNew = false
	}
	for i, m := range d.now.Marks {
		if isHead(m) && !last {
			closeAt(i)
			start = i
		}
		if m.Rank == reduce.Critical && m.Why == reduce.WhySummary {
			closeAt(i)
			start = -1
		}
		isNew = isNew || start >= 0 && isDetail(m) && d.al.Before[i] < 0
		if isHead(m) && last {
			closeAt(i + 1)
			start = i + 1
		}
	}
	closeAt(len(changed))
	return changed
}
