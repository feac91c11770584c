package jsondoc

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

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

	// mostNodes is how many values of a document are held, at some sixty bytes
	// each. Of one with more those are that stand further out. Documents of the
	// corpus have a value in 20 to 60 bytes, and what is read at once is 16 MB.
	mostNodes = 1 << 20
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
	stray [][2]int32 // bytes that are not known to be JSON, by lines
	ruled ruledObject
}

// jsonReader reads the runs of a text that are JSON for certain, since the text
// may have been cut anywhere, or have been printed into.
type jsonReader struct {
	jsonDoc
	at     int
	open   []int32 // the containers that are open, from the outermost
	depth  int     // how many may be
	most   int     // how many were
	deeper int     // brackets open beyond depth
	key    int32
	keyAt  int32
	seen   map[string]int32
	full   bool // there are more values than are held
}

// readJSON reads data where its syntax is certain. What is open where that
// ends is closed: no value spans a place at which the text may have been cut.
// It is nil if even the outermost values are too many.
func readJSON(data []byte, runs []jsonRun) *jsonDoc {
	for depth := maxDepth; depth > 1; {
		r := newJSONReader(data, depth)
		r.readRuns(runs)
		if !r.full {
			return &r.jsonDoc
		}
		depth = min(depth, r.most) / 2
	}
	return nil
}

func newJSONReader(data []byte, depth int) *jsonReader {
	r := &jsonReader{jsonDoc: jsonDoc{data: data}, depth: depth, key: noKey, seen: map[string]int32{}}
	nodes := bytes.Count(data, []byte{','}) + bytes.Count(data, []byte{'{'}) + bytes.Count(data, []byte{'['}) + 2
	r.nodes = make([]jsonNode, 0, min(nodes, mostNodes))
	return r
}

func (r *jsonReader) readRuns(runs []jsonRun) {
	r.push(jsonArray, 0)
	for _, run := range runs {
		r.skipTo(int(run.start))
		for range min(int(run.early), r.depth-1) {
			r.push(jsonObject, r.at) // closed in the run, opened before it
		}
		r.read(int(run.end))
		if r.full {
			return
		}
	}
	r.skipTo(len(r.data))
	r.pop(len(r.data))
}

// skipTo closes what is open, and steps over text that is not known to be JSON.
func (r *jsonReader) skipTo(end int) {
	for len(r.open) > 1 {
		r.pop(r.at)
	}
	r.deeper, r.key = 0, noKey
	for r.at < end {
		n := bytes.IndexByte(r.data[r.at:end], '\n') + 1
		if n == 0 {
			n = end - r.at
		}
		if !scan.Blank(r.data[r.at : r.at+n]) {
			r.stray = append(r.stray, [2]int32{int32(r.at), int32(r.at + n)})
		}
		r.at += n
	}
}

func (r *jsonReader) read(end int) {
	for r.at < end && !r.full {
		switch c := r.data[r.at]; {
		case c == 0x1b:
			r.at += block.ControlSize(r.data[r.at:])
		case c == '"':
			r.readString()
		case c == '{' || c == '[':
			r.openBracket(jsonKind(c))
		case c == '}' || c == ']':
			r.closeBracket()
		case c == '-' || scan.IsDigit(c):
			r.readWord(jsonNumber)
		case c == 't' || c == 'f' || c == 'n':
			r.readWord(jsonKind(c))
		default:
			r.at++
		}
	}
}

// jsonWord returns the length of the number or literal that text starts
// with, or 0.
func jsonWord(text []byte) int {
	if scan.IsDigit(text[0]) || text[0] == '-' {
		n := 1
		for n < len(text) && (scan.IsWordByte(text[n]) || text[n] == '.' || text[n] == '+' || text[n] == '-') {
			n++
		}
		return n
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if scan.HasPrefix(text, word) {
			return len(word)
		}
	}
	return 0
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
			i += block.ControlSize(r.data[i:]) - 1
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
	r.nodes[i].hash = Hash(r.data[start:r.at])
	r.pop(r.at)
}

// Hash is FNV-1a.
func Hash(text []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

func (r *jsonReader) openBracket(kind jsonKind) {
	if len(r.open) >= r.depth {
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
	r.most, r.full = max(r.most, len(r.open)), len(r.nodes) >= mostNodes
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
