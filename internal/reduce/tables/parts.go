package tables

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// tableMostParts is how many tables one section is cut into.
const tableMostParts = 100

// A table of up to partWhole bytes, which are 400 tokens, is shown whole that stands
// below one more than sumsUp times as long: it sums that up.
const (
	partWhole = 1600
	sumsUp    = 4
)

// tableParts cuts a section in which tables follow each other (kubectl get
// all, docker system df -v, a database's descriptions) at the headers behind blank
// lines that stand in capitals or over a rule, their titles with them.
func tableParts(s block.Section) []block.Section {
	var parts []block.Section
	first, blank, capitals := 0, false, headsInCapitals(s)
	for i := 0; i < s.Len(); i++ {
		text := s.Text(i)
		if scan.Blank(text) {
			blank = true
			continue
		}
		if blank && i > first+1 && len(parts) < tableMostParts && (scan.Capitals(text) && len(bytes.Fields(text)) > 1 || overRule(s, i) || overRule(s, i+1)) || i > first+1 && len(parts) < tableMostParts && (betweenRules(s, i) || namesCells(s, i) || capitals[i]) {
			parts = append(parts, block.Section{Block: s.Block, First: s.First + first, End: s.First + i, Shape: s.Shape, Command: s.Command})
			first = i
		}
		blank = false
	}
	if len(parts) == 0 {
		return nil
	}
	return append(parts, block.Section{Block: s.Block, First: s.First + first, End: s.End, Shape: s.Shape, Command: s.Command})
}

// overRule tells whether the line is a header: more than one name stands in it, and
// a rule with a part for each below it.
func overRule(s block.Section, i int) bool {
	if i+2 >= s.Len() || scan.Blank(s.Text(i)) || scan.Blank(s.Text(i+2)) {
		return false
	}
	rule := scan.Trim(s.Text(i + 1))
	return RuleRow(rule) && !RuleRow(scan.Trim(s.Text(i))) && bytes.ContainsAny(rule, "+| ")
}

// namesCells tells whether the line is a header that stands right below another table: names
// without a number, as many as the rule below has parts, and rows behind that.
func namesCells(s block.Section, i int) bool {
	text := s.Text(i)
	return overRule(s, i) && i+3 < s.Len() && !bytes.ContainsAny(text, "0123456789") && !RuleRow(scan.Trim(s.Text(i+2))) &&
		len(bytes.Fields(text)) == len(bytes.Fields(s.Text(i+1)))
}

// fewHeads is how many lines of a section may be heads in capitals that have no name in common: more
// are rows, of countries or codes.
const fewHeads = 6

// headsInCapitals returns the units that may be heads in capitals right below rows that aren't, in a section
// that begins with one, of which each has a name in common with that (NAME, AGE, IMAGE) if there are more
// than a few.
func headsInCapitals(s block.Section) map[int]bool {
	first := firstText(s)
	if !scan.Capitals(first) {
		return nil
	}
	heads, like := map[int]bool{}, 0
	for i := 1; i+1 < s.Len(); i++ {
		text, below := s.Text(i), s.Text(i+1)
		if !scan.Capitals(text) || scan.Capitals(s.Text(i-1)) || scan.Capitals(below) || scan.Blank(below) {
			continue
		}
		if len(bytes.Fields(text)) < 3 || bytes.ContainsAny(text, "0123456789") || bytes.Equal(text, first) {
			continue
		}
		if heads[i] = true; shareWord(text, first) {
			like++
		}
	}
	if len(heads) > fewHeads && like < len(heads) {
		return nil
	}
	return heads
}

// firstText returns the first line that isn't blank.
func firstText(s block.Section) []byte {
	for i := range s.Len() {
		if text := s.Text(i); !scan.Blank(text) {
			return text
		}
	}
	return nil
}

// shareWord tells whether two texts have a word in common.
func shareWord(a, b []byte) bool {
	for word := range bytes.FieldsSeq(a) {
		for other := range bytes.FieldsSeq(b) {
			if bytes.Equal(word, other) {
				return true
			}
		}
	}
	return false
}

// isShort tells whether a table has no more than partWhole bytes but for what only
// aligns its cells.
func isShort(text []byte) bool {
	n := 0
	for _, cell := range bytes.Fields(text[:min(len(text), 8*partWhole)]) {
		n += len(cell) + 1
	}
	return n <= partWhole && len(text) <= 8*partWhole
}

// betweenRules tells whether the line is a header of a few names, with a rule above it
// and one below.
func betweenRules(s block.Section, i int) bool {
	if i < 1 || i+2 >= s.Len() || scan.Blank(s.Text(i+2)) {
		return false
	}
	line := scan.Trim(s.Text(i))
	return scan.CountBars(line) == 0 && RuleRow(scan.Trim(s.Text(i-1))) && RuleRow(scan.Trim(s.Text(i+1))) && !RuleRow(line) && !RuleRow(scan.Trim(s.Text(i+2))) &&
		!bytes.ContainsAny(line, "0123456789") && len(bytes.Fields(line)) > 1
}
