package listing

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/scan"
)

// A build tool may print a tree or a report between its steps, which are then no more
// than what stands around it.

// drawnLeast is how many lines of a tree make a section one.
const drawnLeast = 12

// IsDrawnTree tells whether most lines of the section are branches of a drawn tree.
func IsDrawnTree(s block.Section) bool {
	drawn, tips, lines := 0, 0, 0
	for i := range s.Len() {
		if rest := s.Len() - i; (drawn+rest)*10 < (lines+rest)*6 {
			return false // however many of the rest are drawn
		}
		if text := s.Text(i); !scan.Blank(text) {
			lines++
			drawn += mark.OneIf(treeDepth(text) > 0)
			tips += mark.OneIf(scan.Index(text, "- ") > 0 || scan.Index(text, "─ ") > 0)
		}
	}
	return drawn >= drawnLeast && drawn*10 >= lines*6 && tips*10 >= lines*6
}

// DrawnTree ranks a tree with the steps around it.
func DrawnTree(s block.Section, marks []mark.Mark) {
	build.Reduce(s, marks)
	l := listingLines{s: s, marks: marks}
	l.tree()
	l.errors()
}

// IsKeyedReport tells whether most lines of the section are keys at the left edge with
// their values, as programs tell of themselves: used_memory:1024.
func IsKeyedReport(s block.Section) bool {
	keyed, lines := 0, 0
	for i := range s.Len() {
		text := s.Text(i)
		if scan.Blank(text) {
			continue
		}
		if rest := s.Len() - i; (keyed+rest)*10 < (lines+rest)*7 {
			return false // however many of the rest are
		}
		lines++
		n := settingKey(text)
		keyed += mark.OneIf(n > 2 && !bytes.ContainsAny(text[:n], " /") && scan.IsLetter(text[0]) && scan.HasPrefix(text[n:], ":") && n+1 < len(text) && text[n+1] != ' ' && text[n+1] != ':' && s.Look(i).Kind != line.Finding || reportHead(scan.Trim(text)))
	}
	return keyed >= drawnLeast && keyed*10 >= lines*7
}

// KeyedReport ranks such a report with what stands around it.
func KeyedReport(s block.Section, marks []mark.Mark) {
	build.Reduce(s, marks)
	(&listingLines{s: s, marks: marks}).keyedText()
}
