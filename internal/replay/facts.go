package replay

import (
	"slices"
	"sort"
	"strings"

	"elide.example/elide/internal/jsonlines"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/transcript"
)

// sort of a fact.
type sortOf uint8

const (
	word   sortOf = iota // a plain word
	ident                // an identifier with structure
	number               // of three digits and four
	path
	quote // a text in quotes, with a blank in it
	lines // lines of a file that an output named, in a range that was opened
	edit  // lines that an edit replaced
)

func (s sortOf) String() string {
	return [...]string{"word", "identifier", "number", "path", "quote", "lines", "edit"}[s]
}

// role is what a fact was used for.
type role uint8

const (
	inProse role = iota // it was said
	inCode              // it stands in what was written
	inEdit              // an edit needs it
	inCall              // a command, a path or a pattern
)

// fact is something that stood in one output alone, and was used later.
type fact struct {
	sort  sortOf
	text  string   // of lines: the name of the file
	lines []string // of edit
	nums  []int    // of lines
	role  role
	at    int  // the event in which it was used first
	near  bool // within the next messages with calls
}

// nearby is how many messages with calls are near.
const nearby = 3

// hard tells whether a use leaves no doubt: an edit, or what stands in a command, a
// path or a pattern and is no plain word; far from its output neither a bare number
// nor the name of a file without its folder, which may be known otherwise.
func (f *fact) hard() bool {
	if f.role == inEdit {
		return true
	}
	far := f.sort == number || f.sort == path && !strings.Contains(f.text, "/")
	return f.role == inCall && f.sort != word && (f.near || !far)
}

// output is a tool result as it is looked at.
type output struct {
	event int
	id    string
	text  string
	line  int
	call  *call
	views bool // it shows a file
	facts []*fact

	known set // its lines, once they were asked for
}

func newOutput(event int, r *transcript.Result, c *call) *output {
	return &output{event: event, id: r.ID, text: r.Text, line: r.Line, call: c, views: len(c.use.Reads) > 0}
}

// has tells whether all lines stand in the output.
func (o *output) has(all []string) bool {
	if o.known == nil {
		o.known = set{}
		eachLine(o.text, o.known.add)
	}
	for _, line := range all {
		if !o.known.has(line) {
			return false
		}
	}
	return true
}

// finder finds the facts that were used of a conversation's outputs. It goes
// through the conversation once.
type finder struct {
	events  []transcript.Event
	calls   map[string]*call
	outputs []*output
	common  *common
	acts    []int // the events with calls

	seen   int            // outputs before the event that is looked at
	words  map[string]int // the output in which it stands; several: -1
	paths  map[string]int
	own    set      // words that the user or the agent wrote
	ownAt  set      // and their paths
	said   []string // and all their texts
	spoken map[string]*fact
	used   set // of this event
}

// several stands for more than one output.
const several = -1

// findFacts gives each output its facts.
func findFacts(c *transcript.Conversation, calls map[string]*call, outputs []*output, common *common) {
	f := finder{
		events: c.Events, calls: calls, outputs: outputs, common: common,
		words: map[string]int{}, paths: map[string]int{}, own: set{}, ownAt: set{}, spoken: map[string]*fact{},
	}
	for i := range c.Events {
		if e := &c.Events[i]; e.Kind == transcript.Agent && len(e.Calls) > 0 {
			f.acts = append(f.acts, i)
		}
	}
	for i := range c.Events {
		switch e := &c.Events[i]; e.Kind {
		case transcript.Results:
			f.results(i)
		case transcript.User:
			f.learn(e.Text, nil)
			f.said = append(f.said, e.Text)
		case transcript.Agent:
			f.answer(i, e)
		}
	}
}

