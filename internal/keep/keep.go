// Package keep matches the lines that a user asks to see: by pattern, and by
// the words of a query.
package keep

import (
	"bytes"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern is what --keep and --grep take: a substring, looked for without
// regard to case, or a regular expression between slashes. The zero Pattern
// matches every line. It is safe for concurrent use.
type Pattern struct {
	source string
	folded []byte
	ascii  bool
	expr   *regexp.Regexp
	cost   int      // of expr, in instructions
	needs  []string // parts of all that matches, in lower case
}

// Parse reads a pattern as a user writes it. /…/ is a regular expression in
// Go's RE2 syntax, which takes time linear in the line whatever the
// expression; anything else is a substring. One that would take long to find is
// refused: see ParseAll.
func Parse(source string) (Pattern, error) {
	switch {
	case len(source) > maxBytes:
		return Pattern{}, fmt.Errorf("pattern %s is longer than %d bytes", shortened(source), maxBytes)
	case IsExpression(source) && weigh(source) > maxWeight:
		return Pattern{}, errWeight(source)
	case IsExpression(source):
		p, err := parseExpression(source)
		if err != nil {
			return p, fmt.Errorf("pattern %s: %w", shortened(source), err)
		}
		return p, nil
	case source == "":
		return Pattern{}, fmt.Errorf("an empty pattern matches every line")
	}
	return Text(source), nil
}

func parseExpression(source string) (Pattern, error) {
	text := source[1 : len(source)-1]
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return Pattern{}, err
	}
	cost := cost(tree)
	if cost > maxOne {
		return Pattern{}, fmt.Errorf("it comes to more than %d instructions", maxOne)
	}
	expr, err := regexp.Compile(text)
	return Pattern{source: source, expr: expr, cost: cost, needs: needsOf(tree)}, err
}

// Text returns the pattern of a text that isn't empty, looked for without regard to
// case whatever stands in it.
func Text(text string) Pattern {
	folded := []byte(strings.ToLower(text))
	p := Pattern{source: text, folded: folded, ascii: isASCII(folded)}
	p.needs = asciiPart(string(folded), !p.ascii)
	return p
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.source }

// Match tells whether the line holds the pattern.
func (p Pattern) Match(line []byte) bool {
	switch {
	case p.expr != nil:
		return p.expr.Match(line)
	case p.ascii:
		return containsFold(line, p.folded)
	}
	return bytes.Contains(bytes.ToLower(line), p.folded)
}

func isASCII(s []byte) bool {
	for _, c := range s {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// containsFold looks for the lower-case ASCII needle in either case.
func containsFold(line, needle []byte) bool {
	first := needle[0]
	for i := 0; i+len(needle) <= len(line); i++ {
		if lower(line[i]) == first && equalFold(line[i:i+len(needle)], needle) {
			return true
		}
	}
	return false
}

func equalFold(s, needle []byte) bool {
	for i, c := range needle {
		if lower(s[i]) != c {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Terms returns the words of a query that can tell lines apart: lower case,
// without the words that English sentences are made of, each once, as many as
// maxTerms.
func Terms(query string) []Pattern {
	var terms []Pattern
	seen := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(query), between) {
		if utf8.RuneCountInString(word) < 2 || stopWords[word] || seen[word] {
			continue
		}
		if len(terms) == maxTerms {
			break
		}
		seen[word] = true
		terms = append(terms, Text(word))
	}
	return terms
}

func between(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' && r != '.'
}

var stopWords = map[string]bool{
	"a": true, "an": true, "and": true, "are": true, "as": true, "at": true, "be": true, "by": true,
	"can": true, "do": true, "does": true, "find": true, "fix": true, "for": true, "from": true,
	"how": true, "in": true, "is": true, "it": true, "me": true, "of": true, "on": true, "or": true,
	"please": true, "show": true, "that": true, "the": true, "this": true, "to": true, "was": true,
	"what": true, "where": true, "which": true, "why": true, "with": true,
}
