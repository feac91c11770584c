package rules

import (
	"regexp"
	"slices"
	"strings"
)

// reference answers as Find is said to, rule by rule, and with no table.
type reference struct {
	list []Rule
	fold bool
}

// rank is a rule that holds and by what it is chosen.
type rank struct {
	order                     int
	start, weight, end, place int
	hit                       Hit
}

func (r reference) find(text string, at int) (Hit, bool) {
	var held []rank
	for i, rule := range r.list {
		held = append(held, r.holds(i, rule, text, at)...)
	}
	if len(held) == 0 {
		return Hit{}, false
	}
	best := slices.MinFunc(held, func(a, b rank) int {
		return slices.Compare([]int{-a.start, -a.weight, -a.end, a.place, a.order}, []int{-b.start, -b.weight, -b.end, b.place, b.order})
	})
	return best.hit, true
}

// holds returns the rule's ranks, one for each way in which its first literal is
// found.
func (r reference) holds(order int, rule Rule, text string, at int) []rank {
	off := 0
	if c := rule.ruled(); c != nil {
		b, title, place := ruleOf([]byte(text)) // has a test of its own
		if b == 0 || !strings.Contains(c.Literals[0], string(b)) || at > place+len(title) {
			return nil
		}
		text, off, at = string(title), place, max(at-place, 0)
	}
	out := rank{order: order, weight: rule.weight(), place: -1, hit: Hit{Kind: rule.Kind, Tells: rule.Tells}}
	var starts, ends, floats [][2]int
	for _, c := range rule.Conds {
		where := r.where(c, text)
		if (len(where) > 0) == c.Not && c.Op != OpRuled {
			return nil
		}
		if c.Not {
			continue
		}
		switch c.Op {
		case OpStart:
			starts = where
		case OpEnd, OpLast:
			ends = where
		case OpIs:
			starts, ends = where, where
		case OpHas, OpWord:
			if floats == nil {
				floats = where
			}
		}
	}
	return r.ranks(out, starts, ends, floats, at, off)
}

// ranks completes the rank of a rule that holds.
func (r reference) ranks(out rank, starts, ends, floats [][2]int, at, off int) []rank {
	finds := starts
	if starts == nil {
		finds = ends
	}
	if finds == nil && floats != nil {
		floats = slices.DeleteFunc(slices.Clone(floats), func(p [2]int) bool { return p[0] < at })
		if len(floats) == 0 {
			return nil
		}
		finds = floats
	} else if at > 0 {
		return nil
	}
	if finds == nil {
		finds = [][2]int{{0, 0}}
	}
	out.place = 0
	if floats != nil {
		out.place = floats[0][0]
	}
	if starts != nil {
		out.start = slices.MaxFunc(starts, func(a, b [2]int) int { return a[1] - b[1] })[1]
	}
	if ends != nil {
		out.end = 0
		for _, p := range ends {
			out.end = max(out.end, p[1]-p[0])
		}
	}
	first := finds[0]
	switch {
	case starts != nil:
		first = [2]int{0, out.start}
	case ends != nil:
		first = [2]int{ends[0][1] - out.end, ends[0][1]}
	}
	out.hit.From, out.hit.To = first[0]+off, first[1]+off
	return []rank{out}
}

// where returns the places at which the condition, undenied, holds, leftmost first, the longest of one place;
// of one without literals a place of no bytes.
func (r reference) where(c Cond, text string) [][2]int {
	yes := false
	switch c.Op {
	case OpMargin:
		yes = text != "" && !strings.Contains(" \t\r", text[:1])
	case OpUnder:
		yes = len(text) < c.N
	case OpOver:
		yes = len(text) > c.N
	case OpRuled:
		yes = true
	default:
		return r.places(c, text)
	}
	if yes {
		return [][2]int{{0, 0}}
	}
	return nil
}

func (r reference) places(c Cond, text string) [][2]int {
	fold := func(s string) string { return s }
	if r.fold || c.Op == OpWord {
		fold = asciiLower
	}
	if c.Op == OpLast {
		text = withoutTail(text)
	}
	var all [][2]int
	for from := 0; from <= len(text); from++ {
		for _, l := range c.Literals {
			to := from + len(l)
			if to > len(text) || fold(text[from:to]) != l || !r.beside(c, text, from, to) {
				continue
			}
			switch {
			case c.Op == OpStart && from > 0, (c.Op == OpEnd || c.Op == OpLast) && to < len(text), c.Op == OpIs && (from > 0 || to < len(text)):
				continue
			case c.Op == OpWord && (inWord(text, from) || inWord(text, to)):
				continue
			}
			all = append(all, [2]int{from, to})
		}
	}
	slices.SortStableFunc(all, func(a, b [2]int) int { return slices.Compare([]int{a[0], -a[1]}, []int{b[0], -b[1]}) })
	return all
}

// tails are what a tool may put behind a result.
var tails = regexp.MustCompile(`(?s)^(.* )(?:\[[^\[]*\]|\([^(]*\)|[0-9][0-9.]* ?(?:sec|ms|µs|s))$`)

// withoutTail drops three of them.
func withoutTail(text string) string {
	text = strings.TrimRight(text, " \t\r")
	for range 3 {
		if m := tails.FindStringSubmatch(text); m != nil && len(text) >= 4 {
			text = strings.TrimRight(m[1], " \t\r")
		}
	}
	return text
}

// inWord tells whether the place has a byte of a word on both sides.
func inWord(text string, at int) bool {
	word := regexp.MustCompile(`^[A-Za-z0-9_]{2}$`)
	return at > 0 && at < len(text) && word.MatchString(text[at-1:at+1])
}

// classes are what the classes are, as patterns.
var classes = [classesEnd]string{
	Digit: `[0-9]`, Digits: `[0-9]+`, Number: `[0-9](?:[.,]?[0-9])*`, Blank: `[ \t]`, Blanks: `[ \t]*`, Letter: `[A-Za-z]`, Upper: `[A-Z]`, Lower: `[a-z]`, Nothing: `$`,
}

// beside tells whether the steps stand beside text[from:to], each as long as it can be.
func (r reference) beside(c Cond, text string, from, to int) bool {
	for _, s := range c.Then {
		m := regexp.MustCompile(`^(?:` + r.pattern(s) + `)`).FindString(text[to:])
		if m == "" && !regexp.MustCompile(`^(?:`+r.pattern(s)+`)`).MatchString(text[to:]) {
			return false
		}
		to += len(m)
	}
	for _, s := range slices.Backward(c.Before) {
		at := regexp.MustCompile(`(?:` + r.pattern(s) + `)$`).FindStringIndex(text[:from])
		if at == nil {
			return false
		}
		from = at[0]
	}
	return true
}

func (r reference) pattern(s Step) string {
	switch {
	case s.Class != Exactly:
		return classes[s.Class]
	case r.fold:
		return `(?s)(?i:` + regexp.QuoteMeta(s.Literal) + `)`
	}
	return `(?s)` + regexp.QuoteMeta(s.Literal)
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
