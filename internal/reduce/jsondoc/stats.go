package jsondoc

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// jsonAny is the key of all members of a map: an object whose keys are data.
const jsonAny = -2

// jsonNamed and what is below are the keys of what strings assign to names, which are
// not longer than longestName.
const (
	jsonNamed   = -3
	longestName = 40
)

const (
	fewValues   = 48  // distinct values up to which a field is a category
	manyRecords = 12  // members of which a few may be no objects where the others are like records
	manyMembers = 24  // scalars of one kind from which an object is a map
	manyKeys    = 200 // distinct keys from which an object's further ones are data
)

// jsonPath is what all values at one place of like records have in common:
// "of each item of the list, the member a, and of that the member b".
type jsonPath struct {
	parent, key int32
	count       int32 // values here
	objects     int32 // objects among them
	failing     int32 // values that tell of a failure
	warning     int32 // values that are worth a look
	members     int64 // of all objects here together
	sorts       bool  // the values name kinds of records
	states      bool  // the values say what became of something
	values      []jsonValue
	many        bool // there are too many distinct values to count them
	children    int32
}

// jsonValue is one of the distinct values at a path.
type jsonValue struct {
	hash  uint32
	count int32
	rare  jsonStrength
	first int32 // the first node that has it
}

// jsonStats knows the paths of a document.
type jsonStats struct {
	doc   *jsonDoc
	of    []int32 // the path of each node
	list  []bool  // whether the node's children are like records: a list, or a map
	paths []jsonPath
	index map[uint64]int32

	last     uint64 // the index entry that was used last: siblings share it
	lastPath int32
}

func newJSONStats(d *jsonDoc) *jsonStats {
	st := &jsonStats{doc: d, of: make([]int32, len(d.nodes)), list: make([]bool, len(d.nodes)), index: map[uint64]int32{}}
	st.paths = append(st.paths, jsonPath{parent: -1, key: noKey})
	for i := range d.nodes {
		node := &d.nodes[i]
		st.list[i] = node.kind == jsonArray || node.kind == jsonObject && d.isMap(int32(i))
		if i > 0 {
			st.of[i] = st.enter(st.of[node.parent], st.keyUnder(int32(i)))
		}
		st.count(&st.paths[st.of[i]], int32(i))
	}
	return st
}

// keyUnder returns the key under which the node's path is to be found. What a string
// in a list assigns, as "LEVEL=warn" in an environment, is compared by its name.
func (st *jsonStats) keyUnder(i int32) int32 {
	node := &st.doc.nodes[i]
	if node.key == noKey && node.kind == jsonString {
		text := st.doc.text(i)
		if n := bytes.IndexByte(text[:min(len(text), longestName)], '='); n > 0 && scan.IsWord(text[:n]) {
			return jsonNamed - int32(scan.Hash(text[:n])>>36)
		}
	}
	if st.list[node.parent] && node.key != noKey {
		return jsonAny
	}
	return node.key
}

// enter returns the path of the values under key at the path parent.
func (st *jsonStats) enter(parent, key int32) int32 {
	at := uint64(parent)<<32 | uint64(uint32(key))
	if at == st.last && st.lastPath > 0 {
		return st.lastPath
	}
	p, ok := st.index[at]
	if ok {
		st.last, st.lastPath = at, p
		return p
	}
	if st.paths[parent].children >= manyKeys && key >= 0 {
		return st.enter(parent, jsonAny)
	}
	p = int32(len(st.paths))
	st.index[at] = p
	st.paths = append(st.paths, jsonPath{parent: parent, key: key})
	st.paths[parent].children++
	return p
}

func (st *jsonStats) count(p *jsonPath, i int32) {
	node := &st.doc.nodes[i]
	p.count++
	if node.kind == jsonObject {
		p.objects++
		p.members += int64(node.n)
	}
	if !p.many {
		p.add(node.sameness(), i)
	}
}

// sameness returns a hash that equal values have in common. All containers
// that hold something count as equal: what they hold has paths of its own.
func (node *jsonNode) sameness() uint32 {
	if node.kind.container() && node.n > 0 {
		return 1
	}
	return node.hash
}

func (p *jsonPath) add(hash uint32, node int32) {
	for i := range p.values {
		if p.values[i].hash == hash {
			p.values[i].count++
			return
		}
	}
	if len(p.values) == fewValues {
		p.many, p.values = true, nil
		return
	}
	p.values = append(p.values, jsonValue{hash: hash, count: 1, first: node})
}

// loose tells whether the objects at p differ so much in their keys that a
// rare one says nothing.
func (p *jsonPath) loose() bool {
	return p.children > 8 && int64(p.children)*int64(p.objects) > 3*p.members
}

// isMap tells whether the keys of object i are data and its members like
// records: like objects, or a long run of lists or of scalars of one kind.
func (d *jsonDoc) isMap(i int32) bool {
	if d.nodes[i].n < 4 {
		return false
	}
	var objects, arrays, strings, others int32
	for c := i + 1; c < d.nodes[i].next; c = d.nodes[c].next {
		switch d.nodes[c].kind {
		case jsonObject:
			objects++
		case jsonArray:
			arrays++
		case jsonString:
			strings++
		default:
			others++
		}
	}
	n := d.nodes[i].n
	if objects == n || n >= manyRecords && objects*5 >= n*4 {
		return d.alike(i)
	}
	return arrays == n && (n >= 12 || d.alike(i)) || n >= manyMembers && max(strings, others)*10 >= n*9
}

// alike tells whether the first members of i, nearly all of them objects or lists of
// objects, share their keys.
func (d *jsonDoc) alike(i int32) bool {
	seen := map[int32]bool{}
	total, looked := 0, 0
	for c := i + 1; c < d.nodes[i].next && looked < 16; c = d.nodes[c].next {
		looked++
		record := c
		if d.nodes[c].kind == jsonArray && d.nodes[c].n > 0 {
			record = c + 1
		}
		if d.nodes[record].kind != jsonObject {
			continue
		}
		for m := record + 1; m < d.nodes[record].next && total < 1000; m = d.nodes[m].next {
			seen[d.nodes[m].key] = true
			total++
		}
	}
	return total > 0 && total >= 2*len(seen)
}
