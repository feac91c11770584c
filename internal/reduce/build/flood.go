package build

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// A linter that finds hundreds of times the same few rules is shown by rule: of each
// the first finding in full, of a rare one each, of each form of message the first by head and place, and
// the first messages that differ at all, which are what is read before the rule is
// switched off or the files are mended one by one. Forms are told apart three ways
// (as the words are, without numbers, without what is quoted), since tools that list
// their findings differ in what they take for one: of 20 floods that others labelled
// with a cap of 60 lines, no way has the first 60 of all.
const (
	floodLines = 60  // lines of findings that are the first of their message, each way
	floodForms = 150 // forms without names, paths and numbers that are shown
	floodFull  = 8   // rules whose first finding is shown with its code

	// Of a rule that has up to floodRare findings each is shown with its code: what is rare is no
	// habit of the code's. Of a flood of 158 that others labelled six of 18 lines were lost without,
	// and seven floods of others get longer by up to 15 %, 0.1 points of ../shared/unseen.
	floodRare      = 4
	floodRareLines = 40
)

// flood picks what is shown of a flood.
type flood struct {
	*Reader
	said     [3]HashSet     // messages as they are, without numbers, without quoted names
	left     [3]int         // lines that may yet be shown of each
	messages map[uint64]int // how many of each form differ
	leftFew  int            // lines that may yet be shown of forms with few messages
	forms    HashSet
	rules    HashSet
	times    map[uint64]int // how many findings each rule has
	leftRare int            // lines that may yet be shown of those that have few
	full     int
}

// newFlood counts the messages of the diagnostics that are of the severities.
func (b *Reader) newFlood(least, most severity) *flood {
	f := &flood{Reader: b, messages: map[uint64]int{}, leftFew: floodLines, forms: HashSet{}, rules: HashSet{}, full: floodFull, times: map[uint64]int{}, leftRare: floodRareLines}
	for i := range f.said {
		f.said[i], f.left[i] = HashSet{}, floodLines
	}
	known := HashSet{}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev < least || d.sev > most {
			continue
		}
		if says := scan.Mix(d.code, d.variant); len(known) < mostKinds && !known.Has(says) {
			known.Add(says)
			f.messages[b.form(d)]++
		}
		f.times[d.code]++
	}
	return f
}

// takes tells whether d is shown, and whether with its code: it is the first of its
// rule then.
func (f *flood) takes(d *diagnostic) (shown, full bool) {
	form := f.form(d)
	shown = f.newMessage(d, form)
	if len(f.forms) < floodForms && !f.forms.Has(form) {
		f.forms.Add(form)
		shown = true
	}
	rule := d.code
	if n := f.times[rule]; rule != 0 && n <= floodRare && f.leftRare > 0 {
		f.leftRare -= 1 + mark.OneIf(f.placeBelow(d) > 0)
		return true, true
	}
	if rule == 0 {
		rule = form
	}
	if len(f.rules) < floodForms && !f.rules.Has(rule) {
		f.rules.Add(rule)
		f.full--
		return true, f.full >= 0
	}
	return shown, false
}

// newMessage tells whether the message of d is new in one of the ways, or its form
// has few messages.
func (f *flood) newMessage(d *diagnostic, form uint64) (shown bool) {
	lines := 1 + mark.OneIf(f.placeBelow(d) > 0)
	few := f.leftFew > 0 && f.messages[form] <= kindVariants
	for i, says := range [...]uint64{d.variant, d.message, d.template} {
		says = scan.Mix(d.code, says)
		if f.said[i].Has(says) || f.left[i] <= 0 && !(i == 0 && few) {
			continue
		}
		f.said[i].Add(says)
		if f.left[i] > 0 {
			f.left[i] -= lines
		} else {
			f.leftFew -= lines
		}
		shown = true
	}
	return shown
}

// form returns the hash of what d says without names, paths and numbers. Where its
// message is wrapped is not what it says.
func (b *Reader) form(d *diagnostic) uint64 {
	h := scan.Mix(scan.Seed, d.code)
	for k := d.head; k < d.said; k++ {
		h = nameless(h, b.s.Text(k))
	}
	return h
}

// nameless goes on with the hash of a message, without what in it looks like a name,
// a path, a number or the arguments of a function, so that "Member Push(T t)
// (function) of class a::B is not documented" is like any other, and without words of
// no letter, which are bars and boxes.
func nameless(h uint64, text []byte) uint64 {
	for len(text) > 0 {
		text = bytes.TrimLeft(text, " \t")
		n := bytes.IndexByte(text, ' ')
		if n < 0 {
			n = len(text)
		}
		word := text[:n]
		if open := bytes.IndexByte(word, '('); open > 0 && bytes.IndexByte(word, ')') < 0 {
			if end := bytes.IndexByte(text[n:], ')'); end >= 0 {
				n += end + 1 // arguments with blanks between them
			}
		}
		if end := quotedEnd(text); end > 0 {
			n, word = end, nil
		}
		text = text[n:]
		if word != nil && !hasLetter(word) && !looksLikeName(word) {
			continue
		}
		if looksLikeName(word) {
			word = nil
		}
		h = scan.Mix(h, scan.Hash(word))
	}
	return h
}

// quotedEnd returns the length of the name in quotes that text starts with, 0 if there
// is none.
func quotedEnd(text []byte) int {
	if c := text[:min(1, len(text))]; !bytes.ContainsAny(c, "\"'`") {
		return 0
	} else if end := bytes.Index(text[1:], c); end > 0 {
		return end + 2
	}
	return 0
}

func hasLetter(word []byte) bool {
	for _, c := range word {
		if scan.IsLetter(c) || c >= 0x80 {
			return true
		}
	}
	return false
}