// results notes what stands in the outputs of an event.
func (f *finder) results(event int) {
	for ; f.seen < len(f.outputs) && f.outputs[f.seen].event == event; f.seen++ {
		n := f.seen
		note := func(where map[string]int, text string) {
			if other, ok := where[text]; !ok {
				where[text] = n
			} else if other != n {
				where[text] = several
			}
		}
		text := f.outputs[n].text
		eachWord(text, func(word string) { note(f.words, word) })
		eachDistinctPath(text, func(p string) {
			eachPart(p, func(part string) { note(f.paths, part) })
		})
	}
}

// eachDistinctPath calls do with each path of a text once.
func eachDistinctPath(text string, do func(path string)) {
	seen := set{}
	eachPath(text, func(start, end int) {
		if p := text[start:end]; !seen.has(p) {
			seen.add(p)
			do(p)
		}
	})
}

// answer finds what an answer of the agent's uses.
func (f *finder) answer(event int, e *transcript.Event) {
	f.used = set{}
	var all []string
	for i := range e.Calls {
		c := f.calls[e.Calls[i].ID]
		what, code := c.asks()
		f.uses(what, inCall, event)
		f.uses(code, inCode, event)
		f.quotes(what, event)
		f.opened(c, event)
		f.edits(c, event)
		for _, l := range c.leaves {
			all = append(all, l.text)
		}
	}
	f.uses(e.Text, inProse, event)
	// What was only said may still be used in a command: until then it is no own word.
	f.learn(e.Text, f.spoken)
	for _, text := range all {
		f.learn(text, nil)
	}
	f.said = append(append(f.said, e.Text), all...)
}

// learn notes the words and paths of a text that the user or the agent wrote, but
// for those of but.
func (f *finder) learn(text string, but map[string]*fact) {
	note := func(to set, text string) {
		for s := word; s <= path; s++ {
			if _, spoken := but[key(s, text)]; spoken {
				return
			}
		}
		to.add(text)
	}
	eachWord(text, func(word string) { note(f.own, word) })
	eachDistinctPath(text, func(p string) {
		eachPart(p, func(part string) { note(f.ownAt, part) })
	})
}

func key(s sortOf, text string) string { return string(rune('a'+s)) + text }

// leastPath is how long a path is that is looked at.
const leastPath = 4

// uses finds the words and paths in a text of the agent's that one output alone had.
func (f *finder) uses(text string, as role, event int) {
	var bare strings.Builder // the text without its paths
	at := 0
	eachPath(text, func(start, end int) {
		bare.WriteString(text[at:start] + " ")
		at = end
		for _, p := range suffixes(text[start:end]) {
			n, known := f.paths[p]
			if len(p) < leastPath || !known {
				continue
			}
			if n != several && !f.ownAt.has(p) && !f.own.has(p) && !f.wrote(p) {
				f.use(path, p, n, as, event)
			}
			break
		}
	})
	bare.WriteString(text[at:])
	eachWord(bare.String(), func(w string) {
		n, known := f.words[w]
		if !known || n == several || f.own.has(w) || f.common.has(w) {
			return
		}
		s := word
		switch {
		case isNumber(w):
			s = number
		case hasStructure(w):
			s = ident
		}
		f.use(s, w, n, as, event)
	})
}

// wrote tells whether the user or the agent wrote a text.
func (f *finder) wrote(text string) bool {
	return slices.ContainsFunc(f.said, func(said string) bool { return strings.Contains(said, text) })
}

// use notes a use of a fact. One that was said before is the same fact.
func (f *finder) use(s sortOf, text string, n int, as role, event int) {
	k := key(s, text)
	if f.used.has(k) {
		return
	}
	f.used.add(k)
	if was := f.spoken[k]; was != nil {
		if was.role == inProse && as != inProse || was.role == inCode && as == inCall {
			was.role = as
		}
		return
	}
	made := f.put(n, &fact{sort: s, text: text, role: as, at: event})
	if as == inProse {
		f.spoken[k] = made
	}
}

