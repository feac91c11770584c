package classify

import (
	"bytes"
	"strings"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/scan"
)

// Who asks for several things at once has a line printed ahead of each: echo "== $f".
// What the command says of such lines, or that they are alike and name files, tells
// them from lines of what was asked for.

// titleMost bounds the titles of a block: a loop over more files asks for a list.
const titleMost = 200

// titles marks the lines that the command had printed between what its parts say, and
// those that two or more files are named by in the same way.
func (c *cutter) titles() {
	said := echoes(c.command)
	ruled := map[string][]int{}
	alone := len(c.b.Bytes()) < sessionLeast || c.steps()
	for i := range c.marks {
		ruledBy := !alone && titleRules[c.seen[i].First]
		if len(said) == 0 && !ruledBy {
			continue
		}
		t := c.b.Text(i)
		if c.marks[i] != line.NoMark || len(t) < 2 || len(t) > 200 || !c.b.StartsLine(i) || !c.b.EndsLine(i) {
			continue
		}
		for k := range said {
			if said[k].is(t) {
				said[k].at = append(said[k].at, i)
			}
		}
		if !ruledBy {
			continue
		}
		if rule := titleRule(t, c.kinds[i]); rule != "" && (rule[0] == '=' || !c.besideRule(i)) {
			ruled[rule] = append(ruled[rule], i)
		}
	}
	for _, e := range said {
		if e.loops || len(e.at) <= e.times {
			c.title(e.at, 1)
		}
	}
	for rule, at := range ruled {
		if rule[0] == '#' && c.page(at) {
			continue
		}
		if !bytes.Equal(c.b.Text(at[0]), c.b.Text(at[len(at)-1])) && !c.alike(at) {
			c.title(at, 2)
		}
	}
}

// page tells whether lines that begin with # are the headings of a page or comments of
// source: blank lines stand around them, or below them what someone wrote.
func (c *cutter) page(at []int) bool {
	apart := 0
	for _, i := range at {
		if i > 0 && c.kinds[i-1] == line.Blank || i+1 < len(c.kinds) && c.kinds[i+1] == line.Blank {
			apart++
		}
	}
	if apart*2 >= len(at) {
		return true
	}
	t := count(c.kinds)
	sentences, source := t.percent(line.Sentence), t.percent(line.Indented, line.Definition, line.Brace, line.Comment)
	return t.n[line.Fence] > 0 || apart > 0 && sentences >= pageSentences || sentences+source >= pageLines
}

// From so many sentences in a hundred lines on, where a blank line stands beside one of
// them, # begins headings; with 8 one of 46 sets of answers is cut no more and loses some,
// with 25 nothing of 549 outputs changes. From so many sentences and lines of source on it
// begins headings or comments anyway: of a session of sanitizers 24 are, of a page nearly all.
const (
	pageSentences = 15
	pageLines     = 40
)

const (
	// fewTitles is how many titles may begin with one word; where more do, they are what a
	// program says of one thing after the other: "=== RUN TestA".
	fewTitles = 4
	// perWord is how many titles each of their first words has then, on average: requests and
	// two logs are parts of a session, "== GET /a", "== GET /b", "== error.log".
	perWord = 3
)

// alike tells whether most of the titles begin as others do.
func (c *cutter) alike(at []int) bool {
	words := map[string]bool{}
	for _, i := range at {
		words[string(firstWord(c.b.Text(i)))] = true
	}
	return len(at) > fewTitles && len(words)*perWord <= len(at)
}

// firstWord returns the word behind a title's rule.
func firstWord(t []byte) []byte {
	t = scan.Trim(bytes.TrimLeft(t, string(t[:1])))
	if blank := bytes.IndexByte(t, ' '); blank > 0 {
		t = t[:blank]
	}
	return t
}

// title marks the units, if they are enough and not too many.
func (c *cutter) title(at []int, least int) {
	if len(at) < least || len(at) > titleMost {
		return
	}
	for _, i := range at {
		c.marks[i] = line.Titled
	}
}

// The rules of titles are short: tools draw theirs as wide as the terminal.
const ruleMost = 6

// titleRules are the bytes that such rules are of.
var titleRules = [256]bool{'=': true, '-': true, '*': true, '~': true, '+': true, '#': true}

// titleRule returns the rule of a line that begins with a byte of one, if it has it and a
// name behind it, or between two of it: "== status", "--- a.txt ---". "": it has none. A name of a file may stand
// behind any rule.
func titleRule(t []byte, k line.Kind) string {
	n := scan.Run(t, t[0])
	if n < 2 || n == len(t) || t[n] != ' ' {
		return ""
	}
	title := bytes.TrimRight(t[n:], string(t[:1]))
	tail := len(t) - n - len(title)
	title = scan.Trim(title)
	switch {
	case len(title) == 0 || tail > 0 && tail < n:
		return ""
	case namesFile(title) && (n > 2 || t[0] == '='):
	case n > ruleMost || tail > n || bytes.IndexByte([]byte("=-#"), t[0]) < 0 && tail == 0 || !namesPart(title, k) || t[0] == '-' && isCall(title):
		return ""
	}
	return string(t[:n]) + string(t[len(t)-tail:])
}

// partWords is how many words a title has at most that names no file.
const partWords = 5

