// Package heads says under which lines each line of a block stands, whatever printed
// it: the file of a finding, the title of a test, the module, the step, the section.
// What is shown is shown with them: a detail under another's head is wrong, not short.
package heads

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Raise gives the lines that govern shown units the rank and the score of what they
// govern, so that under a limit too a head goes after what stands below it, and shows
// what shown sentences announce.
func Raise(secs []block.Section, marks []mark.Mark) {
	for _, s := range secs {
		if above, marks := Of(s), marks[s.First:s.End]; above != nil {
			raiseHeads(marks, above)
			announced(s, marks)
			goesOn(s, marks)
			raiseHeads(marks, above)
		}
	}
}

// Again raises the heads of what was raised since. It announces nothing more: what
// is shown of a sentence hangs on what was shown before.
func Again(secs []block.Section, marks []mark.Mark) {
	for _, s := range secs {
		if above := Of(s); above != nil {
			raiseHeads(marks[s.First:s.End], above)
		}
	}
}

// raiseHeads goes from the last unit to the first, as a head stands under others.
func raiseHeads(marks []mark.Mark, above []Governors) {
	for i := len(marks) - 1; i >= 0; i-- {
		if m := marks[i]; m.Rank > mark.Bulk {
			for _, h := range above[i] {
				if h >= 0 && !hidden(marks[h]) {
					marks[h].Raise(m.Rank, m.Score, mark.WhyHeading)
				}
			}
		}
	}
}

// formulas says of lines that open what follows in the same words again and again that
// they name nothing: "Traceback (most recent call last):", "function () {". Keys of settings
// are none: they tell where their values stand.
func formulas(s block.Section, lines []lineOf) {
	if s.Shape == shape.Listing {
		return
	}
	said := map[uint64]int32{}
	var at []opening
	for i := range lines {
		if !lines[i].opens {
			continue
		}
		text := scan.Trim(s.Text(i))
		h := scan.Hash(text[margin(text):])
		if said[h] > 0 || len(said) < mostSaid {
			said[h]++
			at = append(at, opening{h, int32(i)})
		}
	}
	for _, o := range at {
		if lines[o.unit].formula = said[o.words] < 0; said[o.words] > saidMost {
			said[o.words] = -1 // the first is shown
		}
	}
}

// opening is a line that opens what follows, and the hash of what it says.
type opening struct {
	words uint64
	unit  int32
}

// opens tells whether the text ends as what opens something does.
func opens(text []byte) bool {
	if n := len(text); n > 0 && n <= mostHead {
		switch text[n-1] {
		case ':', '{', '(', '[':
			return true
		}
	}
	return false
}

// govern tells whether lines of a shape stand under heads that are lines. Those of
// JSON and of source have their own, which their reducers know; a match of a search
// and a row of a table say all themselves.
func govern(s shape.Shape) bool {
	switch s {
	case shape.TestLog, shape.BuildLog, shape.Log, shape.Stack, shape.Plain, shape.Listing:
		return true
	}
	return false
}

// Governors are the lines that a line stands under: the nearest head of its own
// depth or less, above which the walk goes on, and, of a paragraph that it is
// indented below, the line that opens it. -1: there is none.
type Governors [2]int32

var none = Governors{-1, -1}

// entry is a line that what follows may stand under.
type entry struct {
	unit  int32
	lead  int32 // the first line of its paragraph, -1: that is too far above
	depth depth
	says  bool // it says that something follows: it ends in a colon
}

// depth orders lines that stand under each other: by their indentation, and where
// that is the same by what their form says.
type depth uint16

func depthOf(indent int, f form) depth { return depth(min(indent, 1<<12)*int(forms) + int(f)) }

// hidden tells whether a rule of the user's hides the unit: that holds.
func hidden(m mark.Mark) bool { return m.Rank == mark.Bulk && m.Why == mark.WhyRule }

// Of returns what each unit of the section stands under; nothing where the lines of
// a shape don't.
func Of(s block.Section) []Governors {
	if !govern(s.Shape) {
		return nil
	}
	lines := readLines(s)
	out := above(s, lines)
	formulas(s, lines)
	for i := range out {
		for k, h := range out[i] {
			if h >= 0 && lines[h].formula {
				out[i][k] = out[h][0] // what the words that name nothing stand under
			}
		}
	}
	return out
}

