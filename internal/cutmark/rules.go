package cutmark

import (
	"bytes"
	"slices"
)

// manner is how a text stands apart.
type manner uint8

const (
	apart manner = iota // between brackets or ellipses
	leads               // behind an ellipsis, with nothing to close it
)

// speaks tells whether a text that stands apart says that something is missing.
func speaks(text []byte, how manner) bool {
	var read tokens
	read.read(text)
	t := read.all()
	if len(t) == 0 || has(t, foreign) {
		return false
	}
	if plainly(t) || t[0].kind == showing && shows(t) {
		return true
	}
	if how == leads {
		return goesOn(text, t)
	}
	return has(t, strong) && amounts(t) || counts(t) || isRest(text, t) || curtails(t) || len(t) == 2 && t[0].kind == sized && t[1].kind == weak && isVerb(t[1]) || has(t, advice) && offers(t)
}

// plainly tells whether the first words, up to a stop, say that something was
// cut, and no word says anything else.
func plainly(t []token) bool {
	const most = 8
	end := slices.IndexFunc(t, func(w token) bool { return w.kind == stop })
	if end < 0 {
		end = len(t)
	}
	clause := t[:end]
	return len(clause) <= most && has(clause, strong) && !has(clause, other) && !has(clause, advice)
}

// amounts tells whether a number of units, or a size, stands in the text.
func amounts(t []token) bool {
	return has(t, sized) || has(t, number) && has(t, unit)
}

// counts tells whether a verb stands at a number of units: "1043 more lines
// below", "12 lines hidden", "skipped 3 of 5 rows".
func counts(t []token) bool {
	const near = 4
	for i, w := range t {
		if w.kind != number {
			continue
		}
		at := nextOf(t, i, near, unit)
		if at < 0 {
			continue
		}
		around := t[max(i-near, 0):min(at+near, len(t))]
		if has(around, strong) || has(around, weak) || has(around, loses) && isOfText(t[at]) || has(around, more) || has(around, showing) {
			return true
		}
	}
	return false
}

// nextOf returns the place of the first word of a kind behind i, at most near
// words away and before any stop, -1 if there is none.
func nextOf(t []token, i, near int, k kind) int {
	for j := i + 1; j < len(t) && j <= i+near && t[j].kind != stop; j++ {
		if t[j].kind == k {
			return j
		}
	}
	return -1
}

// offers tells whether there is more of something: "File has more lines".
func offers(t []token) bool {
	for i, w := range t {
		if w.kind == more && i+1 < len(t) && t[i+1].kind == unit {
			return true
		}
	}
	return false
}

// goesOn tells whether what follows an ellipsis says how much follows there:
// "+12 lines", "and 7 more", "12 more lines". Java's "25 more" are frames that
// stand above.
func goesOn(text []byte, t []token) bool {
	if bytes.HasPrefix(bytes.TrimLeft(text, " "), []byte("(+")) {
		return len(t) == 2 && t[0].kind == number && t[1].kind == unit
	}
	joined := text[0] == '+' || text[0] == ' ' && len(text) > 1 && text[1] == '+'
	if string(t[0].text) == "and" && len(t) > 1 {
		joined, t = true, t[1:]
	}
	if len(t) < 2 || t[0].kind != number {
		return len(t) == 2 && t[0].kind == unit && t[1].kind == weak // "Lines skipped"
	}
	switch next := t[1].kind; {
	case joined:
		return next == unit || next == more || string(t[1].text) == "others"
	case next == more:
		return len(t) > 2 && t[2].kind == unit
	}
	return counts(t)
}

// shows tells whether the text goes on to say of what only a part is shown:
// "showing first 8,000 characters", "showing 30 of 300".
func shows(t []token) bool {
	if len(t) < 3 || t[1].kind == other || t[1].kind == stop {
		return false
	}
	behind := t[1:min(8, len(t))]
	return has(behind, number) || has(behind, sized) || has(behind, advice)
}

// says tells whether a line, or a string, says in words that something is
// missing, or where the whole of it is.
func says(line []byte) bool {
	for _, head := range [...]string{"Preview (first ", "Total output lines: "} {
		if bytes.HasPrefix(line, []byte(head)) {
			return true
		}
	}
	var read tokens
	read.read(line)
	t := withoutLabel(read.all())
	if len(t) < 2 {
		return false
	}
	return !isSource(line) && (onlyCounts(t) || plainly(t) && !isField(t) || t[0].kind == strong && t[1].kind == noun || t[0].kind == showing && shows(t) ||
		wasCut(t) || tooLarge(t) || partly(t) || savedWhole(line, t))
}