// namesPart tells whether the title may be that of a part of what is asked for.
func namesPart(title []byte, k line.Kind) bool {
	switch k {
	case line.Other, line.Heading, line.Sentence, line.Path, line.Setting, line.DiffHead, line.DiffBody, line.Indented:
	default:
		return false
	}
	if title[0] == '[' { // a part by its name in brackets, and its command
		name, behind, _ := bytes.Cut(title[1:], []byte("] "))
		return len(behind) > 0 && isName(name)
	}
	return (scan.IsLetter(title[0]) || title[0] >= 0x80 || isCall(title)) && bytes.Count(title, []byte{' '}) < partWords
}

// isCall tells whether the title is how something was called: "./part -x", "-O2 part", "$ part".
func isCall(title []byte) bool {
	return len(title) > 2 && bytes.IndexByte([]byte("-./$"), title[0]) >= 0 && (scan.IsLetter(title[1]) || title[1] == '/' || title[0] == '$' && title[1] == ' ')
}

// endingMost is how many letters and digits an ending of a file's name has.
const endingMost = 5

// isName tells whether the text is a name: letters and digits, parted by - and _.
func isName(text []byte) bool {
	for _, c := range text {
		if !scan.IsWordByte(c) && c != '-' {
			return false
		}
	}
	return len(text) > 0
}

// namesFile tells whether the title is a path, or a name with an ending, or one that is
// hidden by its dot. A test's name may have dots too: its last part is longer.
func namesFile(title []byte) bool {
	if bytes.IndexByte(title, ' ') >= 0 || !line.IsPath(title) {
		return false
	}
	dot := bytes.LastIndexByte(title, '.')
	return bytes.IndexByte(title, '/') > 0 || dot >= 0 && (title[0] == '.' || len(title)-dot-1 <= endingMost && !bytes.ContainsAny(title[dot+1:], "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
}

// besideRule tells whether the unit is one of the two heads of a file that differs.
func (c *cutter) besideRule(i int) bool {
	for _, k := range [...]int{i - 1, i + 1} {
		if k >= 0 && k < c.b.Len() && scan.HasAnyPrefix(c.b.Text(k), "+++ ", "--- ", "*** ") {
			return true
		}
	}
	return false
}

// echo is a line that a command prints by itself.
type echo struct {
	parts []string // what stands in it, in order; anything stands between two
	times int      // how often the command says it
	loops bool     // it says it in a loop
	at    []int    // the units that are it
}

// is tells whether the text is the line.
func (e *echo) is(text []byte) bool {
	first, last := e.parts[0], e.parts[len(e.parts)-1]
	if len(e.parts) == 1 {
		return string(text) == first
	}
	if !scan.HasPrefix(text, first) || !scan.HasSuffix(text[len(first):], last) {
		return false
	}
	rest := text[len(first) : len(text)-len(last)]
	for _, part := range e.parts[1 : len(e.parts)-1] {
		i := bytes.Index(rest, []byte(part))
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return true
}

// echoLeast is how many bytes of a line must be known ahead.
const echoLeast = 2

// echoes returns the lines that the command prints by echo and printf.
func echoes(command string) []echo {
	if !strings.Contains(command, "echo") && !strings.Contains(command, "printf") {
		return nil
	}
	var said []echo
	loops := false
	s := shellScanner{text: command}
	for len(said) < titleMost && s.command() {
		words := s.words()
		if len(words) == 0 {
			continue
		}
		switch words[0][0] {
		case "for", "while", "until":
			loops = true
			continue
		case "done":
			loops = false
		}
		for len(words) > 0 && len(words[0]) == 1 && (words[0][0] == "do" || words[0][0] == "then" || words[0][0] == "else" || words[0][0] == "{") {
			words = words[1:]
		}
		if len(words) < 2 || len(words[0]) != 1 {
			continue
		}
		switch words[0][0] {
		case "echo":
			said = addEchoes(said, join(words[1:]), loops)
		case "printf":
			said = addEchoes(said, words[1], loops)
		}
	}
	return said
}

// join returns the words with a blank between, without the flags of echo.
func join(words [][]string) (joined []string) {
	for len(words) > 0 && len(words[0]) == 1 && (words[0][0] == "-e" || words[0][0] == "-n" || words[0][0] == "-E") {
		words = words[1:]
	}
	for i, w := range words {
		if i == 0 {
			joined = append(joined, w...)
			continue
		}
		joined[len(joined)-1] += " " + w[0]
		joined = append(joined, w[1:]...)
	}
	return joined
}

// addEchoes adds each line of the text that is known far enough.
func addEchoes(said []echo, text []string, loops bool) []echo {
	line := []string{""}
	add := func() {
		known := 0
		for _, part := range line {
			known += len(strings.TrimSpace(part))
		}
		if known >= echoLeast {
			said = addEcho(said, echo{parts: line, times: 1, loops: loops})
		}
		line = []string{""}
	}
	for i, part := range text {
		if i > 0 {
			line = append(line, "")
		}
		lines := strings.Split(strings.ReplaceAll(part, `\n`, "\n"), "\n")
		for k, l := range lines {
			if k > 0 {
				add()
			}
			for at, piece := range strings.Split(l, "%s") {
				if at > 0 {
					line = append(line, "")
				}
				line[len(line)-1] += piece
			}
		}
	}
	add()
	return said
}

func addEcho(said []echo, e echo) []echo {
	for i := range said {
		if strings.Join(said[i].parts, "\x00") == strings.Join(e.parts, "\x00") {
			said[i].times++
			said[i].loops = said[i].loops || e.loops
			return said
		}
	}
	return append(said, e)
}
