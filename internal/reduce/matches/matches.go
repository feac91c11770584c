package matches

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
)

// Reduce ranks what grep, rg, ag, ack and git grep print: each file in which
// something was found is named, declarations of what was searched for stay,
// and of the other matches a few in each file.
func Reduce(s block.Section, marks []mark.Mark) {
	g := readGrep(s)
	pattern := g.pattern()
	g.heads(marks)
	each := g.matchesShown()
	for i := range g.lines {
		g.declaration(i, pattern, marks)
	}
	lists, others := 0, 0
	for i := range g.lines {
		switch l := &g.lines[i]; l.kind {
		case grepMatch:
			g.rankMatch(l, pattern, each, marks)
		case grepHeading:
			g.show(l, pattern, mark.Context, 200, mark.WhyHeading, marks)
		case grepPath:
			lists++
			g.rankPath(l, lists, marks)
		case grepOther:
			others++
			g.rankOther(i, others, marks)
		}
	}
	g.showContext(marks)
}

// contextShown is how many lines around matches are shown in all.
const contextShown = 20

// showContext marks the lines around the matches that are shown, if the
// search was asked for such lines: the fewer matches, the more of them for
// each, those behind it first.
func (g *grepOutput) showContext(marks []mark.Mark) {
	var matches []int
	for i, l := range g.lines {
		if l.kind == grepMatch && marks[l.unit].Rank > mark.Bulk {
			matches = append(matches, i)
		}
	}
	if len(matches) == 0 {
		return
	}
	for _, i := range matches {
		left := contextShown / len(matches)
		left = g.showNear(i, 1, left, marks)
		g.showNear(i, -1, left, marks)
	}
}

// showNear marks up to left lines of context from line i on, in steps of
// by, and returns how many of them are left.
func (g *grepOutput) showNear(i, by, left int, marks []mark.Mark) int {
	for i += by; left > 0 && i >= 0 && i < len(g.lines) && g.lines[i].kind == grepContext; i += by {
		l := &g.lines[i]
		if g.length(l) > shortMatch {
			break
		}
		marks[l.unit].Raise(mark.Sample, 10, mark.WhyNear)
		left--
	}
	return left
}

// heads notes the heads that lines share, also of those not shown.
func (g *grepOutput) heads(marks []mark.Mark) {
	for _, l := range g.lines {
		marks[l.unit].Head = l.head
	}
}

// matchesShown returns how many matches of a file are shown that declare
// nothing: the more matches or files there are in all, the fewer. It counts
// the short ones of each file.
func (g *grepOutput) matchesShown() int32 {
	matches := 0
	for i := range g.lines {
		l := &g.lines[i]
		if l.kind != grepMatch {
			continue
		}
		matches++
		if l.file >= 0 && g.length(l) <= shortMatch {
			g.files[l.file].short++
		}
	}
	switch {
	case matches <= 30:
		return 3
	case matches <= 150 && len(g.files) <= 12:
		return 2
	}
	return 1
}

const (
	declarationsEach = 20  // declarations shown of one file
	shortMatch       = 300 // bytes up to which a match is shown gladly
)

// declaration marks line i if it declares what was searched for.
func (g *grepOutput) declaration(i int, pattern []byte, marks []mark.Mark) {
	l := &g.lines[i]
	if l.kind != grepMatch || l.end-l.unit > 1 {
		return
	}
	text := g.textOf(i)
	if int(l.text) > len(text) || !Declares(text[l.text:], pattern) {
		return
	}
	if l.file >= 0 {
		f := &g.files[l.file]
		if f.declared++; f.declared > declarationsEach {
			return
		}
		f.shown++
	}
	g.show(l, pattern, mark.Critical, 0, mark.WhyDeclaration, marks)
}

func (g *grepOutput) rankMatch(l *grepLine, pattern []byte, each int32, marks []mark.Mark) {
	if marks[l.unit].Rank == mark.Critical {
		return
	}
	f := &g.files[l.file]
	first := f.shown <= 0
	if !first && f.shown >= each || g.length(l) > shortMatch && (!first || f.short > 0) {
		return
	}
	f.shown++
	rank, why := mark.Sample, mark.WhyMatch
	if first {
		rank = mark.Outlier
	}
	g.show(l, pattern, rank, uint8(min(max(f.shown, 0)*20, 250)), why, marks)
}

