package scan

// Rule returns the byte of which text is a rule: "=====", "-----",
// "_____", "*****", five or more of one kind, blanks around it allowed.
// For a rule of U+2500 and its like ("─────", "━━━━━") it returns '-'.
// 0: text is no rule.
func Rule(text []byte) byte {
	text = Trim(text)
	if len(text) < 5 {
		return 0
	}
	c := text[0]
	if c == 0xe2 {
		return BoxRule(text)
	}
	if !IsRuleByte(c) {
		return 0
	}
	for _, d := range text {
		if d != c {
			return 0
		}
	}
	return c
}

// TitledRule returns the title of a line such as "==== FAILURES ====" or
// "_____ test_name _____" and the byte of its rule. Both sides must have a
// rule of the same byte, three or more of it; pytest gives a long title only
// one or two. nil: text is nothing of the kind.
func TitledRule(text []byte) (title []byte, rule byte) {
	text = Trim(text)
	if len(text) < 5 || !IsRuleByte(text[0]) {
		return nil, 0
	}
	rule = text[0]
	left := Run(text, rule)
	right := len(text)
	for right > left && text[right-1] == rule {
		right--
	}
	title = Trim(text[left:right])
	if len(title) == 0 || left == right || text[left] != ' ' || right == len(text) || left+len(text)-right < 2 {
		return nil, 0
	}
	return title, rule
}

// IsRuleByte tells whether rules are drawn with c.
func IsRuleByte(c byte) bool {
	return c == '=' || c == '-' || c == '_' || c == '*' || c == '#' || c == '~' || c == '+'
}

// BoxRule returns '-' if text is a run of box-drawing dashes (U+2500 to
// U+257F, or U+23AF, or U+2014 and U+2015), all of them three bytes
// long, or 0.
func BoxRule(text []byte) byte {
	for len(text) > 0 {
		if len(text) < 3 || text[0] != 0xe2 || text[1] != 0x94 && text[1] != 0x95 && text[1] != 0x8e && (text[1] != 0x80 || text[2]|3 != 0x97) {
			return 0
		}
		text = text[3:]
	}
	return '-'
}

// LineNumber returns the length of a line number that a viewer put before the text
// ("    12\t", "  12→", "12 | "), 0 if there is none.
func LineNumber(text []byte) int {
	i := 0
	for i < len(text) && text[i] == ' ' {
		i++
	}
	n := Digits(text[i:])
	if n == 0 || n > 7 {
		return 0
	}
	rest := text[i+n:]
	for _, sep := range [...]string{"\t", "→", " │ ", " | "} {
		if HasPrefix(rest, sep) {
			return i + n + len(sep)
		}
	}
	return 0
}
