package cutmark

import "sync"

// reading is where the mark is looked for to which a cue belongs.
type reading uint8

const (
	asTag      reading = 1 << iota // the name of a tag
	asApart                        // in brackets, or at an ellipsis
	asSentence                     // at the start of a line
	asMore                         // behind the ellipsis in the cue
	asFrame                        // in a line that is framed, or says it of an output
)

// cues are what a text is searched for: five bytes that stand in any mark, in
// either case. They are as rare as the marks allow.
var cues = [...]struct {
	text string
	as   reading
}{
	{"trunc", asTag | asApart | asSentence | asFrame}, {"elide", asTag | asApart | asSentence}, {"persi", asTag | asSentence}, {"ut_he", asTag}, {"ut_ta", asTag},
	{"omitt", asApart | asSentence}, {"clipp", asApart | asSentence}, {"snipp", asApart | asSentence}, {"snip]", asApart}, {"snip>", asApart},
	{"cappe", asApart | asSentence}, {"abbre", asApart | asSentence}, {"skipp", asApart | asSentence}, {"hidde", asApart | asSentence},
	{"shown", asApart | asSentence | asFrame}, {"showi", asApart | asSentence}, {" more", asApart}, {"remai", asApart},
	{"too l", asSentence}, {"too b", asSentence}, {"excee", asSentence}, {"saved", asSentence}, {"writt", asSentence}, {"full ", asSentence},
	{"log o", asSentence}, {"w (fi", asSentence}, {"put l", asSentence}, {"… +", asApart | asMore}, {"... +", asApart | asMore}, {"026 +", asApart | asMore},
	{".. (+", asApart | asMore}, {"\x80\xa6 (+", asApart | asMore}, {"26 (+", asApart | asMore}, {"ines]", asApart}, {"hars]", asApart}, {"rows]", asApart}, {"kens]", asApart},
	{"ines.", asApart}, {"nes .", asApart}, {"nes\xe2\x80", asApart}, {"es \xe2\x80", asApart}, {"nes\\u", asApart}, {"es \\u", asApart}, {"thers", asApart},
	{"suppr", asApart | asFrame}, {"dropp", asApart | asFrame}, {"disca", asApart | asFrame}, {"tripp", asApart | asFrame}, {"colla", asApart | asFrame},
	{"olded", asApart | asFrame}, {" cut ", asApart | asFrame}, {" cut]", asApart}, {" cut)", asApart}, {"[cut ", asApart}, {"imite", asApart | asFrame},
	{"ft ou", asApart | asFrame}, {"trimm", asApart | asFrame}, {"horte", asApart | asFrame}, {" lost", asApart | asFrame}, {"incom", asApart | asFrame},
	{"rtial", asApart}, {"layed", asApart | asFrame}, {"(ctrl", asFrame},
}

const (
	cueLen = 5
	most   = cueLen - 1   // how far one look at the text may skip
	fold   = 0x2020202020 // makes letters lower case, and leaves blanks, digits and brackets
)

// search is Wu and Manber's: two bytes of the text say how far the end of the
// next cue is away at least. Most of a text is passed four bytes at a time: on
// 10 MB of logs the search is 5 of the 100 instructions that the filter executes
// for a byte.
type search struct {
	once  sync.Once
	skip  [1 << 16]uint8
	heads [1 << 16]bool // the two bytes that cues start with
	words [len(cues)]uint64
}

var cueSearch search

func (s *search) fill() {
	for i := range s.skip {
		s.skip[i] = most
	}
	for i, cue := range cues {
		s.words[i] = word(cue.text) | fold
		for j := 1; j < cueLen; j++ {
			for _, a := range cases(cue.text[j-1]) {
				for _, b := range cases(cue.text[j]) {
					s.heads[pair(a, b)] = s.heads[pair(a, b)] || j == 1
					p := &s.skip[pair(a, b)]
					*p = min(*p, uint8(most-j))
				}
			}
		}
	}
}

// cases returns a byte, and the upper case of a letter.
func cases(c byte) []byte {
	if 'a' <= c && c <= 'z' {
		return []byte{c, c &^ 0x20}
	}
	return []byte{c}
}

func pair(a, b byte) uint16 { return uint16(a) | uint16(b)<<8 }

func word[T string | []byte](t T) uint64 {
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 | uint64(t[4])<<32
}

// nextCue returns the place of the first cue at or behind from, and how it is to
// be read; -1 if there is none.
func nextCue(text []byte, from int) (int, reading) {
	cueSearch.once.Do(cueSearch.fill)
	skip := &cueSearch.skip
	for i := from + most; i < len(text); {
		if n := int(skip[pair(text[i-1], text[i])]); n > 0 {
			i += n
			continue
		}
		if k := cueSearch.at(text[i-most : i+1]); k >= 0 {
			return i - most, cues[k].as
		}
		i++
	}
	return -1, 0
}

// at returns which of the cues these bytes are, -1 if none.
func (s *search) at(text []byte) int {
	if !s.heads[pair(text[0], text[1])] {
		return -1
	}
	w := word(text) | fold
	for k, cue := range &s.words {
		if w == cue {
			return k
		}
	}
	return -1
}
