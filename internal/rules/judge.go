package rules

import "elide.example/elide/internal/scan"

// judge tells whether what the rule asks beside the literal that found it holds,
// and completes what it is chosen by.
func (x *index) judge(text []byte, ruled byte, f *found) bool {
	r := &x.rules[f.rule]
	if r.simple {
		return true
	}
	if !x.stands(text, f.from, f.to, r.before, r.then) {
		return false
	}
	placed := f.start == 0 && f.end == 0 // by a has or a word, or by nothing
	for i := r.conds[0]; i < r.conds[1]; i++ {
		c := &x.conds[i]
		from, to, ok := x.ask(text, ruled, c)
		switch {
		case ok == c.not:
			return false
		case c.not:
		case c.op == OpEnd, c.op == OpLast:
			f.end = to - from
		case (c.op == OpHas || c.op == OpWord) && !placed:
			f.place, placed = from, true
		}
	}
	return true
}

// ask tells whether the condition holds, before it is denied, and where.
func (x *index) ask(text []byte, ruled byte, c *cond) (from, to int, ok bool) {
	switch c.op {
	case OpMargin:
		return 0, 0, len(text) > 0 && !scan.IsBlank(text[0])
	case OpUnder:
		return 0, 0, len(text) < int(c.n)
	case OpOver:
		return 0, 0, len(text) > int(c.n)
	case OpRuled:
		return 0, 0, holds(x.literal(c.literals[0]), ruled)
	}
	for i := c.literals[0]; i < c.literals[1]; i++ {
		f, t, yes := x.askLiteral(text, c, x.literal(i))
		if yes && (!ok || f < from) { // the longest end, the leftmost place
			from, to, ok = f, t, true
		}
	}
	return from, to, ok
}

// askLiteral asks one of the condition's literals.
func (x *index) askLiteral(text []byte, c *cond, l string) (from, to int, ok bool) {
	if c.op == OpLast {
		text = scan.WithoutTail(text)
	}
	n := len(text) - len(l)
	if n < 0 {
		return 0, 0, false
	}
	fold := x.as()
	switch c.op {
	case OpIs:
		return 0, len(l), n == 0 && begins(text, l, fold)
	case OpStart:
		return 0, len(l), begins(text, l, fold) && x.stands(text, 0, len(l), c.before, c.then)
	case OpEnd, OpLast:
		return n, len(text), begins(text[n:], l, fold) && x.stands(text, n, len(text), c.before, c.then)
	case OpWord:
		fold = &lower
	}
	for i := 0; i <= n; i++ {
		if fold[text[i]] == l[0] && begins(text[i:], l, fold) && (c.op == OpHas || bounded(text, i, i+len(l))) && x.stands(text, i, i+len(l), c.before, c.then) {
			return i, i + len(l), true
		}
	}
	return 0, 0, false
}

func (x *index) literal(i uint16) string {
	s := x.spans[i]
	return x.text[s.at:][:s.n]
}

// stands tells whether the steps stand before and behind text[from:to].
func (x *index) stands(text []byte, from, to int, before, then [2]uint16) bool {
	fold := x.as()
	for i := then[0]; i < then[1]; i++ {
		s := &x.steps[i]
		n := s.class.ahead(text[to:], x.text[s.literal.at:][:s.literal.n], fold)
		if n < 0 {
			return false
		}
		to += n
	}
	for i := before[1]; i > before[0]; i-- {
		s := &x.steps[i-1]
		n := s.class.behind(text[:from], x.text[s.literal.at:][:s.literal.n], fold)
		if n < 0 {
			return false
		}
		from -= n
	}
	return true
}

// ahead returns how many bytes of the class text begins with, -1 if it doesn't.
func (c Class) ahead(text []byte, literal string, fold *as) int {
	n := 0
	switch c {
	case Exactly:
		if !begins(text, literal, fold) {
			return -1
		}
		return len(literal)
	case Nothing:
		if len(text) > 0 {
			return -1
		}
		return 0
	case Blanks, Digits:
		for n < len(text) && c.has(text[n]) {
			n++
		}
	case Number:
		for n < len(text) && (scan.IsDigit(text[n]) || n > 0 && (text[n] == '.' || text[n] == ',') && n+1 < len(text) && scan.IsDigit(text[n+1])) {
			n++
		}
	default:
		if len(text) > 0 && c.has(text[0]) {
			n = 1
		}
	}
	if n == 0 && c != Blanks {
		return -1
	}
	return n
}

// behind is ahead from the end of the text.
func (c Class) behind(text []byte, literal string, fold *as) int {
	last := len(text) - 1
	n := 0
	switch c {
	case Exactly:
		if !ends(text, literal, fold) {
			return -1
		}
		return len(literal)
	case Blanks, Digits:
		for n <= last && c.has(text[last-n]) {
			n++
		}
	case Number:
		for n <= last && (scan.IsDigit(text[last-n]) || n > 0 && (text[last-n] == '.' || text[last-n] == ',') && n < last && scan.IsDigit(text[last-n-1])) {
			n++
		}
	default:
		if last >= 0 && c.has(text[last]) {
			n = 1
		}
	}
	if n == 0 && c != Blanks {
		return -1
	}
	return n
}

// has tells whether a byte is of the class.
func (c Class) has(b byte) bool {
	switch c {
	case Digit, Digits:
		return scan.IsDigit(b)
	case Blank, Blanks:
		return b == ' ' || b == '\t'
	case Letter:
		return scan.IsLetter(b)
	case Upper:
		return 'A' <= b && b <= 'Z'
	case Lower:
		return 'a' <= b && b <= 'z'
	}
	return false
}
