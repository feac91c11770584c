package worth

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// few is how many hidden lines of a section must begin with the same word to say of each
// other that they are predictable, in a short block. Of outputs that nobody had seen, four
// sets of 36 to 49 from 4 KiB on, how many are whole, and the effective cost of all of them,
// of the tuned corpus and of the conversations' bill, in percent, of blocks up to 3,500 tokens:
//
//	few          0     4     8    12
//	whole      126   133   137   139
//	cost      79.5  78.3  76.9  76.5
//	tuned     21.2  21.4  21.5  22.2
//	billed    83.5  83.7  83.7  83.7
//
// By their first two words 136 are whole, for 0.1 of the bill more.
const few = 8

// RaiseFew shows what was hidden for no reason and too few hidden lines are like; short tells
// for which shapes the block is. Of a long one, of which much is saved by hiding that, it is for
// lines among a table's rows that are no rows: ../shared/unseen costs 0.2 points more for it, and
// of a set of 39 outputs met for the first time one more is whole, whose failures stood between
// columns of passes.
func RaiseFew(secs []block.Section, marks []mark.Mark, short func(shape.Shape) bool) {
	of := func(sh shape.Shape) bool { return sh == shape.Table || foreseen(sh) && short(sh) }
	if !slices.ContainsFunc(secs, func(s block.Section) bool { return of(s.Shape) }) {
		return
	}
	b := secs[0].Block
	fs := find(secs, marks, of, firstWord)
	if len(fs.List) == 0 {
		return
	}
	looks := block.Section{Block: b, End: b.Len()}.Looks()
	for _, s := range secs {
		rows := !short(s.Shape)
		for i := s.First; i < s.End; i++ {
			if f := fs.Of[i]; f >= 0 && fs.List[f].lines < few && !(rows && looks[i].MayHaveColumns()) {
				marks[i].Raise(mark.Sample, 0, mark.WhyUnknown)
			}
		}
	}
}

// What hardly another hidden line is like is shown of a longer block where all of it costs
// little: with fewer than two or four such lines, 4 or 6 % of the block or a tenth of what is
// hidden one or two outputs less of 289 are whole (246; 242 without), and 12 % make two more
// so for 0.4 points of ../shared/unseen. A finding and the code that it quotes are hidden for
// what their rule says already: with them testdata/corpus costs 0.1 points more.
const (
	aloneLike   = 3  // hidden lines of one template
	aloneBlock  = 8  // percent of the block that all of these may cost
	aloneHidden = 25 // percent of what is hidden
)

// RaiseAlone shows what was hidden for no reason of plain text, builds and tables and hardly
// another hidden line is like. Where that is much, as names or sums differ, it is what hardly
// another begins as besides, unless that is much, too.
func RaiseAlone(secs []block.Section, marks []mark.Mark) {
	fs := find(secs, marks, unnamed, block.Section.Template)
	if len(fs.List) == 0 {
		return
	}
	b := secs[0].Block
	looks := block.Section{Block: b, End: b.Len()}.Looks()
	for i := range fs.List {
		if k := looks[fs.List[i].first].Kind; k == line.Finding || k == line.Quoted {
			fs.List[i].lines = aloneLike
		}
	}
	hidden := 0
	for i := range marks {
		if marks[i].Rank == mark.Bulk {
			hidden += len(b.Raw(i))
		}
	}
	most := min(len(b.Bytes())*aloneBlock, hidden*aloneHidden) / 100
	if fs.alone() > most {
		words := find(secs, marks, uncoded, firstWord)
		for i, f := range fs.Of {
			if f >= 0 && (words.Of[i] < 0 || words.List[words.Of[i]].lines >= aloneLike) {
				fs.List[f].lines = aloneLike
			}
		}
		if fs.alone() > most {
			return
		}
	}
	for i, f := range fs.Of {
		if f >= 0 && fs.List[f].lines < aloneLike {
			marks[i].Raise(mark.Sample, 0, mark.WhyUnknown)
		}
	}
}

// alone returns how many bytes the lines have that hardly another is like.
func (fs *Families) alone() (bytes int) {
	for i := range fs.List {
		if f := &fs.List[i]; f.lines < aloneLike {
			bytes += f.bytes
		}
	}
	return bytes
}

// unnamed tells whether lines of the shape have neither a result nor a level to be told by,
// nor an outline.
func unnamed(sh shape.Shape) bool {
	return sh == shape.Plain || sh == shape.BuildLog || sh == shape.Table
}

// uncoded is unnamed without builds, whose messages quote code.
func uncoded(sh shape.Shape) bool { return sh == shape.Plain || sh == shape.Table }

// firstWord returns what a line begins with. Of a text that someone wrote it is two words, behind
// the sign of a list: each of its points begins with that, and many sentences with "The".
func firstWord(s block.Section, i int) uint64 {
	t := scan.Trim(s.Text(i))
	if s.Shape != shape.Prose {
		return begins(t, scan.Seed, 1)
	}
	t = bytes.TrimPrefix(t, []byte("•"))
	for len(t) > 0 && !scan.IsLetter(t[0]) && !scan.IsDigit(t[0]) && t[0] < utf8.RuneSelf {
		t = t[1:]
	}
	return begins(t, scan.Seed, 2)
}

// foreseen tells whether what a shape's reducer leaves hidden must be foreseen by others
// like it. Of runs of tests it is hidden because of what was told of it: 2 of the 171 more
// are whole for 4 points of the tuned corpus. Of stacks and listings none is.
func foreseen(sh shape.Shape) bool {
	switch sh {
	case shape.Plain, shape.BuildLog, shape.Prose, shape.Table:
		return true
	}
	return false
}
