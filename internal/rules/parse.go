package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Error says where a rule file is wrong, and what would be right.
type Error struct {
	File string
	Line int
	What string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What) }

// Parse reads a rule file. The error is an *Error.
func Parse(name, text string) (*File, error) { return parse(name, text, Rooms()) }

// parse reads a file that may have rules of the rooms.
func parse(name, text string, rooms []Room) (*File, error) {
	p := parser{file: &File{Name: name}, rooms: rooms, rest: text}
	for p.next() {
		if err := p.statement(); err != nil {
			return nil, &Error{name, p.at, err.Error()}
		}
	}
	return p.file, nil
}

// parser reads a file by lines.
type parser struct {
	file  *File
	rooms []Room // that it may have rules of
	rest  string
	line  string // the one that was read
	n     int    // its number
	at    int    // the number of the line that the statement is in
}

// next reads a line, and tells whether there was one.
func (p *parser) next() bool {
	if p.rest == "" {
		return false
	}
	p.line, p.rest, _ = strings.Cut(p.rest, "\n")
	p.line = strings.TrimRight(p.line, "\r")
	p.n++
	p.at = p.n
	return true
}

// statement reads what begins in the line.
func (p *parser) statement() error {
	if t := strings.TrimLeft(p.line, " \t"); t == "" || t[0] == '#' {
		return nil
	}
	s := scanner{text: p.line}
	if scan.IsBlank(p.line[0]) {
		return p.continued(s)
	}
	switch word := s.read(); {
	case s.err != nil:
		return s.err
	case word.is("command"):
		return p.command(s)
	case word.is("example"):
		return p.example(s)
	default:
		return p.rule(word, s)
	}
}

// command reads the head of a file that is bound to a command.
func (p *parser) command(s scanner) error {
	name := s.read()
	switch {
	case s.err != nil:
		return s.err
	case name.text == "" || !s.done():
		return fmt.Errorf(`command needs one name, as in command "acme build"`)
	case p.file.Command != "" || len(p.file.Rules)+len(p.file.Examples) > 0:
		return fmt.Errorf("command stands once, at the head of the file")
	}
	p.file.Command = name.text
	return nil
}

// rule reads a rule, whose first word was read.
func (p *parser) rule(word token, s scanner) error {
	room, ok := roomNamed(word.text)
	if !ok || word.quoted {
		return fmt.Errorf("unknown room %.40q: a line begins with one of %s, or with example, command or #", word.text, names(p.rooms))
	}
	if !slices.Contains(p.rooms, room) {
		return fmt.Errorf("the room %s is elide's own: a file of yours may have rules of %s", room, names(p.rooms))
	}
	name := s.read()
	if s.err != nil {
		return s.err
	}
	kind, ok := kindNamed(room, name.text)
	if !ok || name.quoted {
		return fmt.Errorf("unknown kind %.40q of room %s: it has %s", name.text, room, names(Kinds(room)))
	}
	r := Rule{Kind: kind, Line: p.at}
	if tells := slices.Index(tellsNames[1:], s.peek().text) + 1; tells > 0 && !s.peek().quoted {
		if s.read(); room != Test {
			return fmt.Errorf("%s stands in rules of the room %s alone", tellsNames[tells], Test)
		}
		r.Tells = Tells(tells)
	}
	if err := s.conditions(&r); err != nil {
		return err
	}
	p.file.Rules = append(p.file.Rules, r)
	return p.check(&r)
}

// continued reads a line that goes on with the rule before it.
func (p *parser) continued(s scanner) error {
	n := len(p.file.Rules)
	if n == 0 || len(p.file.Examples) > 0 && p.file.Examples[len(p.file.Examples)-1].Line > p.file.Rules[n-1].Line {
		return fmt.Errorf("a line that begins with a blank goes on with a rule, and there is none before it")
	}
	r := &p.file.Rules[n-1]
	if err := s.conditions(r); err != nil {
		return err
	}
	return p.check(r)
}

// check tells what is wrong with a rule as a whole.
func (p *parser) check(r *Rule) error {
	var n [opsEnd]int
	for _, c := range r.Conds {
		if !c.Not {
			n[c.Op]++
		}
		if folded[r.Kind.Room()] || c.Op == OpWord {
			for _, l := range c.Literals {
				if strings.ContainsFunc(l, func(r rune) bool { return 'A' <= r && r <= 'Z' }) {
					return fmt.Errorf("%q is found in either case: write it in lower case", l)
				}
			}
		}
	}
	switch {
	case n[OpStart]+n[OpIs] > 1:
		return fmt.Errorf("a text has one beginning: one start or is, with all that it may be")
	case n[OpEnd]+n[OpLast]+n[OpIs] > 1:
		return fmt.Errorf("a text has one end: one end, last or is, with all that it may be")
	case n[OpRuled] > 1:
		return fmt.Errorf("rule stands once, with all bytes that it may be of")
	}
	return nil
}

