package pipeline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/scan"
)

// What a command printed stands in a string of JSON, in a list of strings, or in a member of
// records that stand for a line each.

// Members are a text that make up one byte in so many of what they stand in. Of 137 labelled
// outputs as events with two times each 78 lose nothing with 4, with 8 and 20 111. Without a
// bound a compiler's report in JSON costs a quarter more, and nothing else changes.
const memberShare = 20

// lineLeast is how many bytes a line of a text has on average: shorter ones are names and
// values, of which a list may have millions. Those of the labelled outputs have 16 and more.
const lineLeast = 8

// text is a string of a section, or strings of it.
type text struct {
	strings []span
	lines   bool // each is a line of it
}

// span is bytes of a section, from its start on.
type span struct{ from, to int }

// size returns the bytes of the text as it is quoted.
func (t text) size() (sum int) {
	for _, s := range t.strings {
		sum += s.to - s.from
	}
	return sum
}

// spread returns the bytes from where the text begins to where it ends.
func (t text) spread() int {
	return t.strings[len(t.strings)-1].to - t.strings[0].from
}

// textsOf returns the texts of a section. Where that may have been cut, what reads as a string
// may be what stands between two; of that nothing is shown but which of its lines matter.
func textsOf(s block.Section, marks []mark.Mark) []text {
	data, base := s.Bytes(), s.Offset(s.First)
	f := finder{data: data, member: map[string]int{}, list: list{text: text{lines: true}}}
	open := -1 // where the string began that is open; -1: that isn't known
	inside := false
	for i := s.First; i < s.End; i++ {
		at := s.Offset(i) - base
		switch {
		case marks[i].JSON.Run() > 0 && marks[i].JSON.InString() != inside:
			open, inside = -1, !inside
		case !ofJSON(s.Shape) && s.StartsLine(i):
			open, inside = -1, false
		}
		for end := at + len(s.Block.Raw(i)); at < end; at++ {
			if !inside {
				n := bytes.IndexByte(data[at:end], '"')
				if n < 0 {
					break
				}
				at += n
				open, inside = at+1, true
				continue
			}
			switch data[at] {
			case '\\':
				at++
			case '"':
				if inside = false; open >= 0 {
					f.add(span{open, at})
				}
			}
		}
	}
	return f.all()
}

// finder gathers the texts of a section, whose strings it gets in their order.
type finder struct {
	data    []byte
	key     span // the last one
	texts   []text
	list    list
	members []text         // by key
	member  map[string]int // the index of a key
}

// list is strings with nothing between but brackets of other lists, and numbers.
type list struct {
	text
	key  span  // of the list, if it has one
	rows []int // how many of the strings begin each row: a list in it
}

// add takes a string, without its quotes.
func (f *finder) add(q span) {
	if next(f.data[q.to+1:]) == ':' {
		f.key = q
		return
	}
	raw, key := f.data[q.from:q.to], f.data[f.key.from:f.key.to]
	before := span{} // the key of a list that begins
	ofMember := false
	if f.key.from > 0 {
		colons, brackets := afterKey(f.data[f.key.to+1 : q.from-1])
		if ofMember = colons && brackets == 0; colons && brackets == 1 {
			before = f.key
		}
	}
	f.key = span{} // it has its value, or that is none of a string
	whole := len(raw) >= 2*textLines && bytes.Count(raw, []byte(`\n`)) >= textLines || document(raw)
	if ofMember && !whole && !jsondoc.LineKey(key) || jsondoc.RestOfString(f.data[q.from:]) != len(raw)+1 {
		return
	}
	switch {
	case whole:
		f.texts = append(f.texts, text{strings: []span{q}})
	case ofMember:
		f.addMember(key, q)
	default:
		row, on := false, false
		if n := len(f.list.strings); n > 0 && before.from == 0 {
			row, on = joins(f.data[f.list.strings[n-1].to+1 : q.from-1])
		}
		if !on {
			f.endList()
			f.list.key = before
		}
		if row || !on {
			f.list.rows = append(f.list.rows, len(f.list.strings))
		}
		f.list.strings = append(f.list.strings, q)
	}
}

