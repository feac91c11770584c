package classify

import "strings"

// shellScanner reads the simple commands of a shell's line, as far as their words can
// be known without running it. What it gets wrong costs a seam, never a line.
type shellScanner struct {
	text string
	at   int
}

// command moves to the next command. It is false at the end.
func (s *shellScanner) command() bool {
	for s.at < len(s.text) && strings.IndexByte(" \t\n;&|(){}", s.text[s.at]) >= 0 {
		s.at++
	}
	return s.at < len(s.text)
}

// words returns the words of the command up to its end. Each is what is known of it: between two parts stands what is made up when it runs.
func (s *shellScanner) words() (words [][]string) {
	kept := true
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\t':
			s.at++
		case ';', '\n', '|', '&', '(', ')':
			if c == '|' && s.at+1 < len(s.text) && s.text[s.at+1] != '|' {
				words = nil // what it prints goes into the next
			}
			return words
		case '>', '<':
			kept = false // the word behind it is a file
			s.at++
		default:
			w := s.word()
			if kept {
				words = append(words, w)
			}
			kept = true
		}
	}
	return words
}

// word reads one word, the parts of it that are known.
func (s *shellScanner) word() (parts []string) {
	var part []byte
	quote := byte(0)
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case quote == '\'' && c != '\'':
			part = append(part, c)
		case c == '\'' && quote == 0 || c == '\'' && quote == '\'' || c == '"' && quote != '\'':
			if quote == 0 {
				quote = c
			} else {
				quote = 0
			}
		case c == '\\' && s.at+1 < len(s.text):
			s.at++
			next := s.text[s.at]
			if quote != 0 && strings.IndexByte("$`\"\\", next) < 0 {
				part = append(part, '\\')
			}
			part = append(part, next)
		case c == '$' || c == '`':
			s.expansion()
			parts, part = append(parts, string(part)), nil
			continue
		case quote == 0 && strings.IndexByte(" \t\n;|&()<>", c) >= 0:
			return append(parts, string(part))
		default:
			part = append(part, c)
		}
		s.at++
	}
	return append(parts, string(part))
}

// expansion skips what the shell makes up when it runs: $name, ${…}, $(…), `…`.
func (s *shellScanner) expansion() {
	if s.text[s.at] == '`' {
		if end := strings.IndexByte(s.text[s.at+1:], '`'); end >= 0 {
			s.at += end + 2
		} else {
			s.at = len(s.text)
		}
		return
	}
	s.at++
	if s.at == len(s.text) {
		return
	}
	if c := s.text[s.at]; c == '(' || c == '{' {
		depth := 0
		for ; s.at < len(s.text); s.at++ {
			switch s.text[s.at] {
			case '(', '{':
				depth++
			case ')', '}':
				if depth--; depth == 0 {
					s.at++
					return
				}
			}
		}
		return
	}
	start := s.at
	for s.at < len(s.text) && (s.text[s.at] == '_' || s.text[s.at]|0x20 >= 'a' && s.text[s.at]|0x20 <= 'z' || s.text[s.at] >= '0' && s.text[s.at] <= '9') {
		s.at++
	}
	if s.at == start {
		s.at++ // $?, $#, $1
	}
}
