package classify

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

// tailLines is how many lines at the end are searched for a count.
const tailLines = 40

// tail is what the last lines of some units count.
type tail struct {
	from, end                   int  // the units that were looked at
	countsTests, countsMistakes bool // the last lines do
	numberStands                bool // they begin with one number or with nought, and a search's count up from one
}

// tailed takes what a tool counts in the last of the units from first to end.
func (c *cutter) tailed(t *tally, first, end int) {
	for _, known := range c.tails {
		if known.end == end && first <= known.from {
			t.tail = known
			return
		}
	}
	t.tail = tailOf(func(i int) []byte { return c.b.Text(i) }, first, end)
	if t.tail.from > first {
		c.tails[c.told%len(c.tails)] = t.tail
		c.told++
	}
}

// tailOf looks for a tool's counts among the last lines.
func tailOf(lines func(i int) []byte, first, end int) (t tail) {
	single, same := 0, 0
	var number []byte
	nought := false
	left := tailLines
	for t.from, t.end = end, end; t.from > first && left > 0; {
		t.from--
		text := bytes.TrimSpace(lines(t.from))
		if len(text) == 0 {
			continue
		}
		left--
		if n := scan.Digits(text); n > 0 && n < len(text) && text[n] == ':' {
			if bytes.Equal(number, text[:n]) {
				same++
			}
			nought = nought || n == 1 && text[0] == '0'
			number = text[:n]
		}
		if bytes.HasSuffix(text, []byte("%)")) { // how much of all that is
			text = text[:max(0, bytes.LastIndexByte(text, '('))]
			text = bytes.TrimRight(text, " ")
		}
		if len(text) == 0 {
			continue
		}
		kinds, outcomes, mistakes := line.Counts(text)
		switch {
		case kinds&line.Thing != 0 && outcomes > 0, outcomes >= 2 && mistakes < outcomes:
			t.countsTests = true
		case kinds&line.Thing == 0 && mistakes > 0 && (mistakes >= 2 || shortCount(text)):
			t.countsMistakes = true
		case outcomes == 1 && len(text) < 32 && (scan.IsDigit(text[0]) || scan.IsDigit(text[len(text)-1])):
			single++
		}
	}
	t.numberStands = same > tailLines/2 || nought
	t.countsTests = t.countsTests || single >= 2 && !t.countsMistakes
	return t
}

// shortCount tells whether the line says a count and little else, or what was
// found in how many files.
func shortCount(text []byte) bool {
	blanks := bytes.Count(text, []byte{' '})
	return blanks <= 8 || blanks <= 14 && (bytes.Contains(text, []byte(" files")) || bytes.Contains(text, []byte(" found ")) || bytes.Contains(text, []byte("affected by ")))
}

// What a program says begins as it began before; what a person wrote doesn't, where no headings
// make it prose, nor do settings, whose keys alone come again. Of pages of manuals, licences,
// helps, lock files and configurations up to 22 % of the lines begin with three words that
// three lines begin with, but for one of 54 %, of reports between 47 and 95 %. Of few lines
// nothing can be told.
const (
	linesAgain = 16
	leastAgain = 3
	partAgain  = 40
	wordsAgain = 3
)

// repeats tells whether the lines are what a program says, over and over.
func (t *tally) repeats() bool { return t.begins != nil && t.begins() }

// beginsAgain tells whether most of the units begin as others do.
func (c *cutter) beginsAgain(first, end int) bool {
	times := map[uint64]int{}
	lines := 0
	for i := first; i < end; i++ {
		if c.kinds[i] == line.Blank {
			continue
		}
		lines++
		if begin := words(scan.Trim(c.b.Text(i)), wordsAgain); begin != nil {
			times[scan.Hash(begin)]++
		}
	}
	same := 0
	for _, n := range times {
		if n >= leastAgain {
			same += n
		}
	}
	return lines >= linesAgain && 100*same >= partAgain*lines
}

// words returns the first n words of the text, which begins with one; nil: it has fewer.
func words(text []byte, n int) []byte {
	for i, c := range text {
		if c != ' ' || text[i-1] == ' ' {
			continue
		}
		if n--; n == 0 {
			return text[:i]
		}
	}
	if n == 1 {
		return text
	}
	return nil
}
