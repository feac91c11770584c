package classify

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

// Commands of one line print one after the other, with nothing between. Where one of
// them answers with a few lines (a hash, a version, a path, a number), these are
// unlike what the others print, and that is all that tells them from it.

const (
	// sessionLeast is the length in bytes below which a block is shown whole anyway: it
	// holds nothing that an answer could be lost beside.
	sessionLeast = 2048
	// answerLines is how many lines an answer has at most.
	answerLines = 6
	// answerRows is how many it has if they are rows of one form, as wc prints them: some 400
	// tokens. With 20 the same of 2,180 outputs change, with 80 three are longer.
	answerRows = 40
	// answerLike is how many values of an answer's form may stand elsewhere in the block:
	// where there are more they are rows of a list, or what a program goes on saying.
	answerLike = 2
	// numbersLike is how many for a number alone, as which many commands answer, but for values
	// that a failed test tells. Of 2,180 outputs one changes with it.
	numbersLike = 8
	// answersMost is how many answers there may be between other outputs. More of them
	// are a text that holds such lines.
	answersMost = 24
)

// findAnswers returns the runs of units that look like answers. In a CI server's log
// they are those of its set-up.
func (c *cutter) findAnswers() []block.Span {
	if len(c.b.Bytes()) < sessionLeast || c.steps() {
		return nil
	}
	like := map[uint64]int{}
	told := make([]uint64, len(c.kinds)) // what valueOf says of each unit; 0: it wasn't asked
	var values []value
	fenced := 0
	for i, k := range c.kinds {
		if i < fenced {
			continue
		}
		if k == line.Fence {
			fenced = c.fenceEnd(i)
		}
		if kin := c.kin[i]; c.kinds[kin] == k {
			told[i] = told[kin]
		}
		if told[i] == 0 {
			told[i] = c.valueOf(i)
		}
		if form := told[i]; form != noValue && c.marks[i] == line.NoMark && !c.saidAgain(i) {
			values = append(values, value{i, form})
			like[form]++
		}
	}
	numbers := numbersLike
	if slices.Contains(c.kinds, line.Frame) {
		numbers = answerLike
	}
	var runs []block.Span
	for len(values) > 0 {
		n := 1
		for n < len(values) && values[n].unit-values[n-1].unit <= 2 && c.blank(values[n-1].unit+1, values[n].unit) {
			n++ // with a blank line between them at most
		}
		runs = c.answersOf(runs, values[:n], like, numbers)
		values = values[n:]
	}
	if len(runs) > answersMost {
		return nil
	}
	return runs
}

// answersOf appends the answers of a run of values: all of it if it is short, else the rows of
// a list that it begins with, and what follows them. What is longer is a list of its own. As
// many numbers alone as numbers may stand elsewhere.
func (c *cutter) answersOf(runs []block.Span, run []value, like map[uint64]int, numbers int) []block.Span {
	for len(run) > 0 {
		n := len(run)
		if lines(run) > answerLines {
			if n = rows(run); n <= answerLines || lines(run[:n]) > answerRows || c.record(run[0]) {
				return runs
			}
		}
		if unlike(run[:n], like, numbers) {
			runs = append(runs, block.Span{First: run[0].unit, End: run[n-1].unit + 1})
		}
		run = run[n:]
	}
	return runs
}

// lines returns from how many units the values of a run are.
func lines(run []value) int { return run[len(run)-1].unit + 1 - run[0].unit }

// rows returns how many values of a run, from the first on, are rows of one list.
func rows(run []value) int {
	n := 1
	for n < len(run) && run[n].form == run[0].form {
		n++
	}
	return n
}

// record tells whether the value is one that its kind says all of, such as a record of JSON:
// of many of them there are sections.
func (c *cutter) record(v value) bool { return v.form == uint64(c.kinds[v.unit]) }

// value is a unit that looks like a value, and its form.
type value struct {
	unit int
	form uint64
}

const (
	noValue    = 1 // the form of what is no value
	numberForm = 2 // and that of a number alone
)

