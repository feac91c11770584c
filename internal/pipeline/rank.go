package pipeline

import (
	"bytes"
	"io"
	"math"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/floor"
	"elide.example/elide/internal/heads"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/reduce/matches"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/steps"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/worth"
)

// ranker ranks an original, in one pass or in many, and gathers its pieces.
type ranker struct {
	o    Original
	opt  Options
	hash string
	kept *keep.Set // what ask looks for, beside the query; nil: nothing, or it isn't made yet
	told rules.Asked
	too  *keep.Set // the words of told; nil: there are none

	whole    []byte          // the original, if one pass holds it
	inner    bool            // what stands in another output
	block    *block.Block    // of the last pass
	secs     []block.Section // of it
	marks    []mark.Mark
	pieces   []plan.Piece
	families *worth.Families // where they are put before anyone asks what they are worth; nil: nowhere
	changed  *changed        // the plan as a difference; nil: there is none
	sections []Section
	sizes    [shape.Count]int64 // bytes of each shape
	lines    int
	tokens   int
	blobs    int  // of them that only a program reads
	quotes   bool // it is about a text that it quotes
	builds   bool // one that a build printed
}

// run ranks the original pass by pass.
func (r *ranker) run() error {
	size := r.o.Size()
	line, col := 0, 0
	var buf []byte
	for off := int64(0); off < size; {
		read, err := r.read(&buf, off, min(size-off, passBytes))
		if err != nil {
			return err
		}
		data, lines := pass(read, off+int64(len(read)) == size)
		b := block.NewOf(data, lines)
		b.FirstLine, b.FirstCol, b.Continues = line, col, off+int64(len(data)) < size
		if int64(len(data)) == size {
			r.whole = data
		}
		r.rank(b, off)
		if r.whole == nil {
			r.lines = line + b.Lines()
			r.pieces = plan.Fold(r.pieces, r.limits(), r.overhead())
		}
		line, col = after(b, data, line, col)
		off += int64(len(data))
	}
	r.lines = line
	if col > 0 {
		r.lines++
	}
	return nil
}

// held is an original that may be all in memory.
type held interface{ Bytes() ([]byte, bool) }

// read returns n bytes of the original: its own if it is in memory, else in
// buf, which is made for the first of them and used again.
func (r *ranker) read(buf *[]byte, off, n int64) ([]byte, error) {
	if h, ok := r.o.(held); ok {
		if all, ok := h.Bytes(); ok {
			return all[off : off+n], nil
		}
	}
	if int64(len(*buf)) < n {
		*buf = make([]byte, n)
	}
	got, err := r.o.ReadAt((*buf)[:n], off)
	if err == io.EOF && int64(got) == n {
		err = nil
	}
	return (*buf)[:n], err
}

// pass returns how much of what was read one pass takes, and its line ends: whole lines
// where there are any, and not more of them than it may index.
func pass(read []byte, last bool) (data []byte, lines int) {
	if lines = bytes.Count(read, []byte{'\n'}); lines >= passLines {
		return read[:nthLineEnd(read, passLines)], passLines
	}
	if end := bytes.LastIndexByte(read, '\n') + 1; !last && end > 0 {
		return read[:end], lines
	}
	return read, lines
}

