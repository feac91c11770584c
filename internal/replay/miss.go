package replay

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"elide.example/elide/internal/transcript"
)

// shows tells whether a text shows a fact that is no edit.
func (f *fact) shows(text string) bool {
	switch f.sort {
	case quote:
		return strings.Contains(text, f.text) || strings.Contains(squash(text), squash(f.text))
	case lines:
		for _, n := range f.nums {
			if showsNumber(text, n) {
				return true
			}
		}
		return false
	case path:
		return standsAlone(text, f.text, func(r rune) bool { return isLetter(r) || r == '.' || r == '-' }, isLetter)
	}
	ascii := func(r rune) bool { return r < utf8.RuneSelf && isWord(byte(r)) }
	return standsAlone(text, f.text, ascii, ascii)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

func showsNumber(text string, n int) bool {
	digit := func(r rune) bool { return '0' <= r && r <= '9' }
	return standsAlone(text, itoa(n), digit, digit)
}

// standsAlone tells whether a word stands in a text without one of those runes just
// before or behind it.
func standsAlone(text, word string, before, behind func(rune) bool) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		start := at + i
		end := start + len(word)
		first, _ := utf8.DecodeLastRuneInString(text[:start])
		last, _ := utf8.DecodeRuneInString(text[end:])
		if (start == 0 || !before(first)) && (end == len(text) || !behind(last)) {
			return true
		}
		at = start + 1
	}
}

// plainText returns what is shown without gaps, markers and terminal codes, which
// are no text of the tool's.
func plainText(text string) string {
	if !strings.ContainsAny(text, "⟦\x1b") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		n := 0
		switch {
		case strings.HasPrefix(text[i:], "⟦"):
			if n = gap(text[i:]); n > 0 {
				b.WriteByte(' ')
			}
		case text[i] == 0x1b:
			n = terminalCode(text[i:])
		}
		if n == 0 {
			b.WriteByte(text[i])
			n = 1
		}
		i += n
	}
	return b.String()
}

// gap returns the length of the gap that a text begins with.
func gap(text string) int {
	end := strings.IndexAny(text[len("⟦"):], "⟧\n")
	if end < 0 || text[len("⟦")+end] == '\n' {
		return 0
	}
	return len("⟦") + end + len("⟧")
}

// terminalCode returns the length of the terminal's code that a text begins with: ESC,
// [, parameters, and a letter.
func terminalCode(text string) int {
	if len(text) < 3 || text[1] != '[' {
		return 0
	}
	i := 2
	for i < len(text) && (text[i] == ';' || text[i] == '?' || '0' <= text[i] && text[i] <= '9') {
		i++
	}
	for i < len(text) && ' ' <= text[i] && text[i] <= '/' {
		i++
	}
	if i < len(text) && '@' <= text[i] && text[i] <= '~' {
		return i + 1
	}
	return 0
}

// needed says where the lines that edits replaced were seen first.
type needed struct {
	wrote map[string]int       // the event in which the user or the agent wrote it
	stand map[string][]*output // the outputs that have it
}

// never is an event after all others.
const never = 1 << 30

// newNeeded looks for the lines of all edits; nil if there are none.
func newNeeded(c *transcript.Conversation, calls map[string]*call, outputs []*output) *needed {
	n := &needed{wrote: map[string]int{}, stand: map[string][]*output{}}
	for _, o := range outputs {
		for _, f := range o.facts {
			for _, line := range f.lines {
				n.wrote[line] = never
			}
		}
	}
	if len(n.wrote) == 0 {
		return nil
	}
	for i := range c.Events {
		e := &c.Events[i]
		note := func(line string) {
			if at, ok := n.wrote[line]; ok && i < at {
				n.wrote[line] = i
			}
		}
		if e.Kind == transcript.User {
			eachLine(e.Text, note)
		}
		for j := range e.Calls {
			for _, l := range calls[e.Calls[j].ID].leaves {
				eachLine(l.text, note)
			}
		}
	}
	for _, o := range outputs {
		eachLine(o.text, func(line string) {
			if list := n.stand[line]; len(list) == 0 || list[len(list)-1] != o {
				if _, ok := n.wrote[line]; ok {
					n.stand[line] = append(list, o)
				}
			}
		})
	}
	return n
}

// hiddenFacts returns for each output the facts that it hides when they are used. A
// way that shows an output the same for ever says what it shows by texts; one that
// hides whole outputs later, by the outputs that were hidden at an event.
type hiddenFacts map[int][]*fact

