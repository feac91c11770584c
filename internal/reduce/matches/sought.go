package matches

import (
	"bytes"
	"slices"
	"strings"

	"elide.example/elide/internal/scan"
)

// sought is what was searched for, as far as letters and signs tell it: of each way in
// which a line may match, the texts that stand in it one behind the other.
type sought [][][]byte

// leastSought is how long a text is at least that says which lines are meant.
const leastSought = 3

// Seeks returns what tells of a line whether it holds what an extended regular expression
// sought, nil if too little is known of that.
func Seeks(pattern string) func(line []byte) bool {
	s := slices.DeleteFunc(readSought(pattern), func(way [][]byte) bool {
		return !slices.ContainsFunc(way, func(text []byte) bool { return len(text) >= leastSought })
	})
	if len(s) == 0 {
		return nil
	}
	return func(line []byte) bool { return s.way(line) >= 0 }
}

// mostWays bounds the alternatives of an expression that are told apart.
const mostWays = 24

// readSought reads an extended regular expression. What it can't tell it leaves out, so
// that a way may find more lines than the expression does. Of groups it reads one that is
// all there is.
func readSought(pattern string) sought {
	r := soughtReader{}
	group := ""
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '\\':
			if i++; i < len(pattern) {
				r.escaped(pattern[i])
			}
		case '|':
			r.endWay()
		case '(':
			end := groupEnd(pattern, i)
			if r.endText(); group == "" {
				group = pattern[i+1 : end]
			}
			i = end
		case '[':
			if end := strings.IndexByte(pattern[i+1:], ']'); end >= 0 {
				i += 1 + end
			}
			r.endText()
		case '*', '?', '{': // what stands before it may be missing
			r.text = r.text[:max(len(r.text)-1, 0)]
			if end := strings.IndexByte(pattern[i:], '}'); c == '{' && end >= 0 {
				i += end
			}
			r.endText()
		case '.', '+', '^', '$', ')':
			r.endText()
		default:
			r.text = append(r.text, scan.Lower(c))
		}
	}
	r.endWay()
	if len(r.ways) == 0 && group != "" && len(group) < len(pattern) {
		return readSought(strings.TrimPrefix(group, "?:"))
	}
	return r.ways
}

// groupEnd returns where the group ends that begins at i.
func groupEnd(pattern string, i int) int {
	for depth := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(pattern)
}

type soughtReader struct {
	ways sought
	way  [][]byte
	text []byte
}

// escaped reads what stands behind a backslash: a sign as it is, else a class of bytes,
// or an edge.
func (r *soughtReader) escaped(c byte) {
	if scan.IsWordByte(c) {
		r.endText()
		return
	}
	r.text = append(r.text, c)
}

func (r *soughtReader) endText() {
	if len(r.text) > 0 {
		r.way = append(r.way, r.text)
	}
	r.text = nil
}

func (r *soughtReader) endWay() {
	r.endText()
	if len(r.way) > 0 && len(r.ways) < mostWays {
		r.ways = append(r.ways, r.way)
	}
	r.way = nil
}

// way returns which of the ways the text matches first, -1 if none.
func (s sought) way(text []byte) int {
	for i, way := range s {
		rest, found := text, true
		for _, part := range way {
			at := indexFold(rest, part)
			if found = at >= 0; !found {
				break
			}
			rest = rest[at+len(part):]
		}
		if found {
			return i
		}
	}
	return -1
}

// word returns the longest word of a way, nil if it has none of three letters.
func (s sought) word(way int) []byte {
	var best []byte
	for _, part := range s[way] {
		if w := longestWord(part); len(w) > len(best) {
			best = w
		}
	}
	if len(best) < 3 {
		return nil
	}
	return best
}

// indexFold returns where part, in small letters, stands in text, cases not told apart.
func indexFold(text, part []byte) int {
	if len(part) == 0 {
		return 0
	}
	for i := 0; i+len(part) <= len(text); i++ {
		if scan.Lower(text[i]) == part[0] && bytes.EqualFold(text[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}