// nthLineEnd returns the end of the n-th line of text, which has as many.
func nthLineEnd(text []byte, n int) int {
	end := 0
	for ; n > 0; n-- {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return end
}

// after returns the line and the column, from 0, at which b ends.
func after(b *block.Block, data []byte, line, col int) (int, int) {
	if data[len(data)-1] == '\n' {
		return line + b.Lines(), 0
	}
	if b.Lines() == 1 {
		return line, col + len(data)
	}
	return line + b.Lines() - 1, len(data) - 1 - bytes.LastIndexByte(data, '\n')
}

// rank ranks one pass and appends its pieces.
func (r *ranker) rank(b *block.Block, off int64) {
	r.weigh(b)
	secs, marks := r.mark(b)
	for _, s := range secs {
		r.count(s)
	}
	r.block, r.secs, r.marks = b, secs, marks
	r.pieces = plan.Pieces(r.pieces, b, off, marks, r.views(b, secs, marks), r.limits())
	if r.opt.Since != nil && r.whole != nil {
		r.changed = r.since(b, delta.Ranked{Sections: secs, Marks: marks})
	}
}

// weigh counts the tokens of a pass, before it is ranked: what is short is shown otherwise.
func (r *ranker) weigh(b *block.Block) {
	if r.tokens = max(r.tokens, r.opt.Tokens); r.opt.Tokens == 0 {
		r.tokens += estimate(b.Bytes())
	}
}

// mark cuts a block and ranks its units.
func (r *ranker) mark(b *block.Block) ([]block.Section, []mark.Mark) {
	b.Rules = r.told.Set
	secs := r.cut(b)
	unread, weight := blobs(b)
	r.blobs += weight
	marks := make([]mark.Mark, b.Len())
	for _, s := range secs {
		reduce.Rank(s, marks[s.First:s.End])
	}
	if !r.opt.Bare {
		floor.Raise(secs, marks)
		r.showTexts(secs, marks)
		r.showSources(b, marks)
	}
	steps.Mark(b, secs[0].Block, marks)
	showSmall(b, secs, marks)
	if !r.opt.Bare {
		showRows(b, secs, marks, r.opt.Command)
		if r.whole != nil && r.opt.Since == nil {
			worth.RaiseFew(secs, marks, r.isShort)
			if r.tokens-r.blobs >= fewTokens {
				worth.RaiseAlone(secs, marks)
			}
		}
		r.raiseWorth(secs, marks)
		hideProgressions(b, secs, marks)
	}
	hideBlobs(unread, marks)
	ShowCuts(b, marks)
	if !r.opt.Bare {
		showEnd(b, secs, marks)
		raiseHeads(b, secs, marks)
	}
	if ruled := r.rule(b, marks); r.ask(b, marks) || ruled {
		heads.Again(secs, marks)
	}
	heads.Jobs(b, marks)
	return secs, marks
}

// raiseWorth shows what is likelier to be needed than it costs.
func (r *ranker) raiseWorth(secs []block.Section, marks []mark.Mark) {
	table := r.opt.Worth
	if table == nil {
		table = &worth.Measured
	}
	if r.families != nil {
		*r.families = worth.Find(secs, marks)
	}
	table.Raise(secs, marks)
}

func (r *ranker) cut(b *block.Block) []block.Section {
	if r.opt.Shape != nil {
		return []block.Section{{Block: b, End: b.Len(), Shape: *r.opt.Shape, Command: r.opt.Command}}
	}
	secs := r.byTool(b)
	if secs == nil {
		secs = classify.Sections(b, r.opt.Command)
	}
	sought := r.opt.Told.Sought
	if sought == "" && r.opt.Command != "" {
		sought = toolcall.Sought(r.opt.Command)
	}
	for i := range secs {
		secs[i].Sought = sought
	}
	return secs
}

// byTool returns the sections of a block whose tool says what it prints, nil if that says
// nothing, or can't be. The tool is believed over the look: what a search found in source
// looks like source.
func (r *ranker) byTool(b *block.Block) []block.Section {
	sh := r.opt.Told.Shape
	if sh == shape.Plain && toolcall.Columns(r.opt.Command) {
		sh = shape.Grep
	}
	if sh == shape.Plain || classify.Document(b) {
		return nil
	}
	s := block.Section{Block: b, End: b.Len(), Shape: sh, Command: r.opt.Command}
	if sh == shape.Grep && !matches.Holds(s) {
		return nil
	}
	return []block.Section{s}
}

func (r *ranker) count(s block.Section) {
	r.sizes[s.Shape] += int64(len(s.Bytes()))
	first, last := s.Line(s.First), s.Line(s.End-1)
	if n := len(r.sections); n > 0 && r.sections[n-1].Shape == s.Shape {
		r.sections[n-1].Last = last
		return
	}
	r.sections = append(r.sections, Section{s.Shape, first, last})
}

// views gives the view of each unit of the pass b. Units are asked for in
// rising order. A document that stands behind prefixes is shown by lines, and
// so is what is JSON by all that is seen, but not for certain, or is not cut at
// its tokens.
func (r *ranker) views(b *block.Block, secs []block.Section, marks []mark.Mark) func(int) plan.View {
	if r.opt.PlainViews {
		return func(int) plan.View { return plan.Verbatim }
	}
	at := 0
	return func(unit int) plan.View {
		for unit >= secs[at].End {
			at++
		}
		switch {
		case marks[unit].Why == mark.WhyCut && !showsCut(b, unit):
			return plan.Verbatim
		case secs[at].Block == b && !b.Coarse() && marks[unit].JSON.Run() > 0:
			return plan.JSON
		case marks[unit].Page > 0 && showsText(marks[unit].Why):
			return plan.Page
		}
		return plan.Resolved
	}
}

// showsText tells whether a unit of a page is shown for the text that it holds. What is
// shown for other reasons, as a pattern or a cut in it, stands as it came.
func showsText(why mark.Why) bool {
	return why == mark.WhyFirst || why == mark.WhyHeading || why == mark.WhyCheap || why == mark.WhyShort
}

// ask raises the units that the user asked for, if there are any.
func (r *ranker) ask(b *block.Block, marks []mark.Mark) bool {
	kept := r.keeps(b)
	if kept != nil {
		for i := range marks {
			if kept.Match(b.Text(i)) {
				marks[i].Raise(mark.Critical, 255, mark.WhyPattern)
			}
		}
	}
	if r.opt.Query != "" {
		relevant(b, keep.Terms(r.opt.Query), marks)
	}
	return kept != nil || r.opt.Query != ""
}

// keeps returns what is kept whatever its shape. Where a limit holds, as it does
// for a block of several passes, what is only kept too would take the place of
// what matters.
func (r *ranker) keeps(b *block.Block) *keep.Set {
	if r.kept == nil {
		patterns := r.opt.Keep
		if r.unlimited(b) {
			patterns = slices.Concat(patterns, r.opt.KeepToo)
		}
		r.kept = keep.NewSet(patterns)
	}
	return r.kept
}

// unlimited tells whether no limit holds for what is shown of the block, nor of the
// original that it is of.
func (r *ranker) unlimited(b *block.Block) bool {
	whole := !b.Continues && b.FirstLine == 0 && b.FirstCol == 0
	return whole && r.opt.Budget == 0 && r.opt.MaxBytes == 0
}

// source reads a piece of the original.
func (r *ranker) source(off, n int64) ([]byte, error) {
	if r.whole != nil {
		return r.whole[off : off+n], nil
	}
	buf := make([]byte, n)
	got, err := r.o.ReadAt(buf, off)
	if err == io.EOF && int64(got) == n {
		err = nil
	}
	return buf, err
}

func (r *ranker) limits() plan.Limits {
	lim := plan.Limits{Tokens: r.opt.Budget, Bytes: r.opt.MaxBytes}
	if r.whole == nil && lim == (plan.Limits{}) {
		lim.Tokens = passesBudget
	}
	return lim
}

// withinLimits tells whether the block, though long enough to be reduced for
// the sake of a limit, needs no reducing to be within it.
func (r *ranker) withinLimits() bool {
	opt := r.opt
	opt.Budget, opt.MaxBytes = 0, 0
	return r.o.Size() < leastBytes(opt) &&
		(r.opt.Budget == 0 || r.tokens <= r.opt.Budget) && (r.opt.MaxBytes == 0 || r.o.Size() <= int64(r.opt.MaxBytes))
}

// overhead is what the output costs beside the pieces that it shows, at most.
func (r *ranker) overhead() plan.Overhead {
	text := marker.Append(nil, r.hash, note(r.lines))
	if short := marker.Append(nil, r.hash, note(0)); len(short) > len(text) {
		text = short
	}
	longest := int(min(r.o.Size(), math.MaxInt32))
	gap := marker.AppendSpan(nil, r.lines, longest, longest)
	return plan.Overhead{
		MarkerTokens: tokens.Estimate(text) + 1,
		MarkerBytes:  len(text) + 1,
		GapTokens:    tokens.Estimate(marker.AppendGap(nil, r.lines, r.lines+1)) + 1,
		GapBytes:     len(gap) + 2,
	}
}

func (r *ranker) result() Result {
	res := Result{
		Sections: r.sections, Pieces: r.pieces, Lines: r.lines, Bytes: r.o.Size(), Tokens: r.tokens,
	}
	for i, n := range r.sizes {
		if n > r.sizes[res.Shape] {
			res.Shape = shape.Shape(i)
		}
	}
	return res
}

// expands tells whether a command of the line prints expanded originals,
// which are never reduced again: "elision-get 0a1b2c", "cd x && elision-get …".
func expands(line string) bool { return runs(line, "elision-get") }

// endsInMarker tells whether the original is a reduced block.
func endsInMarker(o Original) bool {
	tail := make([]byte, min(o.Size(), 512))
	n, err := o.ReadAt(tail, o.Size()-int64(len(tail)))
	if err != nil && err != io.EOF {
		return false
	}
	return marker.Ends(tail[:n])
}

// Of a text longer than sampled a window in so many is looked at.
const (
	window  = 4 << 10
	every   = 32
	sampled = 8 * window * every
)

// estimate returns about how many tokens the text has.
func estimate(text []byte) int {
	if len(text) <= sampled {
		return tokens.Estimate(text)
	}
	sum, seen := 0, 0
	for i := 0; i < len(text); i += window * every {
		part := text[i:min(i+window, len(text))]
		sum += tokens.Estimate(part)
		seen += len(part)
	}
	return int(float64(sum) * float64(len(text)) / float64(seen))
}
