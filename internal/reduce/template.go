package reduce

import "encoding/binary"

// A template is a line with its variable parts masked: numbers, hexadecimal
// digits, addresses, times. Lines of one template were printed by one
// statement of a program, so one of them speaks for all.
//
// Templates are mined in two steps. Each line is masked into a hash in one
// walk over its bytes, without a copy. Then the few distinct templates are
// compared word by word, and words that vary freely (user names, paths) are
// masked too; see template_merge.go.

// maxTemplates bounds the memory of a miner. Lines of templates beyond it are
// counted as one, of which nothing is known.
const maxTemplates = 1 << 14

// template is what is known of the lines of one template.
type template struct {
	count       int32
	first, last int32 // units
	group       int32 // the template it was merged into; itself, if into none
}

// templateMiner counts the templates of the units it is given, in order.
type templateMiner struct {
	index map[uint64]int32
	list  []template
	of    []int32  // the template of each unit, -1: none or too many
	state []uint16 // of each unit, nil: none; units of different states are not merged
}

func newTemplateMiner(units int) *templateMiner {
	m := &templateMiner{index: map[uint64]int32{}, of: make([]int32, units)}
	for i := range m.of {
		m.of[i] = -1
	}
	return m
}

// add counts unit i under the template whose hash is given.
func (m *templateMiner) add(i int, hash uint64) {
	id, ok := m.index[hash]
	if !ok {
		if len(m.list) == maxTemplates {
			return
		}
		id = int32(len(m.list))
		m.index[hash] = id
		m.list = append(m.list, template{first: int32(i), group: id})
	}
	t := &m.list[id]
	t.count++
	t.last = int32(i)
	m.of[i] = id
}

// groupOf returns the template of unit i after merging, nil if it has none.
func (m *templateMiner) groupOf(i int) *template {
	if m.of[i] < 0 {
		return nil
	}
	return &m.list[m.list[m.of[i]].group]
}

// The classes of bytes that masking tells apart.
const (
	maskSign uint8 = iota
	maskBlank
	maskLetter
	maskHexLetter
	maskDigit
)

var maskClass = maskClasses()

func maskClasses() (class [256]uint8) {
	for c := range class {
		b := byte(c)
		switch {
		case isDigit(b):
			class[c] = maskDigit
		case 'a' <= b|0x20 && b|0x20 <= 'f':
			class[c] = maskHexLetter
		case isLetter(b) || b == '_' || b >= 0x80:
			class[c] = maskLetter
		case b == ' ' || b == '\t':
			class[c] = maskBlank
		}
	}
	return class
}

const (
	maskSeed  = 14695981039346656037
	maskPrime = 1099511628211
	masked    = 0x23 // '#', stands for what varies
)

func mixHash(h, v uint64) uint64 {
	h = (h ^ v) * maskPrime
	return h ^ h>>29
}

// templateHash returns the hash of the text's template. Words with a digit,
// long hexadecimal ones, and runs of those joined by the signs of times,
// addresses and versions are all one variable; a run of blanks is one blank.
func templateHash(text []byte) uint64 {
	h := uint64(maskSeed)
	variable := false  // the last thing hashed was a variable
	joint := uint64(0) // a sign after it, hashed only if no variable follows
	for i := 0; i < len(text); {
		c := text[i]
		switch maskClass[c] {
		case maskBlank:
			for i < len(text) && maskClass[text[i]] == maskBlank {
				i++
			}
			h, variable, joint = mixHash(h, joint<<8|' '), false, 0
			continue
		case maskSign:
			i++
			switch {
			case variable && joint == 0 && isJoint(c):
				joint = uint64(c)
			case c == '-' && !variable && minusOne(text[i:]):
				h, joint = mixHash(h, joint<<8|'-'), 0 // what fails returns -1: another template than 1
			case (c == '-' || c == '+') && !variable && i < len(text) && isDigit(text[i]):
				// the sign of a number
			default:
				h, variable, joint = mixHash(h, joint<<8|uint64(c)), false, 0
			}
			continue
		}
		n, word, varies := maskWord(text[i:])
		i += n
		switch {
		case !varies:
			h, variable = mixHash(h+joint, word), false
		case word != 0:
			h, variable = mixHash(mixHash(h+joint, word), masked), true
		case !variable:
			h, variable = mixHash(h, masked), true
		}
		joint = 0
	}
	return mixHash(h, joint)
}

// minusOne tells whether text, what stands behind a minus, is a 1 alone.
func minusOne(text []byte) bool {
	return len(text) > 0 && text[0] == '1' && (len(text) == 1 || maskClass[text[1]] == maskBlank)
}

// isJoint tells whether c joins the parts of a time, an address, a version.
func isJoint(c byte) bool {
	return c == '.' || c == ':' || c == '-' || c == '/' || c == ',' || c == '+'
}

// maskWord returns the length of the word that text starts with and, of a
// constant word, its hash; of one that varies, the hash of the constant name
// that its number stands behind ("blk_123", "node7"), or 0.
func maskWord(text []byte) (n int, word uint64, varies bool) {
	classes := uint8(0) // a bit for each class that the word has
	digit := 0          // where its first digit is
	for n < len(text) && maskClass[text[n]] >= maskLetter {
		if classes |= 1 << maskClass[text[n]]; classes < 1<<maskDigit {
			digit++
		}
		n++
	}
	if digit == n {
		return n, wordHash(text[:n]), classes == 1<<maskHexLetter && n >= 8
	}
	if digits(text[digit:n]) < n-digit || isHexName(text[:digit]) {
		return n, 0, true
	}
	return n, wordHash(text[:digit]), true
}

func isHexName(name []byte) bool {
	for _, c := range name {
		if maskClass[c] != maskHexLetter {
			return false
		}
	}
	return true
}

// wordHash returns the hash of a word, taking eight bytes at a time.
func wordHash(word []byte) uint64 {
	h := maskSeed ^ uint64(len(word))
	for len(word) >= 8 {
		h = mixHash(h, binary.LittleEndian.Uint64(word))
		word = word[8:]
	}
	rest := uint64(0)
	for _, c := range word {
		rest = rest<<8 | uint64(c)
	}
	return mixHash(h, rest)
}

// textHash returns the hash of a text as it is, nothing masked.
func textHash(text []byte) uint64 {
	h := uint64(maskSeed)
	for _, c := range text {
		h = (h ^ uint64(c)) * maskPrime
	}
	return h ^ h>>29
}
