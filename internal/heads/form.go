package heads

import (
	"bytes"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
)

// form is what a line looks like, from what stands over much to what stands over
// little.
type form uint8

const (
	titled form = iota // ==== FAILURES ====
	ruled              // ---- test_name ----, ==> file <==, TASK [name] *****, check json.....Failed, STEP 2/9: RUN make
	named              // src/a.py, src/a.py:, FILE: src/a.py, ************* Module a
	plain
	forms
	blank form = forms + iota
	rest       // a later segment of a long line
)

// mostHead is the length up to which a line is taken for a head by its form.
const mostHead = 200

// read reads a line. A record of a log stands for itself, whatever it looks like.
func read(text []byte, log bool) lineOf {
	record, opens := log && scan.Stamped(text), opens(scan.Trim(text))
	text = text[margin(text):]
	width, n := scan.Indentation(text)
	drawn, end, tip := scan.Tree(text)
	if tip {
		width, n = drawn, end
	}
	if text = scan.Trim(text[n:]); empty(text) {
		return lineOf{form: blank}
	}
	l := lineOf{indent: uint16(min(width, 1<<12)), form: plain, colon: text[len(text)-1] == ':', opens: opens}
	l.node = tip && !bytes.Contains(text, []byte(": "))
	if len(text) <= mostHead && !record {
		l.form = formOf(text)
	}
	return l
}

// namesFile tells whether a line names a file itself, so that it needs no head to.
func namesFile(text []byte) bool {
	text = text[margin(text):]
	_, n := scan.Indentation(text)
	text = scan.Trim(text[n:])
	if _, ok := scan.FindLead(text); ok {
		return true
	}
	word, _, _ := bytes.Cut(text, []byte{' '})
	return bytes.HasSuffix(word, []byte{':'}) && line.IsFile(word[:len(word)-1])
}

// empty tells whether a line names nothing: there is no letter in it, of any script.
func empty(text []byte) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == 0xe2: // signs, arrows and rules
			i += 2
		case scan.IsLetter(c), c >= 0x80:
			return false
		}
	}
	return true
}

// margin returns the length of what a runner puts before each line.
func margin(text []byte) int {
	_, n := line.PrefixOf(text)
	return n + len(text[n:]) - len(trace.Untagged(text[n:]))
}

func formOf(text []byte) form {
	if scan.IsRuleByte(text[0]) {
		if line.RuledPath(text) != nil {
			return named
		}
		if _, rule := scan.TitledRule(text); rule == '=' {
			return titled
		} else if rule != 0 || line.FileHead(text) {
			return ruled
		}
	}
	if stars(text) || led(text) || counted(text) {
		return ruled
	}
	if fileHead(text) {
		return named
	}
	return plain
}

// stars tells whether a title ends in a rule, or begins with one:
// "TASK [name] ****", "************* Module a".
func stars(text []byte) bool {
	c := text[len(text)-1]
	if scan.IsRuleByte(c) && len(text) > 12 && bytes.Count(text[len(text)-6:], []byte{c}) == 6 {
		return true
	}
	return scan.IsRuleByte(text[0]) && len(text) > 12 && bytes.Count(text[:6], []byte{text[0]}) == 6
}

// led tells whether dots lead from a step to a word for how it went.
func led(text []byte) bool {
	const leaders, word = "......", 16
	at := bytes.LastIndex(text, []byte(leaders))
	if at <= 0 {
		return false
	}
	state := scan.Trim(text[at+len(leaders):])
	return 0 < len(state) && len(state) <= word && scan.IsWord(state)
}

// counted tells whether the line heads one step of so many: "STEP 8/10: RUN make", "[2/2] Step 3/4 : x".
func counted(text []byte) bool {
	if end := bytes.Index(text, []byte("] ")); text[0] == '[' && end > 0 {
		text = text[end+len("] "):]
	}
	n := 0
	for n < len(text) && scan.IsLetter(text[n]) {
		n++
	}
	if n == 0 || n == len(text) || text[n] != ' ' {
		return false
	}
	text = text[n+1:]
	step := scan.Digits(text)
	if step == 0 || step == len(text) || text[step] != '/' {
		return false
	}
	text = text[step+1:]
	all := scan.Digits(text)
	text = bytes.TrimPrefix(text[all:], []byte{' '})
	return all > 0 && len(text) > 1 && text[0] == ':' && text[1] == ' '
}

// fileHead tells whether the line is a file's name and nothing else, but for a word
// that says so before it and a colon behind.
func fileHead(text []byte) bool {
	text = bytes.TrimSuffix(text, []byte(":"))
	if blank := bytes.IndexByte(text, ' '); blank > 0 {
		if text[blank-1] != ':' || !scan.IsWord(text[:blank-1]) {
			return false
		}
		text = scan.Trim(text[blank+1:])
	}
	if len(text) < 3 || !scan.IsLetter(text[0]) && text[0] != '/' && text[0] != '.' && text[0] != '_' && text[0] != '@' {
		return false
	}
	return line.IsFile(text) && !bytes.Contains(text, []byte("://"))
}

// announces tells whether the line is a sentence that ends in a colon, perhaps
// within a rule: "==== expected this output: ====".
func announces(text []byte) bool {
	end := scan.Trim(text)
	if len(end) == 0 || end[len(end)-1] != ':' && !scan.IsRuleByte(end[len(end)-1]) || scan.Stamped(text) {
		return false // what follows is another record
	}
	text = text[margin(text):]
	if title, rule := scan.TitledRule(text); rule != 0 {
		text = title
	}
	text = scan.Trim(text)
	return len(text) > 8 && len(text) <= mostHead && text[len(text)-1] == ':' && bytes.IndexByte(text, ' ') > 0 && !fileHead(text)
}
