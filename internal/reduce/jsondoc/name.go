package jsondoc

import (
	"bytes"

	"elide/internal/mark"
)

// Of a list of large records a reader wants to know at least what they are,
// so that the one that is looked for can be asked for.
const (
	namedItems  = 60  // items of a list that are named at most
	namedLarge  = 400 // bytes that they have on average at least
	namedText   = 200 // bytes of a name at most, of its units twice that
	namedLevels = 2   // objects around such a list at most
)

// nameItems names the items of the outermost lists of records in node i, if
// they are few and large.
func (v *jsonView) nameItems(i int32, level int) {
	node := &v.nodes[i]
	switch {
	case v.st.list[i] && node.n > 1:
		if node.n <= namedItems && v.size(i) >= int(node.n)*namedLarge {
			v.nameEach(i)
		}
	case level < namedLevels:
		for c := i + 1; c < node.next; c = v.nodes[c].next {
			if v.nodes[c].kind.container() {
				v.nameItems(c, level+1)
			}
		}
	}
}

func (v *jsonView) nameEach(list int32) {
	for c := list + 1; c < v.nodes[list].next; c = v.nodes[c].next {
		if v.nodes[c].kind == jsonObject {
			v.nameItem(c)
		}
	}
}

// nameItem marks the member by which object i is best known, its own or one
// of an object in it, and tells whether there is one.
func (v *jsonView) nameItem(i int32) bool {
	best := int32(-1)
	for c := i + 1; c < v.nodes[i].next; c = v.nodes[c].next {
		if !v.names(c) || v.nodes[c].kind.container() || !v.namesOnly(c) {
			continue
		}
		if best < 0 || v.spoken(c) > v.spoken(best) {
			best = c
		}
	}
	if best >= 0 {
		v.mark(v.nodes[best].keyStart, v.nodes[best].end, mark.Sample, 40, mark.WhyHeading)
		return true
	}
	return false
}

// namesOnly tells whether the units of member i hold little more than a name:
// a record on a line of its own may be one unit.
func (v *jsonView) namesOnly(i int32) bool {
	first, end := v.units(v.nodes[i].keyStart, v.nodes[i].end)
	held := 0
	for u := first; u < end && held <= 2*namedText; u++ {
		held += len(v.s.Raw(u))
	}
	return held <= 2*namedText
}

// spoken grades how much member i names its record as people do, rather than
// by a number or an address.
func (v *jsonView) spoken(i int32) int {
	key := v.keys[v.nodes[i].key]
	switch {
	case v.nodes[i].kind != jsonString || len(key) < 4: // id, uid, url, arn
		return 0
	case bytes.EqualFold(key, []byte("name")) || bytes.EqualFold(key, []byte("title")) || bytes.EqualFold(key, []byte("importpath")):
		return 3
	}
	return 2
}