// valueOf returns the form of the value that unit i is; noValue if it is none, or a line
// that a test runner prints.
func (c *cutter) valueOf(i int) uint64 {
	t, k := c.b.Text(i), c.kinds[i]
	if !line.Value(t, k) || !c.b.StartsLine(i) || !c.b.EndsLine(i) {
		return noValue
	}
	if _, ofTests := c.seen[i].Test(scan.Trim(t)); ofTests {
		return noValue
	}
	return valueForm(t, k)
}

// saidAgain tells whether a line next to unit i begins with all that it says.
func (c *cutter) saidAgain(i int) bool {
	t := c.b.Text(i)
	for _, k := range [...]int{i - 1, i + 1} {
		if k < 0 || k >= c.b.Len() {
			continue
		}
		if next := c.b.Text(k); len(next) > len(t) && bytes.HasPrefix(next, t) && scan.IsBlank(next[len(t)]) {
			return true
		}
	}
	return false
}

// steps tells whether the block has the steps of a CI server.
func (c *cutter) steps() bool { return slices.Contains(c.marks, line.Opens) }

// unlike tells whether few lines elsewhere have the forms of the run's.
func unlike(run []value, like map[uint64]int, numbers int) bool {
	for _, v := range run {
		own := 0
		for _, other := range run {
			if other.form == v.form {
				own++
			}
		}
		most := answerLike
		if v.form == numberForm {
			most = numbers
		}
		if like[v.form]-own > most {
			return false
		}
	}
	return true
}

// A form goes by so many runs of one class of bytes, and blanks between words.
const (
	formMost  = 6
	formWords = 3
)

// valueForm returns what a value shares with its like: a kind that says all, or how many
// words it has, and how the first is made of letters, digits and signs.
func valueForm(text []byte, k line.Kind) uint64 {
	t := scan.Trim(text)
	if k == line.Match || k == line.Perms || k == line.Stat || k == line.JSONRecord {
		return uint64(k)
	}
	if scan.Digits(t) == len(t) {
		return numberForm
	}
	h := scan.Mix(scan.Seed, uint64(min(bytes.Count(t, []byte{' '}), formWords)))
	word := t
	if blank := bytes.IndexByte(t, ' '); blank > 0 {
		word = t[:blank]
	}
	if n := scan.Hex(word); n >= 7 && n == len(word) {
		return scan.Mix(h, 'h')
	}
	for runs := 0; len(word) > 0 && runs < formMost; runs++ {
		n, class := 1, uint64(word[0])
		switch {
		case scan.IsDigit(word[0]):
			n, class = scan.Digits(word), '0'
		case scan.IsLetter(word[0]):
			for n < len(word) && scan.IsLetter(word[n]) {
				n++
			}
			class = 'a'
		}
		h = scan.Mix(h, class)
		word = word[n:]
	}
	return h
}

// edges returns where what stands between the answers begins that the units from
// first to end open with, and where it ends before those that they end with.
func (c *cutter) edges(first, end int) (from, to int) {
	from, to = first, end
	for _, run := range c.b.Answers {
		switch {
		case run.First < first || run.End > end:
		case c.blank(first, run.First) && c.ends(run, end):
			from = run.End
		case c.blank(run.End, end):
			to = run.First
		}
	}
	if to-from < fewest || to-from < end-first && c.clearer(first, end, from, to) {
		return first, end
	}
	return from, to
}

// clearer tells whether the units from first to end say what they are with the answers
// at their ends, and are no document without them.
func (c *cutter) clearer(first, end, from, to int) bool {
	if _, ok := c.uniform(from, to); ok {
		return false
	}
	t := count(c.kinds[first:end])
	c.tailed(&t, first, end)
	_, clear := t.vote()
	return clear
}

// ends tells whether what follows the run is something else: a line below a head
// stands further in.
func (c *cutter) ends(run block.Span, end int) bool {
	if run.End >= end {
		return false
	}
	next := c.b.Text(run.End)
	return len(next) > 0 && next[0] != ' ' && next[0] != '\t'
}

// blank tells whether nothing but blank units stand from first to end.
func (c *cutter) blank(first, end int) bool {
	for ; first < end; first++ {
		if c.kinds[first] != line.Blank {
			return false
		}
	}
	return true
}