// isField tells whether a line begins with the name of a field, in lower case and
// with a colon, or is one name of a list, as in source and in objects that are
// printed.
func isField(t []token) bool {
	return t[1].kind == stop && (t[0].text[0] >= 'a' || len(t) == 2 && t[1].text[0] == ',')
}

// isSource tells whether a line starts as comments and quoted code do, or with the
// number of a line, as hosts show files. What those say of cutting is about
// something else.
func isSource(line []byte) bool {
	rest := bytes.TrimLeft(line, "0123456789")
	if len(rest) < len(line) && (bytes.HasPrefix(rest, []byte("→")) || bytes.HasPrefix(rest, []byte("\t"))) {
		return true
	}
	for _, sign := range [...]string{"//", "# ", "* ", "'", "`", "+", "- "} {
		if bytes.HasPrefix(line, []byte(sign)) {
			return true
		}
	}
	return false
}

// withoutLabel takes "Warning:" and its like off.
func withoutLabel(t []token) []token {
	if len(t) > 2 && string(t[1].text) == ":" && (t[0].kind == other || t[0].kind == filler) {
		return t[2:]
	}
	return t
}

// onlyCounts tells whether a line is a number of units and a verb, and nothing
// else: "Lines 10-20 skipped", "12345 characters elided".
func onlyCounts(t []token) bool {
	const most = 8
	return len(t) <= most && (has(t, weak) || has(t, strong)) && has(t, number) && has(t, unit) && !has(t, other) && !has(t, foreign)
}

// wasCut tells whether it is said of an output early in the line: "The log was
// truncated because".
func wasCut(t []token) bool {
	early := t[:min(6, len(t))]
	for i, w := range early {
		if w.kind == foreign || w.kind == stop {
			return false
		}
		if w.kind != noun && w.kind != unit {
			continue
		}
		for j := i + 1; j < len(t) && j <= i+3 && (t[j].kind == be || t[j].kind == strong); j++ {
			if t[j].kind == strong {
				return true
			}
		}
	}
	return false
}

// tooLarge tells whether an output is said to be too large, or more than is
// allowed.
func tooLarge(t []token) bool {
	const mostBetween = 10
	for i, w := range t[:min(4, len(t))] {
		if w.kind == foreign {
			return false
		}
		if w.kind != noun && string(w.text) != "result" {
			continue
		}
		for j := i + 1; j+1 < len(t) && j <= i+mostBetween && t[j].kind != foreign; j++ {
			switch next := string(bytes.ToLower(t[j+1].text)); string(bytes.ToLower(t[j].text)) {
			case "too":
				return next == "large" || next == "long" || next == "big"
			case "exceeds", "exceeded", "exceeding":
				return next == "maximum" || next == "max" || next == "the"
			}
		}
	}
	return false
}

// partly tells whether it is said that a part is not shown.
func partly(t []token) bool {
	const near = 7
	for i, w := range t {
		part, without := string(w.text) == "only", string(w.text) == "not"
		if !part && !without {
			continue
		}
		at := nextOf(t, i, near, showing)
		if at >= 0 && (part && has(t[i:at], noun) || without && at == i+1 && has(t, number)) {
			return true
		}
	}
	return false
}

// savedWhole tells whether the line says where an output, or the whole of one,
// was saved.
func savedWhole(line []byte, t []token) bool {
	if !bytes.ContainsAny(line, `/\`) {
		return false
	}
	for i, w := range t[:min(6, len(t))] {
		switch {
		case w.kind == foreign:
			return false
		case w.kind == whole:
			at := nextOf(t, i, 2, noun)
			if at < 0 || at+1 == len(t) {
				return false
			}
			return t[at+1].kind == stop || t[at+1].kind == advice || nextOf(t, at, 7, saved) > 0
		case w.kind == noun || string(w.text) == "result":
			if at := nextOf(t, i, 4, saved); at > 0 && at+1 < len(t) && leadsTo(t[at+1]) && !has(t[:i], other) {
				return true
			}
		}
	}
	return false
}

func leadsTo(w token) bool {
	switch string(w.text) {
	case "to", "in", "at":
		return true
	}
	return false
}

func has(t []token, k kind) bool {
	return slices.ContainsFunc(t, func(w token) bool { return w.kind == k })
}
