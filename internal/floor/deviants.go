package floor

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Of lines that are alike, word by word, those say something that have another word where
// nearly all have the same: one copy of 73728 bytes among thirty of 102400, one severity
// of High among sixty of Low.
const (
	deviantLike  = 12        // lines alike from which on one may deviate
	deviantPart  = 8         // one line in so many has another word there at most
	deviantEach  = 2         // lines that are shown of each other word
	deviantWords = 4         // other words at a place; of more, none is what is usual
	deviantMost  = 12        // lines that are shown of a section
	deviantNear  = 3         // lines beside one, as far indented, that go with it
	deviantBytes = 256 << 10 // of a longer block a word is usual for other reasons
	deviantScore = 60        // below what says that something is wrong
	leastColumns = 3         // words of a line that is like others
	mostColumns  = 16
)

// column is a place in lines that are alike: the word that most of them have there, by
// Boyer and Moore's vote (MJRTY, 1981), and how many have it.
type column struct {
	usual       uint64
	vote, equal int
	others      []uint64 // words in its place
	shown       [deviantWords]int
	tells       bool // few lines have another word
}

// kind is lines that are alike.
type kind struct {
	lines   int
	columns []column
	varies  bool // some column tells
}

// compared tells whether the lines of a shape are compared. The reducer of logs tells their
// templates apart itself: asked here, of 76 outputs met for the first time one label more
// was shown, and a log took a quarter more instructions. Rows are: of 40 such outputs 29
// came whole and not 27, and the corpora cost from 0.1 less to 0.1 more; with one line in
// five that may deviate and not in eight as many labels, and 0.1 to 0.6 points more. In
// source it is noise (1,201 tokens to 1,813).
func compared(sh shape.Shape) bool {
	return sh == shape.Table || sh == shape.Listing || runs(sh) && sh != shape.Log
}

// deviants shows the lines that deviate from those that are like them.
func (f *floor) deviants(s block.Section) {
	if !compared(s.Shape) || s.Len() < deviantLike || len(s.Block.Bytes()) > deviantBytes {
		return
	}
	kinds := map[uint64]*kind{}
	of, at := make([]*kind, s.Len()), make([]int, s.Len())
	var words []uint64 // of all lines that are like others; those of each begin at its place
	for i := range of {
		if twin := s.Twin(i); twin < i {
			of[i], at[i] = of[twin], at[twin]
		} else if columns, form := columnsOf(s, i, words); len(columns) > len(words) {
			k := kinds[form]
			if k == nil {
				k = &kind{columns: make([]column, len(columns)-len(words))}
				kinds[form] = k
			}
			of[i], at[i], words = k, len(words), columns
		}
		if k := of[i]; k != nil {
			k.elect(words[at[i]:][:len(k.columns)])
		}
	}
	for i, k := range of {
		if k != nil && k.lines >= deviantLike {
			k.count(words[at[i]:][:len(k.columns)])
		}
	}
	for _, k := range kinds {
		k.settle()
	}
	left := deviantMost
	for i, k := range of {
		if k == nil || !k.varies || left == 0 {
			continue
		}
		if k.deviates(words[at[i]:][:len(k.columns)]) && f.deviant(s, i) {
			left--
		}
	}
}

// settle finds out in which columns a few lines have another word than the usual one.
func (k *kind) settle() {
	for i := range k.columns {
		c := &k.columns[i]
		c.tells = k.lines >= deviantLike && len(c.others) > 0 && len(c.others) <= deviantWords && (k.lines-c.equal)*deviantPart <= k.lines
		k.varies = k.varies || c.tells
	}
}

// elect votes for the words of a line.
func (k *kind) elect(words []uint64) {
	k.lines++
	for i, w := range words {
		switch c := &k.columns[i]; {
		case c.vote == 0:
			c.usual, c.vote = w, 1
		case c.usual == w:
			c.vote++
		default:
			c.vote--
		}
	}
}

// count counts the words of a line.
func (k *kind) count(words []uint64) {
	for i, w := range words {
		c := &k.columns[i]
		if w == c.usual {
			c.equal++
			continue
		}
		known := len(c.others) > deviantWords
		for _, other := range c.others {
			known = known || other == w
		}
		if !known {
			c.others = append(c.others, w)
		}
	}
}

// deviates tells whether a line has another word than the usual one somewhere, of which
// not enough lines are shown, and counts it.
func (k *kind) deviates(words []uint64) (yes bool) {
	for i, w := range words {
		c := &k.columns[i]
		if w == c.usual || !c.tells {
			continue
		}
		for at, other := range c.others {
			if other == w && c.shown[at] < deviantEach {
				c.shown[at]++
				yes = true
			}
		}
	}
	return yes
}

// deviant shows a line that deviates, with the lines beside it, and tells whether it was
// hidden.
func (f *floor) deviant(s block.Section, i int) bool {
	m := &f.marks[s.First+i]
	if m.Rank > mark.Bulk || usual(s, i) {
		return false
	}
	m.Raise(mark.Sample, deviantScore, mark.WhyRare)
	indent, _ := scan.Indentation(s.Text(i))
	if indent == 0 {
		return true
	}
	for _, step := range [...]int{-1, 1} {
		for k := i + step; k >= 0 && k < s.Len() && k-i <= deviantNear && i-k <= deviantNear; k += step {
			if other, _ := scan.Indentation(s.Text(k)); other != indent || scan.Blank(s.Text(k)) {
				break
			}
			f.marks[s.First+k].Raise(mark.Sample, unknownScore, mark.WhyNear)
		}
	}
	return true
}

// columnsOf appends the words of line i and returns them with what lines have in common
// that are alike: how far they are indented, how many words they have, and what the first
// looks like. It appends none if the line is like no other.
func columnsOf(s block.Section, i int, words []uint64) (columns []uint64, form uint64) {
	if s.Segment(i) {
		return words, 0
	}
	t := s.Text(i)
	indent, at := scan.Indentation(t)
	measured, n := false, 0
	for columns, t = words, scan.Trim(t[at:]); len(t) > 0; n++ {
		if n == mostColumns {
			return words, 0
		}
		end := 0
		for end < len(t) && !scan.IsBlank(t[end]) {
			end++
		}
		word := uint64(0)
		if !measured { // else in what it was counted: "7 kB", "3 ms"
			word = scan.Hash(t[:end])
		}
		if columns = append(columns, word); form == 0 && (scan.IsWordByte(t[0]) || scan.IsWordByte(t[end-1])) {
			form = scan.Mix(scan.Template(t[:end]), uint64(n))
		}
		measured = scan.IsDigit(t[end-1])
		for end < len(t) && scan.IsBlank(t[end]) {
			end++
		}
		t = t[end:]
	}
	if n < leastColumns {
		return words, 0
	}
	return columns, scan.Mix(scan.Mix(form, uint64(n)), uint64(indent))
}

// usual tells whether a rule says of the line that it is of what goes well.
func usual(s block.Section, i int) bool {
	h, _ := s.Look(i).Test(scan.Trim(s.Text(i)))
	return h.Kind.Passes()
}
