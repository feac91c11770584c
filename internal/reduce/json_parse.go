package reduce

import "bytes"

// jsonKind is what a JSON value is. It is spelt by the value's first byte.
type jsonKind byte

const (
	jsonObject jsonKind = '{'
	jsonArray  jsonKind = '['
	jsonString jsonKind = '"'
	jsonNumber jsonKind = '0'
	jsonTrue   jsonKind = 't'
	jsonFalse  jsonKind = 'f'
	jsonNull   jsonKind = 'n'
)

// container tells whether values of the kind hold others.
func (k jsonKind) container() bool { return k == jsonObject || k == jsonArray }

const (
	noKey    = -1  // the key of a value that has none
	maxDepth = 200 // brackets deeper than this are not looked into
)

// jsonNode is a value of the document. Nodes stand in the order of the text,
// so that the children of node i start at i+1 and each one's next is its
// next sibling, up to the next of i.
type jsonNode struct {
	kind       jsonKind
	key        int32 // index into jsonDoc.keys, or noKey
	keyStart   int32 // byte at which the member starts: its key, or the value
	start, end int32 // bytes of the value
	parent     int32
	next       int32
	n          int32 // number of children
	hash       uint32
}

// jsonDoc is what was read of a section of JSON.
type jsonDoc struct {
	data  []byte
	nodes []jsonNode // the first is a list of what stands at the top
	keys  [][]byte   // the texts of the keys, without quotes
	stray [][2]int32 // bytes at the top that are no JSON, by lines
}

// jsonReader reads JSON leniently: what it can't read it steps over, since
// the text may be cut at either end, or have been printed into.
type jsonReader struct {
	jsonDoc
	at     int
	open   []int32 // the containers that are open, from the outermost
	deeper int     // brackets open beyond maxDepth
	key    int32
	keyAt  int32
	seen   map[string]int32
	early  bool // a bracket closed that was never opened
}

// readJSON reads data. Brackets that close without having been opened, as at
// the end of a cut document, get containers from the start of the text.
func readJSON(data []byte) *jsonDoc {
	r := newJSONReader(data, 0)
	r.read()
	if r.early {
		r = newJSONReader(data, unopened(data))
		r.read()
	}
	return &r.jsonDoc
}

func newJSONReader(data []byte, depth int) *jsonReader {
	r := &jsonReader{jsonDoc: jsonDoc{data: data}, key: noKey, seen: map[string]int32{}}
	r.nodes = make([]jsonNode, 0, bytes.Count(data, []byte{','})+bytes.Count(data, []byte{'{'})+bytes.Count(data, []byte{'['})+depth+2)
	if hasPrefix(data, "\ufeff") {
		r.at += len("\ufeff")
	}
	r.push(jsonArray, 0)
	for range min(depth, maxDepth) {
		r.push(jsonObject, 0)
	}
	return r
}

// unopened returns how many brackets close in data without being opened.
func unopened(data []byte) int {
	depth, least := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			n, _ := jsonStringEnd(data[i+1:])
			i += n
		case 0x1b:
			i += jsonControl(data[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			least = min(least, depth)
		}
	}
	return -least
}

func (r *jsonReader) read() {
	for r.at < len(r.data) {
		switch c := r.data[r.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':':
			r.at++
		case c == 0x1b:
			r.at += jsonControl(r.data[r.at:])
		case r.deeper == 0 && len(r.open) == 1 && !r.startsDocument():
			r.strayLine()
		case c == '"':
			r.readString()
		case c == '{' || c == '[':
			r.openBracket(jsonKind(c))
		case c == '}' || c == ']':
			r.closeBracket()
		case c == '-' || isDigit(c):
			r.readWord(jsonNumber)
		case c == 't' || c == 'f' || c == 'n':
			r.readWord(jsonKind(c))
		default:
			r.at++
		}
	}
	for len(r.open) > 0 {
		r.pop(len(r.data))
	}
}

// startsDocument tells whether a JSON value, and no other text, starts here
// at the top.
func (r *jsonReader) startsDocument() bool {
	switch c := r.data[r.at]; c {
	case '}', ']':
		return true
	case '{', '[':
		return opensJSONValue(r.data[r.at:])
	case '"':
		n, _ := jsonStringEnd(r.data[r.at+1:])
		return endsJSONValue(r.data[r.at+1+n:]) || r.colonAt(r.at+1+n) > 0
	default:
		n := jsonWord(r.data[r.at:])
		return n > 0 && endsJSONValue(r.data[r.at+n:])
	}
}

// opensJSONValue tells whether what follows the bracket may stand there.
func opensJSONValue(text []byte) bool {
	for i := 1; i < min(len(text), 200); i++ {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == 0x1b:
			i += jsonControl(text[i:]) - 1
		case c == '"':
			return true
		case text[0] == '{':
			return c == '}'
		case c == '{' || c == '[' || c == ']':
			return true
		default:
			return jsonWord(text[i:]) > 0
		}
	}
	return true
}

