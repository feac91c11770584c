package pipeline

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/heads"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/tokens"
)

// What is hidden between shown lines saves little where it is short, and who wants it pays a
// whole request. Of 247 outputs that others labelled 203 are whole where none of it is shown,
// 206 where lines that cost four gaps are, blank ones beside them, and 210 where twos are; with
// what is fetched again they cost 69.0, 68.1 and 67.0 % of reading everything. With six gaps for
// both they cost 0.3 points more, with six twos the same, with threes up to 0.3 less for half a point
// of ../shared/unseen. Of a flood, where many are hidden so, no label more is seen, and one costs 6 % more.
const (
	aloneGaps = 4
	twosGaps  = 3
	// amidGaps is what a line may cost between two that are critical: of 949 outputs 18 are longer by it,
	// by 0.1 % in all, and 2 of 105 that nobody had seen are whole that weren't, dumps of threads that wait
	// for each other. With 8 as many, with 24 nothing is another.
	amidGaps  = 12
	loneBytes = 180 // no line of more costs so little
	loneRun   = 3   // lines, blank ones too
	mostLone  = 12
	mostTwos  = 4
)

// raiseHeads raises the lines that are hidden alone or by twos, and then the heads of all that is shown:
// of 1,953 such lines three stood without theirs when it was the other way round.
func raiseHeads(b *block.Block, secs []block.Section, marks []mark.Mark) {
	showLone(b, marks)
	heads.Raise(secs, marks)
}

// showLone raises the lines that are hidden alone or by twos between shown ones, where there
// are few of either and they cost little more than the gap in their place.
func showLone(b *block.Block, marks []mark.Mark) {
	var alone, twos [][2]int
	for i := 0; i < len(marks); i++ {
		first, lines := i, 0
		for ; i < len(marks) && marks[i].Rank == mark.Bulk; i++ {
			if !scan.Blank(b.Text(i)) {
				lines++
			}
		}
		switch {
		case i-first > loneRun:
		case lines == 1 && len(alone) <= mostLone:
			alone = append(alone, [2]int{first, i})
		case lines == 2 && len(twos) <= mostTwos:
			twos = append(twos, [2]int{first, i})
		}
	}
	if len(alone) <= mostLone {
		showRuns(b, marks, alone, aloneGaps, amidGaps)
	}
	if len(twos) <= mostTwos {
		showRuns(b, marks, twos, twosGaps, twosGaps)
	}
}

// showRuns raises those of the runs of which nothing is known and each line costs no more than
// so many gaps, or so many between lines that are both critical. Between the texts of a page stand tags.
func showRuns(b *block.Block, marks []mark.Mark, runs [][2]int, gaps, amid int) {
	for _, r := range runs {
		first, end := r[0], r[1]
		known := first > 0 && marks[first-1].Page > 0 || end < len(marks) && marks[end].Page > 0
		gaps := gaps
		if first > 0 && end < len(marks) && marks[first-1].Rank == mark.Critical && marks[end].Rank == mark.Critical {
			gaps = amid
		}
		for i := first; i < end && !known; i++ {
			raw := b.Raw(i)
			known = marks[i].Why != mark.WhyNone && marks[i].Why != mark.WhyWell || len(raw) > loneBytes || tokens.Estimate(raw) > gaps*plan.GapTokens(b, first, end)
		}
		for i := first; i < end && !known; i++ {
			marks[i].Raise(mark.Sample, 0, mark.WhyCheap)
		}
	}
}