// put gives an output a fact.
func (f *finder) put(n int, made *fact) *fact {
	made.near = f.distance(f.outputs[n].event, made.at) < nearby
	f.outputs[n].facts = append(f.outputs[n].facts, made)
	return made
}

// distance returns how many events with calls are between two.
func (f *finder) distance(from, to int) int {
	return sort.SearchInts(f.acts, to) - sort.SearchInts(f.acts, from+1)
}

// The lengths of texts in quotes that are looked at.
const (
	leastQuote = 8
	mostQuote  = 120
)

// quotes finds texts in quotes that one output alone had, word for word.
func (f *finder) quotes(text string, event int) {
	eachQuote(text, func(q string) {
		if !strings.Contains(strings.TrimSpace(q), " ") {
			return
		}
		first := -1
		for n, o := range f.outputs[:f.seen] {
			if !strings.Contains(o.text, q) {
				continue
			}
			if first >= 0 {
				return
			}
			first = n
		}
		if first >= 0 && !f.wrote(q) {
			f.use(quote, q, first, inCall, event)
		}
	})
}

// eachQuote calls do with each text in quotes that is as long as is looked at.
func eachQuote(text string, do func(string)) {
	for i := 0; i < len(text); i++ {
		if text[i] != '"' && text[i] != '\'' {
			continue
		}
		rest := text[i+1:]
		end := strings.IndexAny(rest[:min(len(rest), 4*mostQuote+1)], string(text[i])+"\n")
		if end < leastQuote || rest[end] == '\n' || len([]rune(rest[:end])) > mostQuote {
			continue
		}
		do(rest[:end])
		i += end + 1
	}
}

// opened finds the outputs just before that named lines in the range which a call
// opens.
func (f *finder) opened(c *call, event int) {
	w, ok := c.opens()
	if !ok {
		return
	}
	for n := f.seen - 1; n >= 0 && f.distance(f.outputs[n].event, event) < nearby; n-- {
		if o := f.outputs[n]; !o.views {
			if nums := namedLines(o, w); len(nums) > 0 {
				f.put(n, &fact{sort: lines, text: w.path[strings.LastIndexByte(w.path, '/')+1:], nums: nums, role: inCall, at: event})
			}
		}
	}
}

// leastEdit is how long the longest line is of an edit that says something.
const leastEdit = 8

// edits finds the latest output that has what an edit of the call replaces.
func (f *finder) edits(c *call, event int) {
	for _, old := range c.olds() {
		var all []string
		longest := 0
		for line := range strings.SplitSeq(old, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
				longest = max(longest, len(line))
			}
		}
		if longest < leastEdit {
			continue
		}
		for n := f.seen - 1; n >= 0; n-- {
			if f.outputs[n].has(all) {
				f.put(n, &fact{sort: edit, lines: all, role: inEdit, at: event})
				break
			}
		}
	}
}

// callsOf returns the calls of a conversation by their IDs.
func callsOf(c *transcript.Conversation) map[string]*call {
	all := map[string]*call{}
	for i := range c.Events {
		for j := range c.Events[i].Calls {
			made := &c.Events[i].Calls[j]
			all[made.ID] = newCall(made)
		}
	}
	return all
}

// outputsOf returns the outputs of a conversation in their order.
func outputsOf(c *transcript.Conversation, calls map[string]*call) []*output {
	var all []*output
	for i := range c.Events {
		for j := range c.Events[i].Results {
			r := &c.Events[i].Results[j]
			made := calls[r.ID]
			if made == nil {
				made = &call{use: toolcall.Use{}}
			}
			all = append(all, newOutput(i, r, made))
		}
	}
	return all
}

// String returns the fact as it can stand before a reader, in one line.
func (f *fact) String() string {
	text := f.text
	switch f.sort {
	case edit:
		text = f.lines[0]
	case lines:
		text = f.text + ":" + itoa(f.nums[0])
	}
	return jsonlines.Plain(text)
}
