package matches

import (
	"bytes"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// grepKind is what a line of a search's output is.
type grepKind uint8

const (
	grepOther     grepKind = iota // said by the tool: an error, a count
	grepMatch                     // a line in which something was found
	grepContext                   // a line near one
	grepHeading                   // the path over its matches
	grepPath                      // a path, or a path and a count, and nothing more
	grepSeparator                 // -- or a blank line
	grepTotals                    // what --stats adds
	grepTag                       // a tag with the path of the group below it
)

// grepLine is a line of the output.
type grepLine struct {
	unit, end int32 // its units
	file      int32 // index into grepOutput.files, -1 if it has none
	kind      grepKind
	head      uint16 // length of the path, and of the mark behind it where a number follows
	text      uint16 // where in the line the text of the file starts
	tag       int32  // the line of the tag over it, from 1; 0 if it has none
}

// grepLayout is how the output names paths and lines.
type grepLayout uint8

const (
	layoutPlain    grepLayout = iota // nothing of the following
	layoutNumbered                   // path:line:text
	layoutHeading                    // path, then line:text
	layoutPath                       // path:text
	layoutList                       // path, or path:count
	layoutLine                       // line:text, of one file
	layoutBarred                     // path, then groups of lines behind a bar
	layoutTagged                     // groups of lines in a tag with the path
)

// grepOutput is a section that was read.
type grepOutput struct {
	s       block.Section
	layout  grepLayout
	lines   []grepLine
	files   []grepFile
	index   map[string]int32
	based   map[string][]string // the paths of files by their last names
	sought  sought              // what was searched for, as far as it is known
	word    []byte              // else the word that is guessed
	starred bool                // matches have a star or an angle before their numbers
}

// grepFile is a file in which something was found.
type grepFile struct {
	matches, shown int32
}

// readGrep reads the section.
func readGrep(s block.Section) *grepOutput {
	g := &grepOutput{s: s, index: map[string]int32{}, based: map[string][]string{}}
	for u := 0; u < s.Len(); {
		end := u + 1
		for end < s.Len() && !s.StartsLine(s.First+end) {
			end++
		}
		g.lines = append(g.lines, grepLine{unit: int32(u), end: int32(end), file: -1})
		u = end
	}
	g.layout = g.guess()
	for i := range min(len(g.lines), 400) {
		g.starred = g.starred || placed(g.textOf(i)).starred
	}
	g.readMatches()
	g.readContext()
	return g
}

// guess tells the layout from the first lines.
func (g *grepOutput) guess() grepLayout {
	if layout := g.grouped(); layout != layoutPlain {
		return layout
	}
	var numbered, near, line, path, list, bare, seen int
	for i := range min(len(g.lines), 400) {
		text := g.textOf(i)
		switch {
		case len(text) == 0 || string(text) == "--":
			continue
		case lineNumber(text) > 0 || placed(text).decorated:
			line++
		case text[len(text)-1] == ':' && len(headed(text)) > 0:
			bare++
		case numberedPath(text) > 0:
			numbered++
		case pathCount(text) > 0:
			list++
		case pathColon(text) > 0:
			path++
		case nearMatch(text):
			near++
		case len(headed(text)) > 0:
			bare++
		}
		seen++
	}
	if numbered > 0 {
		numbered += near
	} else {
		bare += near
	}
	switch most := max(numbered, line, path, list, bare); {
	case seen == 0:
		return layoutPlain
	case line > 0 && bare > 0 && line+bare >= numbered+path:
		return layoutHeading
	case most == numbered:
		return layoutNumbered
	case most == line:
		return layoutLine
	case most == list || most == bare && path*4 < most:
		return layoutList
	default:
		return layoutPath
	}
}

// textOf returns what is to be seen of the first unit of line i.
func (g *grepOutput) textOf(i int) []byte { return g.s.Text(int(g.lines[i].unit)) }

// readMatches tells the lines that name a match, and their files.
func (g *grepOutput) readMatches() {
	if g.layout == layoutBarred || g.layout == layoutTagged {
		g.readGroups()
		return
	}
	file := int32(-1)
	for i := range g.lines {
		l, text := &g.lines[i], g.textOf(i)
		if len(scan.Trim(text)) == 0 || len(text) > 1 && len(bytes.Trim(text, "-")) == 0 {
			l.kind = grepSeparator
			continue
		}
		switch g.layout {
		case layoutHeading:
			file = g.readUnderHeading(l, text, file)
		case layoutNumbered:
			if n := numberedPath(text); n > 0 {
				g.match(l, text[:n], n+1, n+1+max(lineNumber(text[n+1:]), 0))
			}
		case layoutPath:
			if n := pathColon(text); n > 0 {
				g.match(l, text[:n], n, n+1)
			}
		case layoutList:
			l.kind = grepPath
		case layoutLine:
			l.file = g.onlyFile()
			g.readLine(l, text, true)
		}
	}
}

func (g *grepOutput) readUnderHeading(l *grepLine, text []byte, file int32) int32 {
	if g.readLine(l, text, file >= 0) {
		l.file = file
		if l.kind == grepMatch {
			g.files[file].matches++
		}
		return file
	}
	if path := headed(text); len(path) > 0 {
		l.kind = grepHeading
		l.file = g.fileOf(path)
		return l.file
	}
	return file
}

// readLine reads a line that begins with its number, with or without what some tools put
// before that. It is false if it doesn't, or if the line can be in no file.
func (g *grepOutput) readLine(l *grepLine, text []byte, inFile bool) bool {
	p := place{text: lineNumber(text)}
	if p.text == 0 {
		p = placed(text)
	} else if text[scan.Digits(text)] != ':' {
		p.near = true
	}
	if p.text == 0 || !inFile {
		return false
	}
	l.kind, l.text = grepMatch, uint16(min(p.text, 1<<15))
	if p.near || g.starred && !p.starred {
		l.kind = grepContext
	}
	return true
}

// match notes a match in path, which ends at head in the line's text.
func (g *grepOutput) match(l *grepLine, path []byte, head, text int) {
	l.kind, l.head, l.text = grepMatch, uint16(min(head, 1<<15)), uint16(min(text, 1<<15))
	l.file = g.fileOf(path)
	g.files[l.file].matches++
}

// fileOf returns the file of a path, which may be given from the root once and relative
// another time, as Claude Code's Grep does with matches and what is near them.
func (g *grepOutput) fileOf(path []byte) int32 {
	f, ok := g.index[string(path)]
	if !ok {
		if f, ok = g.sameFile(path); ok {
			g.index[string(path)] = f
			return f
		}
		base := string(path[bytes.LastIndexByte(path, '/')+1:])
		g.based[base] = append(g.based[base], string(path))
		f = int32(len(g.files))
		g.index[string(path)] = f
		g.files = append(g.files, grepFile{})
	}
	return f
}

// sameFile returns the file of a path that another one ends with, or the other way round.
func (g *grepOutput) sameFile(path []byte) (int32, bool) {
	for _, other := range g.based[string(path[bytes.LastIndexByte(path, '/')+1:])] {
		long, short := string(path), other
		if len(long) < len(short) {
			long, short = short, long
		}
		if short != "" && long[0] == '/' && short[0] != '/' && strings.HasSuffix(long, "/"+short) {
			return g.index[other], true
		}
	}
	return 0, false
}

// onlyFile returns the file of an output that names none.
func (g *grepOutput) onlyFile() int32 {
	if len(g.files) == 0 {
		g.files = append(g.files, grepFile{})
	}
	return 0
}

// readContext tells the lines near a match where each names its path: the
// path, which is known from a match, with - or = behind it.
func (g *grepOutput) readContext() {
	for i := range g.lines {
		l := &g.lines[i]
		if l.kind != grepOther {
			continue
		}
		text := g.textOf(i)
		if n := g.knownPath(text); n > 0 {
			l.kind, l.head, l.text = grepContext, uint16(min(n, 1<<15)), uint16(min(n+1, 1<<15))
			if lineNumber(text[n+1:]) > 0 {
				l.head = l.text
			}
			l.file = g.index[string(text[:n])]
		}
	}
}

// knownPath returns the length of the path that text starts with, if it is
// one in which something was found.
func (g *grepOutput) knownPath(text []byte) int {
	tries := 0
	for n, c := range text[:min(len(text), 400)] {
		if c != '-' && c != '=' && c != ':' {
			continue
		}
		if _, ok := g.index[string(text[:n])]; ok {
			return n
		}
		if f, ok := g.sameFile(text[:n]); ok && lineNumber(text[n+1:]) > 0 {
			g.index[string(text[:n])] = f
			return n
		}
		if tries++; tries > 24 {
			break
		}
	}
	return 0
}

// lineNumber returns where the text behind a line number starts, or 0:
// 12:text, 12-text, 12:7:text.
func lineNumber(text []byte) int {
	n := scan.Digits(text)
	if n == 0 || n > 9 || n == len(text) || text[n] != ':' && text[n] != '-' && text[n] != '=' {
		return 0
	}
	if text[n] == ':' {
		if c := scan.Digits(text[n+1:]); c > 0 && c < 7 && n+1+c < len(text) && text[n+1+c] == ':' {
			return n + c + 2
		}
	}
	return n + 1
}

// numberedPath returns the length of the path of path:line:text, or 0.
func numberedPath(text []byte) int {
	for i := 1; i < min(len(text), 400); i++ {
		if text[i] != ':' {
			continue
		}
		n := scan.Digits(text[i+1:])
		if n > 0 && i+1+n < len(text) && text[i+1+n] == ':' {
			if n < 10 && !bytes.ContainsAny(text[:i], "\t\"'`(){}<>;") {
				return i
			}
			return 0
		}
	}
	return 0
}

// pathCount returns the length of the path of path:count, or 0.
func pathCount(text []byte) int {
	i := bytes.LastIndexByte(text, ':')
	if i > 0 && i+1 < len(text) && scan.Digits(text[i+1:]) == len(text)-i-1 && wholePath(text[:i]) {
		return i
	}
	return 0
}

// pathColon returns the length of the path of path:text, or 0.
func pathColon(text []byte) int {
	i := bytes.IndexByte(text, ':')
	if i == 1 && scan.IsLetter(text[0]) && len(text) > 3 && text[2] == '\\' {
		j := bytes.IndexByte(text[2:], ':')
		if j < 0 {
			return 0
		}
		i = j + 2
	}
	if i > 0 && wholePath(text[:i]) {
		return i
	}
	return 0
}

// nearMatch tells whether the line looks like path-12-text.
func nearMatch(text []byte) bool {
	for i := 1; i < min(len(text), 400)-2; i++ {
		if text[i] == '-' || text[i] == '=' {
			if n := scan.Digits(text[i+1:]); n > 0 && i+1+n < len(text) && text[i+1+n] == text[i] {
				return true
			}
		}
	}
	return false
}

// wholePath tells whether the text can be a path and nothing more.
func wholePath(text []byte) bool {
	if len(text) == 0 || len(text) > 400 || text[0] == ' ' || text[0] == '\t' {
		return false
	}
	if bytes.IndexByte(text, '\t') >= 0 || bytes.ContainsAny(text, "\"'`(){}<>;=,|*") && bytes.IndexByte(text, '/') < 0 {
		return false
	}
	if blank := bytes.IndexByte(text, ' '); blank >= 0 && (bytes.IndexByte(text[:blank], '/') < 0 && bytes.IndexByte(text[:blank], '\\') < 0) {
		return false
	}
	return bytes.ContainsAny(text, "./\\_-") || scan.IsLetter(text[0])
}
