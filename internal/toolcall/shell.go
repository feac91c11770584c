package toolcall

import "strings"

// pipeline is the commands of a shell line that pipes join.
type pipeline struct {
	commands []command
	inner    bool // its output goes to another command's arguments or input
}

// command is the words of a command, quotes resolved and expansions as they
// stand, and its redirections.
type command struct {
	words     []string
	redirects []*redirect
}

// redirect is a redirection of the stream with that number, "" if it names
// none. That of a here-document has its text.
type redirect struct {
	stream, op, target, body string
}

// parseShell reads a shell line as far as needed: which commands are run, with
// which words. It takes everything; what is no valid line is read as far as it
// makes sense. It takes time linear in the line.
func parseShell(line string) []pipeline {
	s := scanner{text: line}
	for s.at < len(s.text) {
		s.list(0, false)
	}
	return s.out
}

// scanner reads a line from the front.
type scanner struct {
	text  string
	at    int
	depth int
	out   []pipeline
	docs  []*redirect // here-documents whose texts come after this line
	run   pipeline    // that is being read
	cmd   command
}

const deepestShell = 32

// list reads pipelines up to a closing parenthesis, if stop is one, or the end.
func (s *scanner) list(stop byte, inner bool) {
	if s.depth++; s.depth > deepestShell {
		s.at = len(s.text)
	}
	run, cmd := s.run, s.cmd
	s.run, s.cmd = pipeline{inner: inner}, command{}
	for s.at < len(s.text) && !s.step(stop, inner) {
	}
	s.endPipeline(inner)
	s.run, s.cmd = run, cmd
	s.depth--
}

// step reads a word or a sign. It returns true at the end of the list.
func (s *scanner) step(stop byte, inner bool) bool {
	switch c := s.text[s.at]; c {
	case ' ', '\t', '\r':
		s.at++
	case '\\':
		if !s.has("\\\n") {
			s.cmd.words = append(s.cmd.words, s.word())
			break
		}
		s.at += 2
	case '\n':
		s.at++
		s.endPipeline(inner)
		s.readDocs()
	case '#':
		s.skipTo('\n')
	case ';':
		s.at++
		s.endPipeline(inner)
	case '&':
		s.ampersand(inner)
	case '|':
		s.bar(inner)
	case '(':
		s.open(inner)
	case ')':
		s.at++
		s.endPipeline(inner)
		return stop == ')'
	case '<', '>':
		s.redirect()
	default:
		s.cmd.words = append(s.cmd.words, s.word())
	}
	return false
}

func (s *scanner) endCommand() {
	if len(s.cmd.words)+len(s.cmd.redirects) > 0 {
		s.run.commands = append(s.run.commands, s.cmd)
	}
	s.cmd = command{}
}

func (s *scanner) endPipeline(inner bool) {
	s.endCommand()
	if len(s.run.commands) > 0 {
		s.out = append(s.out, s.run)
	}
	s.run = pipeline{inner: inner}
}

// has tells whether the rest begins with text.
func (s *scanner) has(text string) bool { return strings.HasPrefix(s.text[s.at:], text) }

// skipTo goes to the next such byte, or the end.
func (s *scanner) skipTo(c byte) {
	if i := strings.IndexByte(s.text[s.at:], c); i >= 0 {
		s.at += i
		return
	}
	s.at = len(s.text)
}

func (s *scanner) ampersand(inner bool) {
	if s.has("&>") {
		s.redirect()
		return
	}
	s.at++
	s.endPipeline(inner)
}

func (s *scanner) bar(inner bool) {
	s.at++
	switch {
	case s.has("|"):
		s.at++
		s.endPipeline(inner)
		return
	case s.has("&"):
		s.at++
	}
	s.endCommand()
}

// open reads a group in parentheses, whose output is shown like that of any
// command, or arithmetic, which holds no commands.
func (s *scanner) open(inner bool) {
	if s.has("((") {
		s.arithmetic()
		return
	}
	s.at++
	s.endPipeline(inner)
	s.list(')', inner)
}

// arithmetic skips to where as many parentheses are closed as are opened.
func (s *scanner) arithmetic() {
	for open := 0; s.at < len(s.text); {
		switch s.text[s.at] {
		case '(':
			open++
		case ')':
			open--
		}
		if s.at++; open == 0 {
			return
		}
	}
}

// redirect reads a redirection, a process substitution, or a comparison.
func (s *scanner) redirect() {
	if s.has("<(") || s.has(">(") {
		s.at += 2
		s.list(')', true)
		s.cmd.words = append(s.cmd.words, "<()")
		return
	}
	start := s.at
	for s.at < len(s.text) && strings.IndexByte("&<>|-", s.text[s.at]) >= 0 {
		if s.text[s.at] == '-' && s.text[start:s.at] != "<<" {
			break
		}
		s.at++
	}
	r := &redirect{stream: s.stream(start), op: s.text[start:s.at]}
	for s.has(" ") || s.has("\t") {
		s.at++
	}
	r.target = s.word()
	if len(s.cmd.words) > 0 && s.cmd.words[0] == "[[" {
		return
	}
	s.cmd.redirects = append(s.cmd.redirects, r)
	if strings.TrimSuffix(r.op, "-") == "<<" {
		s.docs = append(s.docs, r)
	}
}

// stream takes the number of a stream, which stands right before the sign at
// start, back out of the words.
func (s *scanner) stream(start int) string {
	n := len(s.cmd.words) - 1
	if n < 0 || start == 0 || !isNumber(s.cmd.words[n]) || !isNumber(s.text[start-1:start]) {
		return ""
	}
	number := s.cmd.words[n]
	s.cmd.words = s.cmd.words[:n]
	return number
}

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// readDocs reads the here-documents that begin at this line.
func (s *scanner) readDocs() {
	docs := s.docs
	s.docs = nil
	for _, doc := range docs {
		start, end := s.at, s.at
		for s.at < len(s.text) {
			end = s.at
			line := s.text[s.at:]
			s.skipTo('\n')
			line = line[:s.at-end]
			s.at = min(s.at+1, len(s.text))
			if doc.op == "<<-" {
				line = strings.TrimLeft(line, "\t")
			}
			if line == doc.target {
				break
			}
			end = s.at
		}
		doc.body = s.text[start:end]
	}
}
