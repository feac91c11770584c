package build

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// lintCodeLength returns the length of the code that text starts with, one to
// six capitals and three to five digits, 0 if there is none.
func lintCodeLength(text []byte) int {
	n := 0
	for n < len(text) && n < 7 && 'A' <= text[n] && text[n] <= 'Z' {
		n++
	}
	m := scan.Digits(text[n:])
	if n == 0 || n > 6 || m < 3 || m > 5 {
		return 0
	}
	return n + m
}

// wordless tells whether a message has no words of its own but codes in
// brackets, as GHC's have: they stand below it. So they do below "ERROR in
// src/a.scss" and "ERROR in src/a.ts:3:5", the place taken away.
func wordless(message []byte) bool {
	message = bytes.TrimLeft(message, " :-")
	for scan.HasPrefix(message, "[") {
		end := bytes.IndexByte(message, ']')
		if end < 0 {
			return false
		}
		message = bytes.TrimLeft(message[end+1:], " ")
	}
	if !scan.HasPrefix(message, "in ") {
		return len(message) == 0
	}
	file, behind, _ := bytes.Cut(message[len("in "):], []byte{' '})
	return len(file) == 0 || scan.IsSourcePath(file) && (len(behind) == 0 || behind[0] == '(')
}

// openingCop tells whether a message starts with the path of a rule, perhaps
// behind a note in brackets: "[Correctable] Layout/LineLength: …".
func openingCop(message []byte) bool {
	message = scan.Trim(message)
	if scan.HasPrefix(message, "[") {
		_, message, _ = bytes.Cut(message, []byte("] "))
	}
	i := scan.Index(message, ": ")
	return i > 0 && rulePath(message[:i])
}

// readWholeFile reads a head that names a file, but no line of it, and a rule,
// with what it says below it: "src/a.ts format ━━━━━━━━━━".
func (b *buildLine) readWholeFile(bare []byte) bool {
	if b.indent > 0 || !scan.HasSuffix(bare, "━━━") {
		return false
	}
	file, rule, _ := bytes.Cut(bytes.TrimRight(bare, " ━"), []byte{' '})
	if !scan.IsSourcePath(file) || !ruleName(rule) {
		return false
	}
	b.placed = true
	b.file, b.exact = scan.Hash(file), scan.Hash(bare)
	b.finish(rule, sevLint)
	b.code, b.wordless = scan.Hash(rule), true
	return true
}

// openingCode returns the hash of a code such as TS2344, E501, DL3008 or
// W0611 that text starts with.
func openingCode(text []byte) uint64 {
	n := 0
	for n < len(text) && n < 8 && scan.IsLetter(text[n]) {
		n++
	}
	m := scan.Digits(text[n:])
	if n == 0 || m < 2 || n+m < len(text) && scan.IsWordByte(text[n+m]) {
		return 0
	}
	return scan.Hash(text[:n+m])
}

// codeIn returns the hash of the rule that a message ends with, [-Wshadow],
// (no-member), or, behind two blanks, max-len; or of the code it starts with.
func codeIn(message []byte) uint64 {
	message = scan.Trim(bytes.TrimLeft(message, ": "))
	if code := openingCode(message); code != 0 {
		return code
	}
	message = bytes.TrimPrefix(message, []byte("[Correctable] "))
	if i := scan.Index(message, ": "); i > 0 && rulePath(message[:i]) {
		return scan.Hash(message[:i]) // Layout/LineLength: …, eslint(no-undef): …
	}
	n := len(message)
	if n < 4 {
		return 0
	}
	if rule := bracketedEnd(message); len(rule) > 0 {
		if len(rule) == 3 && scan.IsDigit(rule[1]) { // cpplint's confidence
			rule = bracketedEnd(scan.Trim(message[:n-3]))
		}
		if len(rule) > 2 && ruleNames(rule) {
			return scan.Hash(rule)
		}
		return 0
	}
	if gap := bytes.LastIndex(message, []byte("  ")); gap > 0 && ruleName(message[gap+2:]) {
		return scan.Hash(message[gap+2:])
	}
	return 0
}

