package matches

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// Reduce ranks what a search found, as grep, rg, ag, ack and git grep print it, and the
// hosts' tools: each file in which something was found is named, declarations of what was
// searched for stay, and of the other matches as many as there is room for, of each file
// the same number.
func Reduce(s block.Section, marks []mark.Mark) {
	g := readGrep(s)
	g.sought = readSought(s.Sought)
	g.matchGroups()
	if len(g.sought) == 0 {
		g.word = g.guessWord()
	}
	g.heads(marks)
	left := g.rank(marks)
	if g.layout == layoutList {
		Folders(s, marks)
	}
	lists, others := 0, 0
	for i := range g.lines {
		switch l := &g.lines[i]; l.kind {
		case grepHeading:
			g.showLine(l, mark.Context, 200, mark.WhyHeading, marks)
		case grepPath:
			lists++
			g.rankPath(l, lists, marks)
		case grepOther:
			others++
			g.rankOther(i, others, marks)
		}
	}
	g.showEnclosing(marks)
	g.showNear(left, marks)
	g.showTags(marks)
}

// Holds tells whether a section is what a search prints: of its lines nine of ten are
// matches, lines near them, paths, or what parts them.
func Holds(s block.Section) bool {
	g := readGrep(s)
	lines, others := 0, 0
	for _, l := range g.lines {
		lines++
		if l.kind == grepOther {
			others++
		}
	}
	return others*10 <= lines || others <= 3 && others < lines
}

// fewMatches stand as they came. Of 2,180 outputs five are up to 380 bytes longer so.
const fewMatches = 1200 // bytes, some 400 tokens

// heads notes the heads that lines share, also of those not shown.
func (g *grepOutput) heads(marks []mark.Mark) {
	if len(g.s.Bytes()) <= fewMatches {
		return
	}
	for _, l := range g.lines {
		marks[l.unit].Head = l.head
	}
}

// length returns how long a line is without the path that it begins with, but with the tag
// that it can't stand without.
func (g *grepOutput) length(l *grepLine) int {
	tag := 0
	if l.tag > 0 && l.kind == grepMatch {
		tag = len(g.textOf(int(l.tag-1))) + 1
	}
	return tag + g.s.Offset(g.s.First+int(l.end)-1) - g.s.Offset(g.s.First+int(l.unit)) + len(g.s.Raw(int(l.end)-1)) - int(l.head)
}

// showLine marks a line; of one that is cut into segments the start, which names the
// place, and the first that holds what was searched for.
func (g *grepOutput) showLine(l *grepLine, r mark.Rank, score uint8, why mark.Why, marks []mark.Mark) {
	marks[l.unit].Raise(r, score, why)
	if l.end-l.unit == 1 || len(g.word) == 0 && len(g.sought) == 0 {
		return
	}
	for u := int(l.unit); u < int(l.end); u++ {
		if text := g.s.Text(u); g.sought.way(text) >= 0 || len(g.word) > 0 && holdsFold(text, g.word) {
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
		marks[l.unit] = mark.Mark{}
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

// guessWord guesses what was searched for: the longest word in what matches
// all over the output have in common. It returns nil if there is none.
func (g *grepOutput) guessWord() []byte {
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
