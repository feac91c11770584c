// Package keep matches the lines that a user asks to see: by pattern, and by
// the words of a query.
package keep

import (
	"bytes"
	"fmt"
	"regexp"
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
}

// Parse reads a pattern as a user writes it. /…/ is a regular expression in
// Go's RE2 syntax, which takes time linear in the line whatever the
// expression; anything else is a substring.
func Parse(source string) (Pattern, error) {
	if n := len(source); n > 2 && source[0] == '/' && source[n-1] == '/' {
		expr, err := regexp.Compile(source[1 : n-1])
		if err != nil {
			return Pattern{}, fmt.Errorf("pattern %s: %w", source, err)
		}
		return Pattern{source: source, expr: expr}, nil
	}
	if source == "" {
		return Pattern{}, fmt.Errorf("an empty pattern matches every line")
	}
	folded := []byte(strings.ToLower(source))
	return Pattern{source: source, folded: folded, ascii: isASCII(folded)}, nil
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
// without the words that English sentences are made of, each once.
func Terms(query string) []Pattern {
	var terms []Pattern
	seen := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(query), between) {
		if utf8.RuneCountInString(word) < 2 || stopWords[word] || seen[word] {
			continue
		}
		seen[word] = true
		folded := []byte(word)
		terms = append(terms, Pattern{source: word, folded: folded, ascii: isASCII(folded)})
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
