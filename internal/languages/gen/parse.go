package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	lang "elide.example/elide/internal/languages"
)

// language is a file as it is written.
type language struct {
	name, family, like string
	names, ties        []string
	lexes              []string
	words              map[string][]string // by their role
	signs, votes, says []sign
	texts              []text
}

type sign struct {
	weight int
	conds  []cond
}

type cond struct {
	op, then string
	not      bool
	fold     bool
	n        int
	literals []string
}

type text struct {
	margin bool
	opens  []string
	closes string
}

// parseAll reads the languages of a folder, in the order of their names.
func parseAll(from fs.FS) ([]*language, error) {
	names, err := fs.Glob(from, "known/*.lang")
	if err != nil {
		return nil, err
	}
	var all []*language
	for _, name := range names {
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		l := &language{name: strings.TrimSuffix(path.Base(name), ".lang"), words: map[string][]string{}}
		if err := l.parse(string(data)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, l)
	}
	return all, nil
}

// token is a word of a line, bare or in quotes.
type token struct {
	text   string
	quoted bool
}

// tokens cuts a line into words, up to a comment: a # that a blank stands before, and
// one behind.
func tokens(line string) ([]token, error) {
	var all []token
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || strings.HasPrefix(line, "# ") {
			return all, nil
		}
		if line[0] != '"' {
			word, rest, _ := strings.Cut(line, " ")
			all, line = append(all, token{word, false}), rest
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return nil, fmt.Errorf("a literal is not closed: %s", line)
		}
		word, _ := strconv.Unquote(quoted)
		all, line = append(all, token{word, true}), line[len(quoted):]
	}
}

func (l *language) parse(data string) error {
	var open []token
	for n, line := range append(strings.Split(data, "\n"), "end") {
		words, err := tokens(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
		if len(words) == 0 {
			continue
		}
		if line[0] == ' ' {
			open = append(open, words...)
			continue
		}
		if len(open) > 0 {
			if err := l.statement(open[0].text, open[1:]); err != nil {
				return fmt.Errorf("before line %d: %w", n+1, err)
			}
		}
		open = words
	}
	if l.family == "" {
		return fmt.Errorf("it says no family")
	}
	return nil
}

// statement takes what one line, and those that go on with it, says.
func (l *language) statement(what string, words []token) (err error) {
	var list []string
	for _, w := range words {
		list = append(list, w.text)
	}
	switch what {
	case "family":
		l.family = list[0]
	case "like":
		l.like = list[0]
	case "names":
		l.names = list
	case "ties":
		l.ties = list
	case "lexes":
		l.lexes = list
	case "sign":
		l.signs, err = appendSign(l.signs, 0, words)
	case "declare":
		l.says, err = appendSign(l.says, 0, words)
	case "vote":
		weight, bad := strconv.Atoi(list[0])
		if bad != nil {
			return fmt.Errorf("vote needs a number: %q", list[0])
		}
		l.votes, err = appendSign(l.votes, weight, words[1:])
	case "text":
		var t text
		if t.margin = words[0].text == "margin" && !words[0].quoted; t.margin {
			list = list[1:]
		}
		if n := slices.Index(list, "until"); n >= 0 {
			t.closes, list = list[n+1], list[:n]
		}
		t.opens = list
		l.texts = append(l.texts, t)
	default:
		if !slices.Contains(lang.RoleNames[:], what) {
			return fmt.Errorf("unknown word %q", what)
		}
		l.words[what] = append(l.words[what], list...)
	}
	return err
}

// appendSign reads the conditions of a sign.
func appendSign(list []sign, weight int, words []token) ([]sign, error) {
	s := sign{weight: weight}
	fold := false
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case !w.quoted && w.text == "fold":
			fold = true
			continue
		case !w.quoted && w.text == "then":
			i++
			s.conds[len(s.conds)-1].then = words[i].text
			continue
		}
		c := cond{fold: fold}
		if c.not = words[i].text == "not" && !words[i].quoted; c.not {
			i++
		}
		if c.op = words[i].text; words[i].quoted || !slices.Contains(lang.OpNames[:], c.op) {
			return nil, fmt.Errorf("unknown condition %q", c.op)
		}
		var err error
		if i, err = c.operands(words, i); err != nil {
			return nil, err
		}
		s.conds = append(s.conds, c)
	}
	if len(s.conds) == 0 {
		return nil, fmt.Errorf("it has no condition")
	}
	return append(list, s), nil
}

// operands reads what stands behind the condition at words[i], and returns the index
// of its last word.
func (c *cond) operands(words []token, i int) (int, error) {
	switch c.op {
	case "margin":
		return i, nil
	case "begins":
		c.then = words[i+1].text
		return i + 1, nil
	case "words", "over":
		n, err := strconv.Atoi(words[i+1].text)
		c.n = n
		return i + 1, err
	case "test":
		if c.n = slices.Index(lang.TestNames[:], words[i+1].text); c.n < 0 {
			return i, fmt.Errorf("unknown test %q", words[i+1].text)
		}
		return i + 1, nil
	}
	for i+1 < len(words) && (words[i+1].quoted || !bare(words[i+1].text)) {
		i++
		c.literals = append(c.literals, words[i].text)
	}
	if len(c.literals) == 0 {
		return i, fmt.Errorf("%s needs what to look for", c.op)
	}
	return i, nil
}

// bare tells whether a word without quotes is none of the literals. Before "then" and
// "end", which are words of languages too, it is one where a literal is asked for:
// such words are quoted there.
func bare(word string) bool {
	return word == "not" || word == "then" || word == "fold" || slices.Contains(lang.OpNames[:], word)
}