// rulePath tells whether a name is that of a rule with its department or its
// plugin.
func rulePath(name []byte) bool {
	if open := bytes.IndexByte(name, '('); open > 0 && scan.HasSuffix(name, ")") {
		return ruleName(name[:open]) && ruleName(name[open+1:len(name)-1])
	}
	return bytes.IndexByte(name, '/') > 0 && ruleName(name)
}

// bracketedEnd returns what text ends with in brackets or parentheses, with
// them, as "[-Wshadow]" or "(no-member)"; empty if it ends with neither.
func bracketedEnd(text []byte) []byte {
	n := len(text)
	if n == 0 || text[n-1] != ']' && text[n-1] != ')' {
		return nil
	}
	open := bytes.LastIndexAny(text, "[(")
	if open < 0 {
		return nil
	}
	return text[open:]
}

// ruleNames tells whether what stands in the brackets or parentheses of list
// is the name of a rule, or in brackets names, with commas between them.
func ruleNames(list []byte) bool {
	square := list[0] == '['
	list = list[1 : len(list)-1]
	for square {
		comma := bytes.IndexByte(list, ',')
		if comma < 0 {
			break
		}
		if !ruleName(list[:comma]) {
			return false
		}
		list = list[comma+1:]
	}
	return ruleName(list)
}

// ruleName tells whether a text can be the name of a rule.
func ruleName(rule []byte) bool {
	if len(rule) < 2 || len(rule) > 60 {
		return false
	}
	letter := false
	for _, c := range rule {
		if !scan.IsWordByte(c) && c != '-' && c != '/' && c != '@' && c != ':' && c != '.' && c != '=' {
			return false
		}
		letter = letter || scan.IsLetter(c)
	}
	return letter
}

// ruleAtEnd returns the hash of the rule that the last line of a wrapped
// message ends with: "context  [no-untyped-call]", "… (reportCallIssue)".
func ruleAtEnd(text []byte) uint64 {
	text = scan.Trim(text)
	rule := bracketedEnd(text)
	if rest := text[:len(text)-len(rule)]; len(rule) < 4 || len(rest) > 0 && !scan.HasSuffix(rest, " ") || !ruleNames(rule) {
		return 0
	}
	return scan.Hash(rule)
}

// openingRule returns the name of a rule that text starts with, as in
// "unused-import: …", "E305 …"; empty if there is none.
func openingRule(text []byte) []byte {
	rule := text[:max(0, bytes.IndexAny(text, ": "))]
	if !ruleName(rule) {
		return nil
	}
	return rule
}

// lintMessage returns the hash of a message. Numbers are masked, and padding;
// names are not, since each is a finding of its own. bare is the hash with
// what stands in quotes masked too.
func lintMessage(message []byte) (h, bare uint64) {
	h, bare = scan.Seed, scan.Seed
	var quote byte
	for i := 0; i < len(message); i++ {
		c := message[i]
		switch {
		case c == ' ' && i > 0 && message[i-1] == ' ':
			continue // columns are padded
		case scan.IsDigit(c) && (i == 0 || !scan.IsWordByte(message[i-1])):
			i += scan.Digits(message[i:]) - 1
			c = scan.Masked
		}
		h = (h ^ uint64(c)) * scan.Prime
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case c == '`' || c == '"' || c == '\'' && i > 0 && !scan.IsWordByte(message[i-1]):
			quote = c
		case scan.HasPrefix(message[i:], "‘"):
			quote = "’"[2]
		}
		bare = (bare ^ uint64(c)) * scan.Prime
	}
	return h ^ h>>29, bare ^ bare>>29
}

// looksLikeName tells whether a word is a symbol, a path or a number and no
// word of a sentence.
func looksLikeName(word []byte) bool {
	word = bytes.TrimRight(word, ".,:;")
	for i, c := range word {
		switch {
		case i > 0 && 'A' <= c && c <= 'Z', scan.IsDigit(c), bytes.IndexByte([]byte("_:./[]<>=&*"), c) >= 0, c == '(' && i > 0:
			return true
		}
	}
	return false
}