func above(s block.Section, lines []lineOf) []Governors {
	out, told := make([]Governors, s.Len()), block.Memo[lineOf](s.Block)
	var stack []entry
	last := -1 // the last line that is not blank
	for i := range out {
		out[i] = none
		switch l := lines[i]; l.form {
		case blank:
		case rest:
			out[i] = out[i-1]
		default:
			e := entry{int32(i), int32(i), depthOf(int(l.indent), l.form), l.colon}
			stack, e.lead = under(stack, e, last)
			if !l.node {
				out[i] = governors(stack, func() bool { return l.form == plain && placed(s, told, i) })
			}
			stack = append(stack, e)
			last = i
		}
	}
	return out
}

// under drops what e doesn't stand under, and returns the first line of the paragraph
// that e goes on with. last is the line before e that is not blank.
func under(stack []entry, e entry, last int) ([]entry, int32) {
	lead := e.unit
	if int(e.unit) == last+1 {
		lead = -1 // it doesn't open a paragraph
	}
	for n := len(stack); n > 0 && stack[n-1].depth >= e.depth; n-- {
		if top := stack[n-1]; top.depth == e.depth && int(top.unit) == last && lead < 0 && e.unit-top.lead < leadLines {
			lead = top.lead
		}
		stack = stack[:n-1]
	}
	if n := len(stack); n > 0 && stack[n-1].closed(e, last) {
		stack = stack[:n-1]
	}
	return stack, lead
}

// closed tells whether the line is a sentence at the left edge with an empty line
// behind it, which says nothing of the indented line e that comes next.
func (t entry) closed(e entry, last int) bool {
	return t.depth == depthOf(0, plain) && !t.says && int(t.unit) == last && e.unit > t.unit+1
}

// governors returns the nearest of the stack: for a line that names its file itself,
// the nearest that is no file.
func governors(stack []entry, placed func() bool) Governors {
	for n := len(stack) - 1; n >= 0; n-- {
		if top := stack[n]; !top.file() || !placed() {
			return Governors{top.unit, top.lead}
		}
	}
	return none
}

func (e entry) file() bool { return form(e.depth%depth(forms)) == named }

// leadLines bounds a paragraph whose first line says what the lines below the rest
// of it are: "This conflicts with a previous write", "Locks held: none", frames.
const leadLines = 3

// A line is read for where it stands and what it looks like.
type lineOf struct {
	indent  uint16
	form    form
	file    block.Answer // whether it names a file itself
	colon   bool         // it ends in a colon
	node    bool         // it is a node of a tree that is drawn, and names itself
	opens   bool         // it ends as what opens something does
	formula bool         // and says so in words that name nothing
	as      as           // how it was read
}

// as is what a line is read as: a record of a log stands for itself.
type as uint8

const (
	unread as = iota
	asLine
	asRecord
)

// placed tells whether line i names a file itself.
func placed(s block.Section, told []lineOf, i int) bool {
	l := &told[s.First+i]
	if l.file == block.Unasked {
		l.file = told[s.KinOf(s.First+i)].file
	}
	if l.file == block.Unasked {
		if l.file = block.No; namesFile(s.Text(i)) {
			l.file = block.Yes
		}
	}
	return l.file == block.Yes
}

func readLines(s block.Section) []lineOf {
	lines, told, as := make([]lineOf, s.Len()), block.Memo[lineOf](s.Block), asLine
	if s.Shape == shape.Log {
		as = asRecord
	}
	for i := range lines {
		if !s.StartsLine(s.First + i) {
			if i > 0 {
				lines[i].form = rest
			}
			continue
		}
		l := &told[s.First+i]
		if kin := told[s.KinOf(s.First+i)]; kin.as == as {
			*l = kin
		} else {
			*l = read(s.Text(i), as == asRecord)
			l.as = as
		}
		lines[i] = *l
	}
	settle(lines)
	titles(s, lines)
	return lines
}

// titles finds the heads that only their neighbours tell: what stands alone below a rule,
// as reports head each failure, and the comment above the results of a test, which TAP's
// producers head it with.
func titles(s block.Section, lines []lineOf) {
	for i := range lines {
		if lines[i].form != plain || lines[i].indent > 0 {
			continue
		}
		switch text := s.Text(i); {
		case s.Shape == shape.TestLog && scan.HasPrefix(text, "# ") && i+1 < len(lines) && scan.HasAnyPrefix(s.Text(i+1), "ok ", "not ok "),
			i > 0 && i+1 < len(lines) && lines[i-1].form == blank && lines[i+1].form == blank && scan.Rule(s.Text(i-1)) != 0 && (i == 1 || scan.Blank(s.Text(i-2))):
			lines[i].form = ruled
		}
	}
}