func (g *grepOutput) length(l *grepLine) int {
	return g.s.Offset(g.s.First+int(l.end)-1) - g.s.Offset(g.s.First+int(l.unit)) + len(g.s.Raw(int(l.end)-1))
}

// show marks a line; of one that is cut into segments the start, which names
// the place, and the first that holds the pattern.
func (g *grepOutput) show(l *grepLine, pattern []byte, r mark.Rank, score uint8, why mark.Why, marks []mark.Mark) {
	marks[l.unit].Raise(r, score, why)
	if l.end-l.unit == 1 || len(pattern) == 0 {
		return
	}
	for u := int(l.unit); u < int(l.end); u++ {
		if holdsFold(g.s.Text(u), pattern) {
			marks[u].Raise(r, score, why)
			return
		}
	}
}

const (
	pathsShown  = 200
	othersShown = 60 // lines of the tool's own
)

// rankPath ranks a line that is a path, or a path and a count. A count of 0
// says that there is nothing to see.
func (g *grepOutput) rankPath(l *grepLine, n int, marks []mark.Mark) {
	text := g.s.Text(int(l.unit))
	switch {
	case scan.HasSuffix(text, ":0"):
	case n <= pathsShown:
		marks[l.unit].Raise(mark.Outlier, uint8(min(n, 255)), mark.WhyMatch)
	}
}

// rankOther ranks what the tool says besides: files that it could not read
// or that are binary, counts.
func (g *grepOutput) rankOther(i, n int, marks []mark.Mark) {
	l, text := &g.lines[i], g.textOf(i)
	switch {
	case n > othersShown:
	case scan.HasAnyPrefix(text, "grep: ", "rg: ", "egrep: ", "fgrep: ", "ag: ", "ack: ", "fatal: ", "error: ", "ERR: ", "git: "):
		marks[l.unit].Raise(mark.Critical, 50, mark.WhyFailure)
	case len(text) < 200:
		marks[l.unit].Raise(mark.Context, 100, mark.WhyStatus)
	}
}

// pattern guesses what was searched for: the longest word in what matches
// all over the output have in common. It returns nil if there is none.
func (g *grepOutput) pattern() []byte {
	var texts [][]byte
	step := max(1, len(g.lines)/64)
	for i := 0; i < len(g.lines); i += step {
		for i < len(g.lines)-1 && g.lines[i].kind != grepMatch {
			i++
		}
		l := &g.lines[i]
		if l.kind != grepMatch || l.end-l.unit > 1 {
			continue
		}
		if text := g.textOf(i); int(l.text) < len(text) {
			texts = append(texts, bytes.ToLower(text[l.text:]))
		}
	}
	if len(texts) < 2 {
		return nil
	}
	if word := longestWord(longestCommon(texts)); len(word) >= 3 {
		return word
	}
	return nil
}

func longestWord(text []byte) []byte {
	var best []byte
	for i := 0; i < len(text); {
		n := 0
		for i+n < len(text) && scan.IsWordByte(text[i+n]) {
			n++
		}
		if n > len(best) {
			best = text[i : i+n]
		}
		i += n + 1
	}
	return best
}

// longestCommon returns the longest text that all have in common, looked for
// in the shortest.
func longestCommon(texts [][]byte) []byte {
	shortest := texts[0]
	for _, t := range texts {
		if len(t) < len(shortest) {
			shortest = t
		}
	}
	shortest = shortest[:min(len(shortest), 200)]
	var best []byte
	for i := range shortest {
		for n := len(best) + 1; i+n <= len(shortest) && inAll(texts, shortest[i:i+n]); n++ {
			best = shortest[i : i+n]
		}
	}
	return best
}

func inAll(texts [][]byte, part []byte) bool {
	for _, t := range texts {
		if !bytes.Contains(t, part) {
			return false
		}
	}
	return true
}
