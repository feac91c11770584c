package marker

import (
	"fmt"
	"strconv"
	"strings"
)

// A prefix of a digest has at least minPrefix digits, so that it can be
// meant; a whole digest has digestLen.
const (
	minPrefix = 6
	digestLen = 64
)

// Reference is what a reader asked for. It can name nothing but an entry:
// Prefix holds only lower-case hexadecimal digits.
type Reference struct {
	// Prefix is the start of the original's digest: 6 to 64 digits, mostly
	// the 12 of a marker.
	Prefix string
	// Range is the range that was stuck to the reference. Zero: none was.
	Range Range
}

// ReferenceError tells that a text is no reference.
type ReferenceError struct{ Text string }

func (e *ReferenceError) Error() string {
	return fmt.Sprintf("not a reference: %s", quote(e.Text))
}

// ParseReference parses a reference as readers write one: a whole marker,
// with its note or cut short, in any case; elided:<hash>; a bare hash or a
// prefix of it of 6 digits or more; each with quotes or brackets around it,
// and with a count, which says nothing and is dropped, or a range stuck to
// it; or as elision-get takes it, or a resource is called. The error is a *ReferenceError.
func ParseReference(s string) (Reference, error) {
	text := s
	if found := Find([]byte(s)); len(found) == 1 {
		text = s[found[0].Start:]
	}
	ref, ok := looseReference(text)
	if !ok {
		return Reference{}, &ReferenceError{Text: s}
	}
	return ref, nil
}

func looseReference(s string) (Reference, bool) {
	s = strings.Trim(s, " \t\r\n\"'`")
	s = cutCall(s)
	s, bracketed := cutOpening(s)
	if n := len(keyword); len(s) >= n && strings.EqualFold(s[:n], keyword) {
		s = strings.TrimLeft(s[n:], " ")
	}
	n := countHexFold(s)
	if n < minPrefix || n > digestLen {
		return Reference{}, false
	}
	ref := Reference{Prefix: strings.ToLower(s[:n])}
	rest := strings.TrimPrefix(s[n:], ".json")
	if bracketed || strings.HasPrefix(rest, Close) {
		var ok bool
		if rest, ok = cutNote(rest); !ok {
			return Reference{}, false
		}
	}
	return ref.attach(rest)
}

// cutCall drops what a reader copies with a reference: the command that takes
// it, or the scheme of its resource.
func cutCall(s string) string {
	const program, scheme = "elision-get ", "elision-get://"
	for _, prefix := range [...]string{program, scheme} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return strings.TrimLeft(rest, " ")
		}
	}
	return s
}

// cutOpening drops the brackets that a marker, or what an ASCII-minded
// reader made of it, starts with.
func cutOpening(s string) (rest string, bracketed bool) {
	if rest, ok := strings.CutPrefix(s, Open); ok {
		return strings.TrimLeft(rest, " "), true
	}
	rest = strings.TrimLeft(s, "[<(")
	return strings.TrimLeft(rest, " "), rest != s
}

// cutNote drops the note and the closing bracket, if they are there. What is
// stuck to the hash inside the brackets, or stands behind them, is left.
func cutNote(rest string) (string, bool) {
	inside, after, closed := strings.Cut(rest, Close)
	if !closed {
		inside, after = strings.TrimRight(rest, "]>)"), ""
	}
	if inside == "" {
		return after, true
	}
	if inside[0] == ' ' {
		if r, ok := looseRange(inside); ok && r.Last > r.First {
			return inside, strings.TrimSpace(after) == ""
		}
		return after, true
	}
	return inside, strings.TrimSpace(after) == ""
}

// attach reads what is stuck to a hash: nothing, a count or a range.
func (ref Reference) attach(rest string) (Reference, bool) {
	body := strings.TrimLeft(rest, ":#@, \t\r\n")
	switch {
	case body == "":
		return ref, true
	case body == rest && !strings.HasPrefix(rest, Open) && !strings.HasPrefix(rest, "["):
		return Reference{}, false
	}
	if count, _, _ := strings.Cut(body, " "); isCount(count) {
		return ref, true
	}
	var ok bool
	ref.Range, ok = looseRange(body)
	return ref, ok
}

// isCount tells whether s is a lone number: a count as other tools' markers
// carry it, not a range.
func isCount(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// countHexFold returns how many hexadecimal digits of either case s starts with.
func countHexFold(s string) int {
	for i := range len(s) {
		c := s[i] | 0x20
		if (s[i] < '0' || s[i] > '9') && (c < 'a' || c > 'f') {
			return i
		}
	}
	return len(s)
}

// quote shows a reader's text in a message: short, on one line, without what
// a terminal would act on.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "…"
	}
	return strconv.Quote(s)
}
