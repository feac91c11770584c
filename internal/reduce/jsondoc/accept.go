package jsondoc

import (
	"elide.example/elide/internal/mark"
)

// accept takes the findings that are to be shown, the strongest first, each
// kind up to a share of the document.
func (v *jsonView) accept(all []jsonFinding) {
	size := len(v.data)
	names := max(6_000, size/8) // for failures that there is no room for otherwise
	left := [findEnd]int{findFailure: max(12_000, size/3), findRare: max(4_000, size/12), findNotice: max(2_000, size/20), findSeldom: max(1_500, size/30)}
	told := map[int32]bool{}
	for _, f := range all {
		named := v.st.paths[v.st.of[f.node]].key <= jsonNamed // what was set may be why
		if f.strength != findFailure && !named && v.withinFailure(f.node) {
			continue
		}
		cost := v.recordCost(f.node)
		if cost <= left[f.strength] {
			left[f.strength] -= cost
			v.warm(f)
			continue
		}
		left[f.strength] = 0 // those that follow tell less
		if r := v.record(f.node); f.strength <= findNotice && names > 0 && !told[r] {
			told[r] = true
			names -= v.name(r, nameRank(f.strength)) + v.point(f)
		}
	}
}

// nameRank returns the rank of the name of a record that has no room.
func nameRank(s jsonStrength) mark.Rank {
	if s == findFailure {
		return mark.Critical
	}
	return mark.Outlier
}

// point marks a finding for whose record there is no room: a small value
// itself, of a record in a map the key. It returns how many bytes that is.
func (v *jsonView) point(f jsonFinding) int {
	marked := 0
	if r := v.record(f.node); v.nodes[r].key != noKey {
		v.brackets(r)
		marked += len(v.keys[v.nodes[r].key]) + 6
	}
	if v.size(f.node) <= shortItems {
		v.mark(v.nodes[f.node].keyStart, v.nodes[f.node].end, nameRank(f.strength), 50, mark.WhyRare)
		marked += v.size(f.node)
	}
	return marked
}

// withinFailure tells whether node i is in an item of a list that is part of
// an item of another, and that one failed: then the message of the failure says
// what matters there, and what else is rare in its details doesn't.
func (v *jsonView) withinFailure(i int32) bool {
	for i = v.nodes[v.record(i)].parent; i > 0; i = v.nodes[i].parent {
		if v.st.list[v.nodes[i].parent] && v.heat[i] == findFailure && (v.nodes[i].parent > 0 || v.nodes[0].n > 1) {
			return true
		}
	}
	return false
}

// record returns the item of a list that node i is in: the innermost one.
func (v *jsonView) record(i int32) int32 {
	for i > 0 && !v.st.list[v.nodes[i].parent] {
		i = v.nodes[i].parent
	}
	return i
}

// recordCost returns about how many bytes it takes to show node i in its
// record, which is nothing if the record is shown already.
func (v *jsonView) recordCost(i int32) int {
	i = v.record(i)
	if i == 0 || v.heat[i] != findNone {
		return 0
	}
	return min(v.size(i), wholeRecord)
}

// name marks what record i is known by, and returns how many bytes that is.
// It looks for it in the record, then in the objects in it.
func (v *jsonView) name(i int32, r mark.Rank) int {
	marked := v.nameBy(i, r, v.names, int(v.nodes[i].n))
	for c := i + 1; marked == 0 && c < v.nodes[i].next; c = v.nodes[c].next {
		if v.nodes[c].kind == jsonObject && !v.st.list[c] && v.heat[c] == findNone {
			marked += v.name(c, r)
		}
	}
	return marked
}

// nameBy marks up to most plain members of object i that name it, and returns
// how many bytes that is.
func (v *jsonView) nameBy(i int32, r mark.Rank, names func(int32) bool, most int) int {
	marked := 0
	for c := i + 1; c < v.nodes[i].next && most > 0; c = v.nodes[c].next {
		if !names(c) {
			continue
		}
		n := c
		if v.nodes[c].kind == jsonObject && v.nodes[c].n > 0 {
			n = c + 1 // "name": {"common": …}
		}
		if !v.nodes[n].kind.container() && v.size(n) <= shortScalar {
			v.mark(v.nodes[n].keyStart, v.nodes[n].end, r, 50, mark.WhyNear)
			marked += v.size(n) + 20
			most--
		}
	}
	return marked
}

// warm notes a finding at its node and at all that it is in.
func (v *jsonView) warm(f jsonFinding) {
	v.found[f.node] = f.strength
	for i := f.node; i >= 0 && (v.heat[i] == findNone || v.heat[i] > f.strength); i = v.nodes[i].parent {
		v.heat[i] = f.strength
	}
}
