package pipeline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/jsondoc"
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
	f := finder{data: data, member: map[string]int{}}
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
	list    text           // of strings with nothing between
	members []text         // by key
	member  map[string]int // the index of a key
}

// add takes a string, without its quotes.
func (f *finder) add(q span) {
	if next(f.data[q.to+1:]) == ':' {
		f.key = q
		return
	}
	raw, key := f.data[q.from:q.to], f.data[f.key.from:f.key.to]
	ofMember := f.key.from > 0 && onlyColon(f.data[f.key.to+1:q.from-1])
	f.key = span{} // it has its value, or that is none of a string
	whole := len(raw) >= 2*textLines && bytes.Count(raw, []byte(`\n`)) >= textLines
	if ofMember && !whole && !jsondoc.LineKey(key) || jsondoc.RestOfString(f.data[q.from:]) != len(raw)+1 {
		return
	}
	switch {
	case whole:
		f.texts = append(f.texts, text{strings: []span{q}})
	case ofMember:
		i, ok := f.member[string(key)]
		if !ok {
			i = len(f.members)
			f.members, f.member[string(key)] = append(f.members, text{lines: true}), i
		}
		f.members[i].strings = append(f.members[i].strings, q)
	default:
		if n := len(f.list.strings); n == 0 || string(bytes.TrimSpace(f.data[f.list.strings[n-1].to+1:q.from-1])) != "," {
			f.endList()
		}
		f.list.strings = append(f.list.strings, q)
	}
}

// onlyColon tells whether a text is a colon among blanks.
func onlyColon(text []byte) bool {
	colons := 0
	for _, c := range text {
		switch c {
		case ':':
			colons++
		case ' ', '\t', '\r', '\n':
		default:
			return false
		}
	}
	return colons == 1
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

func (f *finder) endList() {
	if n := len(f.list.strings); n >= textLines && f.list.size() >= n*lineLeast {
		f.texts = append(f.texts, f.list)
	}
	f.list = text{lines: true}
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