// document tells whether a string quotes a document of JSON that is worth a look: brackets
// and a string stand where it begins, a bracket where it ends.
func document(raw []byte) bool {
	if len(raw) < smallBytes || raw[0] != '{' && raw[0] != '[' {
		return false
	}
	const opening = len(`[ { \"`)
	end := raw[len(raw)-1]
	return (end == '}' || end == ']') && bytes.Contains(raw[:opening], []byte(`\"`))
}

// addMember takes the strings that a record has at a key.
func (f *finder) addMember(key []byte, strings ...span) {
	i, ok := f.member[string(key)]
	if !ok {
		i = len(f.members)
		f.members, f.member[string(key)] = append(f.members, text{lines: true}), i
	}
	f.members[i].strings = append(f.members[i].strings, strings...)
}

// joins tells whether a text stands between two strings of a list, or of two lists in a
// list: then the second begins a row.
func joins(text []byte) (row, on bool) {
	for _, c := range text {
		switch {
		case c == ',':
			on = true
		case c == ']' || c == '[':
			row = true
		case c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '.' && c != '-' && !scan.IsDigit(c):
			return false, false
		}
	}
	return row, on
}

// afterKey tells what stands between a key and a string: a colon, and so many brackets of
// lists; neither of anything else.
func afterKey(text []byte) (colon bool, brackets int) {
	for _, c := range text {
		switch c {
		case ':':
			colon = true
		case '[':
			brackets++
		case ' ', '\t', '\r', '\n':
		default:
			return false, 0
		}
	}
	return colon, brackets
}

// next returns the first byte of the text that isn't blank, 0 if there is none.
func next(text []byte) byte {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return c
		}
	}
	return 0
}

// endList takes what the list is: lines, or rows with a line in each. Of short lists all that
// have a key are one text.
func (f *finder) endList() {
	l := f.list
	f.list = list{text: text{lines: true}}
	if l.column(); len(l.strings) < textLines {
		if key := f.data[l.key.from:l.key.to]; len(l.strings) > 0 && jsondoc.LineKey(key) {
			f.addMember(key, l.strings...)
		}
		return
	}
	if l.size() >= len(l.strings)*lineLeast {
		f.texts = append(f.texts, l.text)
	}
}

// With half or twice of each as many of 185 labelled outputs are whole as pairs with a time and
// as lists of six lines, and of 1,516 others none is another.
const (
	// mostCells is how many strings a row has at most: a time, a level, a source and a line.
	mostCells = 4
	// cellMost is how many bytes each has that isn't the line.
	cellMost = 40
)

// column leaves the longest column of a list whose rows all have as many cells.
func (l *list) column() {
	if len(l.rows) < textLines {
		return
	}
	cells := l.rows[1]
	for i, first := range l.rows {
		if end := len(l.strings); cells < 2 || cells > mostCells || first != i*cells || i+1 == len(l.rows) && end != first+cells {
			return
		}
	}
	most, size, long := 0, 0, 0
	for c := range cells {
		sum, longest := 0, 0
		for i := c; i < len(l.strings); i += cells {
			n := l.strings[i].to - l.strings[i].from
			sum, longest = sum+n, max(longest, n)
		}
		if sum > size {
			most, size = c, sum
		}
		if longest > cellMost {
			long++
		}
	}
	if long > 1 { // the rows are some lines each
		return
	}
	for i := range l.rows {
		l.strings[i] = l.strings[i*cells+most]
	}
	l.strings = l.strings[:len(l.rows)]
}

// all returns the texts. Of members one is a text, that which says most.
func (f *finder) all() []text {
	f.endList()
	most := text{}
	for _, m := range f.members {
		if n := len(m.strings); n >= textLines && m.size() >= n*lineLeast && m.size() > most.size() {
			most = m
		}
	}
	if len(most.strings) > 0 && most.size()*memberShare >= most.spread() {
		f.texts = append(f.texts, most)
	}
	return f.texts
}