// jsonWord returns the length of the number or literal that text starts
// with, or 0.
func jsonWord(text []byte) int {
	if isDigit(text[0]) || text[0] == '-' {
		n := 1
		for n < len(text) && (isWordByte(text[n]) || text[n] == '.' || text[n] == '+' || text[n] == '-') {
			n++
		}
		return n
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if hasPrefix(text, word) {
			return len(word)
		}
	}
	return 0
}

// endsJSONValue tells whether text goes on as it may behind a value.
func endsJSONValue(text []byte) bool {
	text = bytes.TrimLeft(text[:min(len(text), 64)], " \t\r")
	return len(text) == 0 || text[0] == '\n' || text[0] == ',' || text[0] == 0x1b
}

// strayLine steps over the rest of a line at the top that is not JSON.
func (r *jsonReader) strayLine() {
	start := r.at
	if n := bytes.IndexByte(r.data[r.at:], '\n'); n >= 0 {
		r.at += n + 1
	} else {
		r.at = len(r.data)
	}
	r.stray = append(r.stray, [2]int32{int32(start), int32(r.at)})
}

func (r *jsonReader) readString() {
	start := r.at
	n, _ := jsonStringEnd(r.data[start+1:])
	r.at = start + 1 + n
	if r.deeper > 0 {
		return
	}
	if colon := r.colonAt(r.at); colon > 0 {
		r.key, r.keyAt = r.intern(bytes.TrimSuffix(r.data[start+1:r.at], []byte{'"'})), int32(start)
		r.at = colon + 1
		return
	}
	r.scalar(jsonString, start)
}

// colonAt returns the place of the colon that follows at i, or 0.
func (r *jsonReader) colonAt(i int) int {
	for ; i < len(r.data); i++ {
		switch r.data[i] {
		case ' ', '\t', '\r', '\n':
		case 0x1b:
			i += jsonControl(r.data[i:]) - 1
		case ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

func (r *jsonReader) intern(key []byte) int32 {
	id, ok := r.seen[string(key)]
	if !ok {
		id = int32(len(r.keys))
		r.seen[string(key)] = id
		r.keys = append(r.keys, key)
	}
	return id
}

// readWord reads a number or a literal.
func (r *jsonReader) readWord(kind jsonKind) {
	start, n := r.at, jsonWord(r.data[r.at:])
	r.at += max(n, 1)
	if n > 0 && r.deeper == 0 {
		r.scalar(kind, start)
	}
}

func (r *jsonReader) scalar(kind jsonKind, start int) {
	i := r.push(kind, start)
	r.nodes[i].hash = jsonHash(r.data[start:r.at])
	r.pop(r.at)
}

// jsonHash is FNV-1a.
func jsonHash(text []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

func (r *jsonReader) openBracket(kind jsonKind) {
	if len(r.open) >= maxDepth {
		r.deeper++
	} else {
		r.push(kind, r.at)
	}
	r.at++
}

func (r *jsonReader) closeBracket() {
	r.at++
	switch {
	case r.deeper > 0:
		r.deeper--
	case len(r.open) > 1:
		r.pop(r.at)
	default:
		r.early = true
	}
}

// push adds a node that starts at start, with the key that was read before
// it, and leaves it open.
func (r *jsonReader) push(kind jsonKind, start int) int32 {
	i := int32(len(r.nodes))
	node := jsonNode{kind: kind, key: r.key, keyStart: int32(start), start: int32(start), parent: -1}
	if r.key != noKey {
		node.keyStart = r.keyAt
		r.key = noKey
	}
	if len(r.open) > 0 {
		node.parent = r.open[len(r.open)-1]
		r.nodes[node.parent].n++
	}
	r.nodes = append(r.nodes, node)
	r.open = append(r.open, i)
	return i
}

// pop closes the innermost open node.
func (r *jsonReader) pop(end int) {
	i := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	node := &r.nodes[i]
	node.end, node.next = int32(end), int32(len(r.nodes))
	if node.kind.container() && i > 0 {
		r.settle(i)
	}
}

// settle gives a container that is closed its hash, of what it holds at its
// top, and the kind that its children show.
func (r *jsonReader) settle(i int32) {
	node := &r.nodes[i]
	if node.n == 0 {
		return
	}
	if r.data[node.start] != byte(node.kind) && r.nodes[i+1].key == noKey {
		node.kind = jsonArray // opened before the text starts
	}
	for c := i + 1; c < node.next; c = r.nodes[c].next {
		node.hash += uint32(r.nodes[c].key+2) * 2654435761
	}
}

// size returns the number of bytes of node i, its key included.
func (d *jsonDoc) size(i int32) int { return int(d.nodes[i].end - d.nodes[i].keyStart) }

// text returns the bytes of the value of node i, without the quotes if it is
// a string.
func (d *jsonDoc) text(i int32) []byte {
	text := d.data[d.nodes[i].start:d.nodes[i].end]
	if d.nodes[i].kind == jsonString {
		return bytes.TrimSuffix(text[1:], []byte{'"'})
	}
	return text
}

// keyIs tells whether node i is a member of that key.
func (d *jsonDoc) keyIs(i int32, key string) bool {
	k := d.nodes[i].key
	return k >= 0 && string(d.keys[k]) == key
}