// example reads an example up to its end.
func (p *parser) example(s scanner) error {
	sh, title := s.read(), s.read()
	switch {
	case s.err != nil:
		return s.err
	case title.text == "" || !s.done():
		return fmt.Errorf(`example needs a shape and a title, as in example test-log "a run with one failure"`)
	}
	if _, err := shape.Parse(sh.text); err != nil {
		return err
	}
	e := Example{Shape: sh.text, Title: title.text, Line: p.n}
	for p.next() {
		p.at = e.Line
		if p.line == "end" {
			p.file.Examples = append(p.file.Examples, e)
			return nil
		}
		line, err := exampleLine(p.line)
		if err != nil {
			p.at = p.n
			return err
		}
		e.Lines = append(e.Lines, line)
	}
	return fmt.Errorf("the example has no end: a line that is %q closes it", "end")
}

// repeatsMost is how often an example's line may be repeated.
const repeatsMost = 10_000

// exampleLine reads "+ text", "- text", "  text", and "-*40 text".
func exampleLine(line string) (ExampleLine, error) {
	if line == "" {
		return ExampleLine{Mark: ' '}, nil
	}
	e := ExampleLine{Mark: line[0]}
	if e.Mark != '+' && e.Mark != '-' && e.Mark != ' ' {
		return e, fmt.Errorf("an example's line begins with + (must be shown), - (must be hidden) or a blank (either), and its text a blank behind that: %q", line)
	}
	line = line[1:]
	if strings.HasPrefix(line, "*") {
		count, rest, _ := strings.Cut(line[1:], " ")
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 || n > repeatsMost || count != strconv.Itoa(n) {
			return e, fmt.Errorf("%q is no count: %c*40 repeats a line 40 times, and none is repeated more than %d times", count, e.Mark, repeatsMost)
		}
		e.Times, e.Text = n, rest
		return e, nil
	}
	if line != "" && line[0] != ' ' {
		return e, fmt.Errorf("a blank stands between %q and the text: %q", e.Mark, line)
	}
	e.Text = strings.TrimPrefix(line, " ")
	return e, nil
}

// scanner reads the words of a line.
type scanner struct {
	text string
	err  error
}

// token is a word of a line: a bare one, one in quotes, or a bar.
type token struct {
	text   string
	quoted bool
	none   bool // the line's end
}

func (t token) is(word string) bool { return !t.quoted && t.text == word }

func (s *scanner) done() bool { return strings.TrimLeft(s.text, " \t") == "" }

// read takes the next word.
func (s *scanner) read() token {
	n := 0
	for n < len(s.text) && scan.IsBlank(s.text[n]) {
		n++
	}
	if s.text = s.text[n:]; s.text == "" {
		return token{none: true}
	}
	switch s.text[0] {
	case '|':
		s.text = s.text[1:]
		return token{text: "|"}
	case '"':
		quoted, err := strconv.QuotedPrefix(s.text)
		if err != nil {
			s.err = fmt.Errorf("%s is not closed, or has an escape that Go's strings don't have", s.text)
			return token{none: true}
		}
		s.text = s.text[len(quoted):]
		text, err := strconv.Unquote(quoted)
		if err != nil {
			s.err = err
		}
		return token{text: text, quoted: true}
	}
	for n = 0; n < len(s.text) && !scan.IsBlank(s.text[n]) && s.text[n] != '"' && s.text[n] != '|'; n++ {
	}
	t := token{text: s.text[:n]}
	s.text = s.text[n:]
	return t
}

// peek returns the next word and leaves it there.
func (s *scanner) peek() token {
	ahead := *s
	t := ahead.read()
	s.err = ahead.err
	return t
}

// condWords are the bare words that aren't literals.
var condWords = []string{"start", "end", "is", "has", "word", "last", "margin", "rule", "under", "over", "then", "before", "not"}

// literal tells whether the word is one.
func (t token) literal() bool {
	return t.quoted || !t.none && t.text != "|" && !condWord(t.text)
}

// condWord tells whether a bare word is one of condWords, none of which is longer
// than "before" and "margin".
func condWord(word string) bool {
	return len(word) <= len("before") && slices.Contains(condWords, word)
}

// conditions reads the rest of a line into the rule.
func (s *scanner) conditions(r *Rule) error {
	for {
		t := s.read()
		switch {
		case s.err != nil:
			return s.err
		case t.none:
			if len(r.Conds) == 0 {
				return fmt.Errorf("the rule has no condition: %s", strings.Join(condWords, ", "))
			}
			return nil
		case t.is("then"), t.is("before"):
			if err := s.beside(r, t.text); err != nil {
				return err
			}
		case t.quoted || !condWord(t.text):
			if err := s.more(r, t); err != nil {
				return err
			}
		default:
			c, err := s.condition(t)
			if err != nil {
				return err
			}
			r.Conds = append(r.Conds, c)
		}
	}
}