// missesOfTexts finds what texts hide that stand in the place of outputs for ever.
func missesOfTexts(outputs []*output, texts []string, need *needed) hiddenFacts {
	shown := map[string]int{} // a line of an edit: the event of the first output that shows it
	for n, o := range outputs {
		if need == nil {
			break
		}
		note := func(line string) {
			if _, ok := need.wrote[line]; !ok {
				return
			}
			if at, ok := shown[line]; !ok || o.event < at {
				shown[line] = o.event
			}
		}
		eachLine(asShown(o, texts[n]), note)
	}
	misses := hiddenFacts{}
	for n, o := range outputs {
		if len(o.facts) == 0 || texts[n] == o.text {
			continue
		}
		text := plainText(texts[n])
		own := set{}
		if need != nil {
			eachLine(text, own.add)
		}
		for _, f := range o.facts {
			seen := true
			if f.sort != edit {
				seen = f.shows(text)
			}
			for _, line := range f.lines {
				at, ok := shown[line]
				seen = seen && (own.has(line) || ok && at < o.event || need.wrote[line] < o.event)
			}
			if !seen {
				misses[n] = append(misses[n], f)
			}
		}
	}
	return misses
}

func asShown(o *output, text string) string {
	if text == o.text {
		return text
	}
	return plainText(text)
}

// missesOfHiding finds what is missed where outputs are hidden whole; hides tells
// whether one was, in the request of an event.
func missesOfHiding(outputs []*output, need *needed, hides func(event, output int) bool) hiddenFacts {
	index := map[*output]int{}
	for n, o := range outputs {
		index[o] = n
	}
	misses := hiddenFacts{}
	for n, o := range outputs {
		for _, f := range o.facts {
			seen := f.sort == edit || !hides(f.at, n)
			for _, line := range f.lines {
				stands := need.wrote[line] < f.at
				for _, other := range need.stand[line] {
					stands = stands || other.event < f.at && !hides(f.at, index[other])
				}
				seen = seen && stands
			}
			if !seen {
				misses[n] = append(misses[n], f)
			}
		}
	}
	return misses
}

// hard returns the misses that leave no doubt.
func (m hiddenFacts) hard() hiddenFacts {
	out := hiddenFacts{}
	for n, list := range m {
		for _, f := range list {
			if f.hard() {
				out[n] = append(out[n], f)
			}
		}
	}
	return out
}

// What a search for a fact gives.
const (
	aroundEdit  = 20 // lines about those of an edit
	mostOfLines = 10 // lines that have the number that is looked for
	perLine     = 5  // bytes that each line that is given costs more
	perSearch   = 20 // tokens round all
)

// where returns the lines of an output that a search for the fact gives.
func (f *fact) where(all []string, around int) map[int]bool {
	out := map[int]bool{}
	switch f.sort {
	case edit:
		want := set{}
		for _, line := range f.lines {
			want.add(line)
		}
		hits := 0
		for i, line := range all {
			if hits == len(f.lines) {
				break
			}
			if !want.has(strings.TrimSpace(line)) && !want.has(strings.TrimSpace(numbered(line))) {
				continue
			}
			hits++
			for j := max(0, i-around); j < min(len(all), i+around+1); j++ {
				out[j] = true
			}
		}
	case lines:
		for i, line := range all {
			if len(out) < mostOfLines && showsNumber(line, f.nums[0]) {
				out[i] = true
			}
		}
	default:
		want := strings.ToLower(squash(f.text))
		for i, line := range all {
			if strings.Contains(strings.ToLower(line), want) {
				out[i] = true
			}
		}
	}
	return out
}

// fetch is what an agent gets that misses some of an output's facts: the tokens, and
// the event before which it asks.
func fetch(o *output, tokens int, missed []*fact) (event, cost int) {
	all := strings.Split(o.text, "\n")
	need := map[int]bool{}
	event = never
	for _, f := range missed {
		event = min(event, f.at)
		for i := range f.where(all, aroundEdit) {
			need[i] = true
		}
	}
	bytes := 0
	for i := range need {
		bytes += len(all[i]) + perLine
	}
	return event, min(tokens, int(float64(bytes)*float64(tokens)/float64(max(1, len(o.text))))) + perSearch
}

// fetches returns what is fetched before each event.
func fetches(outputs []*output, tokens []int, missed hiddenFacts) map[int][]int {
	out := map[int][]int{}
	for n, o := range outputs {
		if list := missed[n]; len(list) > 0 {
			event, cost := fetch(o, tokens[n], list)
			out[event] = append(out[event], cost)
		}
	}
	return out
}