// settle makes plain lines of heads that nothing stands under: the entries of a
// list of paths are none.
func settle(lines []lineOf) {
	next := lineOf{form: blank}
	for i := len(lines) - 1; i >= 0; i-- {
		l := lines[i]
		if l.form == blank || l.form == rest {
			continue
		}
		if l.form < plain && (next.form == blank || next.form == l.form && next.indent <= l.indent || next.indent < l.indent) {
			lines[i].form = plain
		}
		next = l
	}
}

// announced raises what a shown sentence announces that ends in a colon, but for what
// stands shown above it already.
func announced(s block.Section, marks []mark.Mark) {
	said, seen, told := map[uint64]int{}, map[uint64]bool{}, 0 // seen: what is shown up to told
	for i := range marks {
		m := marks[i]
		if m.Rank < leastAnnounces(s.Shape) || !announces(s.Text(i)) {
			continue
		}
		for ; told <= i && len(seen) < mostSaid; told++ {
			if marks[told].Rank > mark.Bulk {
				seen[scan.Hash(scan.Trim(s.Text(told)))] = true
			}
		}
		if form := scan.Template(s.Text(i)); said[form] < saidMost {
			said[form]++
			for _, k := range announcedBy(s, i, m) {
				if !hidden(marks[k]) && !seen[scan.Hash(scan.Trim(s.Text(k)))] {
					marks[k].Raise(mark.Context, m.Score, mark.WhyNear)
				}
			}
		}
	}
}

// wrapped is the length from which on a line may go on in the next: shorter ones are items.
const wrapped = 20

const (
	goesOnMost  = 60 // lines of a section that are shown for it: a flood has more
	goesOnLines = 3  // lines below each other
)

// goesOn raises the line that a shown one that matters goes on in: it ends in a comma, or as a
// sentence does that is parted behind a blank, and what follows is indented deeper.
func goesOn(s block.Section, marks []mark.Mark) {
	left, chain := goesOnMost, 0
	for i := 0; i+1 < len(marks) && left > 0; i++ {
		if m := marks[i]; m.Rank >= mark.Outlier && marks[i+1].Rank == mark.Bulk && !hidden(marks[i+1]) && chain < goesOnLines && parted(s.Text(i), s.Text(i+1)) {
			marks[i+1].Raise(m.Rank, m.Score, mark.WhyNear)
			left, chain = left-1, chain+1
			continue
		}
		chain = 0
	}
}

// parted tells whether a text goes on in the one below it.
func parted(text, below []byte) bool {
	t := scan.Trim(text)
	if len(t) < wrapped || scan.Blank(below) || indentOf(below) <= indentOf(text) {
		return false
	}
	last := t[len(t)-1]
	return last == ',' || scan.IsLetter(last) && text[len(text)-1] == ' ' && text[len(text)-2] != ' '
}

// leastAnnounces is the rank from which on a sentence keeps what it announces: of a run of
// tests it is of what failed if it is shown at all.
func leastAnnounces(sh shape.Shape) mark.Rank {
	if sh == shape.TestLog {
		return mark.Sample
	}
	return mark.Outlier
}

const (
	announcedLines = 3       // lines shown for a sentence that announces them
	announcedFail  = 10      // of one that says what failed, if they are indented below it
	saidMost       = 3       // sentences of one form that keep what they announce
	mostSaid       = 1 << 15 // sentences that are told apart
)

// announcedBy returns the lines that the sentence at i announces: the first of what
// follows it, behind an empty line or a rule at most.
func announcedBy(s block.Section, i int, m mark.Mark) []int {
	var lines []int
	most := announcedLines
	if m.Why == mark.WhyFailure || m.Why == mark.WhyWrong {
		most = announcedFail
	}
	above, first := indentOf(s.Text(i)), 0
	for k := i + 1; k < s.Len() && len(lines) < most; k++ {
		if text := s.Text(k); empty(text) && !bytes.ContainsAny(text, "0123456789") {
			if len(lines) > 0 || k > i+2 {
				break
			}
			continue
		}
		width := indentOf(s.Text(k))
		if s.Shape == shape.Log && width <= above || len(lines) > 0 && width < first || len(lines) >= announcedLines && width <= above {
			break // another record, another paragraph
		}
		if len(lines) == 0 {
			first = width
		}
		lines = append(lines, k)
	}
	return lines
}

func indentOf(text []byte) int {
	width, _ := scan.Indentation(text[margin(text):])
	return width
}
