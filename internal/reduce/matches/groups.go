package matches

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// Some hosts give each match with the lines near it as a group, whose lines have no
// numbers:
//
//	src/cart.ts            (Cline)
//	│----
//	│  for (const item of items) {
//	│    total += price(item)
//	│----
//
//	<match path="/src/cart.ts" line=12>   (Copilot in VS Code)
//	    total += price(item)
//	</match>
//
// Which of them match is told by what was searched for.

const (
	bar  = "│"
	rule = "│----"
)

// tagPath returns the path that a tag names which stands over a group, nil if it is none.
func tagPath(text []byte) []byte {
	if len(text) < 2 || text[0] != '<' || !scan.IsLetter(text[1]) || text[len(text)-1] != '>' {
		return nil
	}
	for _, attribute := range [...]string{` path="`, ` file="`} {
		if _, value, ok := bytes.Cut(text, []byte(attribute)); ok {
			path, _, _ := bytes.Cut(value, []byte{'"'})
			return path
		}
	}
	return nil
}

// closes tells whether a line is the end of a tag and nothing more.
func closes(text []byte) bool {
	return scan.HasPrefix(text, "</") && bytes.IndexByte(text, '>') == len(text)-1
}

// grouped tells the layout of an output of groups, layoutPlain if it is none.
func (g *grepOutput) grouped() grepLayout {
	var bars, rules, tags, ends, seen int
	for i := range min(len(g.lines), 400) {
		switch text := g.textOf(i); {
		case len(text) == 0:
			continue
		case string(text) == rule:
			rules++
			fallthrough
		case scan.HasPrefix(text, bar):
			bars++
		case len(tagPath(text)) > 0:
			tags++
		case closes(text):
			ends++
		}
		seen++
	}
	switch {
	case rules > 1 && bars*2 > seen:
		return layoutBarred
	case tags > 0 && tags-ends <= 1 && ends-tags <= 1:
		return layoutTagged
	}
	return layoutPlain
}

// readGroups reads an output of groups. All lines of one are near a match until matchGroups
// has told which match.
func (g *grepOutput) readGroups() {
	file, tag := int32(-1), int32(0)
	inside := func(l *grepLine, text int) {
		if file >= 0 {
			l.kind, l.file, l.text, l.tag = grepContext, file, uint16(text), tag
		}
	}
	for i := range g.lines {
		l, text := &g.lines[i], g.textOf(i)
		switch {
		case len(scan.Trim(text)) == 0 || string(text) == rule:
			l.kind = grepSeparator
		case g.layout == layoutBarred && scan.HasPrefix(text, bar):
			inside(l, len(bar))
		case g.layout == layoutBarred:
			if i+1 < len(g.lines) && string(g.textOf(i+1)) == rule {
				l.kind, l.file = grepHeading, g.fileOf(text)
				file = l.file
			}
		case len(tagPath(text)) > 0:
			l.kind, l.file = grepTag, g.fileOf(tagPath(text))
			file, tag = l.file, int32(i)+1
		case closes(text):
			l.kind, file = grepSeparator, -1
		default:
			inside(l, 0)
		}
	}
}

// matchGroups tells which lines of a group match: those that hold what was searched for, all
// if none does. Where each line has a number, but no sign of whether it matches (Roo Code's
// " 12 | text"), the others are near one.
func (g *grepOutput) matchGroups() {
	signed := g.starred || len(g.sought) == 0 || slices.ContainsFunc(g.lines, func(l grepLine) bool { return l.kind == grepContext })
	if g.layout != layoutBarred && g.layout != layoutTagged && (g.layout != layoutHeading || signed) {
		return
	}
	is := func(i int) bool { return i < len(g.lines) && g.lines[i].tells() }
	for i := 0; i < len(g.lines); {
		end, some := i, false
		for ; is(end); end++ {
			some = some || g.sought.way(g.found(end)) >= 0
		}
		for k := i; k < end; k++ {
			g.lines[k].kind = grepMatch
			if some && g.sought.way(g.found(k)) < 0 {
				g.lines[k].kind = grepContext
			}
		}
		i = max(end, i+1)
	}
}

// tells tells whether the line is one of a file's.
func (l *grepLine) tells() bool { return l.kind == grepMatch || l.kind == grepContext }

// showTags marks the tags over what is shown: a match never stands without its file.
func (g *grepOutput) showTags(marks []mark.Mark) {
	for _, l := range g.lines {
		if m := marks[l.unit]; l.tag > 0 && m.Rank > mark.Bulk {
			marks[g.lines[l.tag-1].unit].Raise(m.Rank, m.Score, mark.WhyHeading)
		}
	}
}
