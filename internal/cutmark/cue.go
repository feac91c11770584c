package cutmark

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

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
	cueLen   = 5
	lastPair = cueLen - 2
	fold     = 0x2020202020 // makes letters lower case, and leaves blanks, digits and brackets
)

// search looks at a text's pairs of bytes four by four: of the four pairs in a cue one is
// always looked at, and the pair next to it tells nearly all that are no cue's.
type search struct {
	once  sync.Once
	pairs [1 << 16]uint8 // a bit for each place in a cue at which the two bytes stand
	slots [256]struct {
		word uint64
		as   reading // 0: the slot is free
	}
}

var cueSearch search

func (s *search) fill() {
	for _, cue := range cues {
		w := word([]byte(cue.text)) | fold
		k := slotOf(w)
		for s.slots[k].as != 0 {
			k++
		}
		s.slots[k].word, s.slots[k].as = w, cue.as
		for j := range lastPair + 1 {
			for _, a := range cases(cue.text[j]) {
				for _, b := range cases(cue.text[j+1]) {
					s.pairs[uint16(a)|uint16(b)<<8] |= 1 << j
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

func word(t []byte) uint64 {
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 | uint64(t[4])<<32
}

// slotOf returns the first slot in which a word may be.
func slotOf(w uint64) uint8 { return uint8(w * 0x9e3779b97f4a7c15 >> 56) }

// nextCue returns the place of the first cue at or behind from, and how it is to
// be read; -1 if there is none.
func nextCue(text []byte, from int) (int, reading) {
	cueSearch.once.Do(cueSearch.fill)
	pairs := &cueSearch.pairs
	at := from + lastPair // of the pair that is looked at
	for ; at+3 <= len(text); at += cueLen - 1 {
		for at+7 <= len(text) {
			x := binary.LittleEndian.Uint64(text[at-1:][:8:8])
			if placesAt(pairs, uint32(x))|placesAt(pairs, uint32(x>>32)) != 0 {
				break
			}
			at += 2 * (cueLen - 1)
		}
		if at+3 > len(text) {
			break
		}
		places := placesAt(pairs, binary.LittleEndian.Uint32(text[at-1:]))
		for places != 0 { // the cue that starts first has its later pair here
			j := bits.Len8(places) - 1
			if start := at - j; start+cueLen <= len(text) {
				if as := cueSearch.at(text[start:]); as != 0 {
					return start, as
				}
			}
			places &^= 1 << j
		}
	}
	if start := at - lastPair; start+cueLen == len(text) {
		if as := cueSearch.at(text[start:]); as != 0 {
			return start, as
		}
	}
	return -1, 0
}

// placesAt returns at which places in a cue the second and third of four bytes stand: the
// last pair of a cue has a neighbour before it, the others have one behind.
func placesAt(pairs *[1 << 16]uint8, x uint32) uint8 {
	return pairs[uint16(x>>8)] & (pairs[x>>16]>>1 | pairs[uint16(x)]<<1&(1<<lastPair))
}

// at returns how the cue is to be read that text begins with, 0 if it is none.
func (s *search) at(text []byte) reading {
	w := word(text) | fold
	k := slotOf(w)
	for s.slots[k].as != 0 && s.slots[k].word != w {
		k++
	}
	as := s.slots[k].as
	for j := 0; as != 0 && j <= lastPair; j++ {
		if s.pairs[uint16(text[j])|uint16(text[j+1])<<8]>>j&1 == 0 {
			return 0 // a bracket of another kind, which is folded too
		}
	}
	return as
}
