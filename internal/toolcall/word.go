package toolcall

import "strings"

// ends tells whether a byte ends a word that stands without quotes.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ';', '&', '|', '<', '>', '(', ')':
		return true
	}
	return false
}

// bareWord reads a word that has nothing to be resolved, if there is one here:
// most are like that.
func (s *scanner) bareWord() (word string, ok bool) {
	for i := s.at; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\' || c == '\'' || c == '"' || c == '$' || c == '`' || c == '(':
			return "", false
		case ends(c):
			word, s.at = s.text[s.at:i], i
			return word, true
		}
	}
	word, s.at = s.text[s.at:], len(s.text)
	return word, true
}

// word reads a word. Quotes are resolved; expansions stay as they stand, and
// the commands of substitutions are read as pipelines whose output isn't shown.
func (s *scanner) word() string {
	if word, ok := s.bareWord(); ok {
		return word
	}
	var b strings.Builder
	for s.at < len(s.text) && !ends(s.text[s.at]) {
		switch c := s.text[s.at]; c {
		case '\\':
			s.escaped(&b)
		case '\'':
			s.at++
			b.WriteString(s.until('\''))
		case '"':
			s.doubleQuoted(&b)
		case '$', '`':
			s.expansion(&b)
		default:
			b.WriteByte(c)
			s.at++
		}
	}
	if strings.HasSuffix(b.String(), "=") && s.has("(") { // an array
		s.at++
		s.list(')', true)
	}
	return b.String()
}

// escaped reads a backslash and what it stands before.
func (s *scanner) escaped(b *strings.Builder) {
	if s.at+1 < len(s.text) && s.text[s.at+1] != '\n' {
		b.WriteByte(s.text[s.at+1])
	}
	s.at = min(s.at+2, len(s.text))
}

// until reads up to a byte and over it.
func (s *scanner) until(c byte) string {
	start := s.at
	s.skipTo(c)
	text := s.text[start:s.at]
	s.at = min(s.at+1, len(s.text))
	return text
}

func (s *scanner) doubleQuoted(b *strings.Builder) {
	for s.at++; s.at < len(s.text); {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return
		case c == '\\' && s.at+1 < len(s.text) && strings.IndexByte("\"\\$`\n", s.text[s.at+1]) >= 0:
			s.escaped(b)
		case c == '$' || c == '`':
			s.expansion(b)
		default:
			b.WriteByte(c)
			s.at++
		}
	}
}

// expansion reads what begins with a dollar sign or a backquote.
func (s *scanner) expansion(b *strings.Builder) {
	start := s.at
	switch {
	case s.has("`"):
		s.at++
		s.backquoted()
	case s.has("$(("):
		s.at++
		s.arithmetic()
	case s.has("$("):
		s.at += 2
		s.list(')', true)
	case s.has("${"):
		s.until('}')
	case s.has("$'"):
		s.at += 2
		b.WriteString(s.until('\''))
		return
	default:
		s.at++
	}
	b.WriteString(s.text[start:s.at])
}

// backquoted reads a substitution in the older form.
func (s *scanner) backquoted() {
	inner := scanner{text: s.until('`'), depth: s.depth}
	for inner.at < len(inner.text) {
		inner.list(0, true)
	}
	s.out = append(s.out, inner.out...)
}