// more takes a literal at the head of a line for one more of the condition that
// the line before ended in.
func (s *scanner) more(r *Rule, t token) error {
	if n := len(r.Conds); n > 0 && r.Conds[n-1].Op.Literal() && len(r.Conds[n-1].Then)+len(r.Conds[n-1].Before) == 0 && (t.quoted || t.text != "|") {
		c := &r.Conds[n-1]
		if err := c.add(t.text); err != nil {
			return err
		}
		return s.literals(c)
	}
	return fmt.Errorf("unknown condition %q: it is one of %s", t.text, strings.Join(condWords, ", "))
}

// condition reads a condition, whose first word was read.
func (s *scanner) condition(t token) (Cond, error) {
	var c Cond
	if t.is("not") {
		c.Not = true
		t = s.read()
	}
	op := slices.Index(opNames[:], t.text)
	if op < 0 || t.quoted || c.Not && Op(op) == OpRuled {
		return c, fmt.Errorf("not stands before one of %s", strings.Join(slices.DeleteFunc(slices.Clone(opNames[:]), func(n string) bool { return n == "rule" }), ", "))
	}
	c.Op = Op(op)
	switch c.Op {
	case OpMargin:
		return c, nil
	case OpUnder, OpOver:
		return c, s.number(&c)
	case OpRuled:
		return c, s.bytes(&c)
	}
	if err := s.literals(&c); err != nil {
		return c, err
	}
	if len(c.Literals) == 0 {
		return c, fmt.Errorf(`%s needs what to look for, as in %s "ok " | "not ok "`, t.text, t.text)
	}
	return c, nil
}

// literals reads the literals of a condition.
func (s *scanner) literals(c *Cond) error {
	for {
		t := s.peek()
		if s.err != nil {
			return s.err
		}
		bar := t.is("|")
		if bar {
			s.read()
			t = s.peek()
		}
		if !t.literal() {
			if bar && !t.none {
				return fmt.Errorf("a literal stands behind the bar; %q is none unless it is in quotes", t.text)
			}
			return s.err
		}
		s.read()
		if err := c.add(t.text); err != nil {
			return err
		}
	}
}

// add takes one more literal.
func (c *Cond) add(literal string) error {
	switch {
	case literal == "" && c.Op != OpIs:
		return fmt.Errorf("an empty literal stands everywhere")
	case slices.Contains(c.Literals, literal):
		return fmt.Errorf("%q stands there twice", literal)
	}
	c.Literals = append(c.Literals, literal)
	return nil
}

// number reads the bytes of under and over.
func (s *scanner) number(c *Cond) error {
	t := s.read()
	n, err := strconv.Atoi(t.text)
	if err != nil || n < 1 || n > 1<<15-1 || t.quoted || t.text != strconv.Itoa(n) {
		return fmt.Errorf("%s needs a number of bytes, as in %s 60", opNames[c.Op], opNames[c.Op])
	}
	c.N = n
	return nil
}

// bytes reads the bytes of rule.
func (s *scanner) bytes(c *Cond) error {
	t := s.read()
	if t.none || !t.literal() || t.text == "" || strings.Trim(t.text, "=-_*#~+") != "" {
		return fmt.Errorf(`rule needs the bytes that it may be of, some of =-_*#~+, as in rule "=-"`)
	}
	c.Literals = []string{t.text}
	return nil
}

// beside reads what stands behind or before the literal of the last condition.
func (s *scanner) beside(r *Rule, word string) error {
	if len(r.Conds) == 0 {
		return fmt.Errorf("%s stands behind the literal that it speaks of", word)
	}
	c := &r.Conds[len(r.Conds)-1]
	into := &c.Then
	if word == "before" {
		into = &c.Before
	}
	switch {
	case c.Op != OpStart && c.Op != OpHas && c.Op != OpWord && word == "then", c.Op != OpEnd && c.Op != OpLast && c.Op != OpHas && c.Op != OpWord && word == "before":
		return fmt.Errorf("nothing stands there: then belongs to start, has and word, before to end, last, has and word")
	case len(*into) > 0:
		return fmt.Errorf("a second %s of one condition", word)
	}
	for {
		step, ok := s.step(word)
		if !ok {
			break
		}
		*into = append(*into, step)
	}
	if s.err == nil && len(*into) == 0 {
		return fmt.Errorf("%s needs what stands there: %s or a literal in quotes", word, strings.Join(classNames[1:], ", "))
	}
	return s.err
}

// step reads a step, if one is next.
func (s *scanner) step(word string) (Step, bool) {
	t := s.peek()
	if t.quoted {
		s.read()
		if t.text == "" {
			s.err = fmt.Errorf("an empty literal stands everywhere")
		}
		return Step{Literal: t.text}, s.err == nil
	}
	class := slices.Index(classNames[:], t.text)
	if t.none || class <= 0 || s.err != nil {
		return Step{}, false
	}
	if Class(class) == Nothing {
		ahead := *s
		ahead.read()
		if ahead.peek().literal() || word == "before" { // the condition of that name
			return Step{}, false
		}
	}
	s.read()
	return Step{Class: Class(class)}, true
}

// names joins the names of a list.
func names[T fmt.Stringer](list []T) string {
	all := make([]string, len(list))
	for i, x := range list {
		all[i] = x.String()
	}
	return strings.Join(all, ", ")
}
