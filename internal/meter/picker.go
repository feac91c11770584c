package meter

import (
	"bytes"
	"math"
	"strconv"
)

// picker reads JSON as it comes, and keeps the numbers and names that stand in
// known places. It checks nothing: in what is no JSON it finds what it finds.
// It needs the same memory for any text.
type picker struct {
	known func(path []byte) place
	found *tally

	path  [maxDepth * (maxKey + 1)]byte
	size  int             // of the path of the value that is read, or comes next
	outer [maxDepth]frame // the arrays and objects that are open
	depth int             // how many
	deep  int             // how many more, too deep to hold anything known

	state  jsonState
	key    bool // the next string is a key
	escape bool // in a string, behind a backslash
	at     place
	word   [maxWord]byte // the key, name or number that is read
	length int           // of it; more than there is room for: it is cut
	bad    bool          // it holds an escape
}

const (
	maxDepth = 6
	maxKey   = 40
	maxWord  = 100
)

// frame is an array or object that is open.
type frame struct {
	kind byte // the bracket
	size int  // of its path
}

// jsonState is what the picker is in.
type jsonState uint8

const (
	between jsonState = iota
	inKey
	inName   // a string that is kept
	inString // a string that is not
	inNumber
)

// reset begins a new text.
func (j *picker) reset() {
	j.size, j.depth, j.deep = 0, 0, 0
	j.state, j.key, j.escape = between, false, false
}

func (j *picker) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		switch j.state {
		case between:
			j.between(rest[0])
			rest = rest[1:]
		case inNumber:
			rest = j.inNumber(rest)
		default:
			rest = j.inString(rest)
		}
	}
	return len(p), nil
}

// between takes a byte outside of strings and numbers.
func (j *picker) between(c byte) {
	switch c {
	case '{', '[':
		j.open(c)
	case '}', ']':
		j.shut()
	case ',':
		j.key = j.deep == 0 && j.depth > 0 && j.outer[j.depth-1].kind == '{'
	case ':':
		j.key = false
	case '"':
		j.beginString()
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		j.begin(inNumber, j.place())
		j.keep(c)
	}
}

func (j *picker) open(kind byte) {
	if j.deep > 0 || j.depth == maxDepth {
		j.deep++
		j.key = false
		return
	}
	j.outer[j.depth] = frame{kind, j.size}
	j.depth++
	j.key = kind == '{'
	if kind == '[' {
		j.step([]byte("[]"))
	}
}

func (j *picker) shut() {
	switch {
	case j.deep > 0:
		j.deep--
	case j.depth > 0:
		j.depth--
		j.size = j.outer[j.depth].size
	}
	j.key = false
}

// step makes the path that of a member, or an element, of what is open.
func (j *picker) step(key []byte) {
	if j.depth == 0 {
		return
	}
	j.size = j.outer[j.depth-1].size
	if j.size > 0 {
		j.path[j.size] = '.'
		j.size++
	}
	j.size += copy(j.path[j.size:], key)
}

// place returns what stands where the picker is.
func (j *picker) place() place {
	if j.deep > 0 {
		return nowhere
	}
	return j.known(j.path[:j.size])
}

func (j *picker) begin(state jsonState, at place) {
	j.state, j.at, j.length, j.bad = state, at, 0, false
}

func (j *picker) beginString() {
	at := j.place()
	switch {
	case j.key:
		j.begin(inKey, nowhere)
	case at == modelName || at == responseID:
		j.begin(inName, at)
	default:
		j.begin(inString, at)
	}
}

func (j *picker) keep(c byte) {
	if j.length < maxWord {
		j.word[j.length] = c
	}
	j.length++
}

// inString takes a string as far as it is there, and what ends it.
func (j *picker) inString(p []byte) []byte {
	for i, c := range p {
		switch {
		case j.escape:
			j.escape = false
		case c == '\\':
			j.escape, j.bad = true, true
		case c == '"':
			j.endString()
			return p[i+1:]
		case j.state != inString:
			j.keep(c)
		}
	}
	return nil
}

func (j *picker) endString() {
	whole := !j.bad && j.length <= maxWord
	switch {
	case j.state == inKey && whole && j.length <= maxKey:
		j.step(j.word[:j.length])
	case j.state == inKey: // nothing known has such a key
		j.step([]byte("?"))
	case j.state == inName && whole:
		j.found.name(j.at, j.word[:j.length])
	}
	j.state = between
}

// inNumber takes a number as far as it is there. What ends it is left.
func (j *picker) inNumber(p []byte) []byte {
	for i, c := range p {
		if bytes.IndexByte([]byte("0123456789+-.eE"), c) < 0 {
			j.endNumber()
			return p[i:]
		}
		j.keep(c)
	}
	return nil
}

func (j *picker) endNumber() {
	j.state = between
	if j.at == nowhere || j.length > maxWord {
		return
	}
	v, err := strconv.ParseFloat(string(j.word[:j.length]), 64)
	if err == nil && v >= 0 && v == math.Trunc(v) && v <= maxTokens {
		j.found.number(j.at, int(v))
	}
}
