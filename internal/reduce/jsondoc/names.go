package jsondoc

import (
	"sort"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// Name shows what the values at these places of a section stand in, and what the records are
// known by that they are members of. The places rise.
func Name(s block.Section, marks []mark.Mark, places []int) {
	if len(places) == 0 {
		return
	}
	d := readJSON(s.Bytes(), certainRuns(s.Bytes()))
	if d == nil {
		return
	}
	v := newJSONView(d, s, marks)
	v.st = newJSONStats(d)
	v.heat = make([]jsonStrength, len(d.nodes))
	named := map[int32]bool{0: true}
	for _, at := range places {
		i := int32(sort.Search(len(d.nodes), func(i int) bool { return int(d.nodes[i].start) > at })) - 1
		if i < 0 {
			continue
		}
		v.mark(d.nodes[i].keyStart, d.nodes[i].start+1, mark.Context, 0, mark.WhyHeading)
		for i = d.nodes[i].parent; i >= 0 && !named[i]; i = d.nodes[i].parent {
			named[i] = true
			v.brackets(i)
			if v.st.list[d.nodes[i].parent] {
				v.name(i, mark.Context)
			}
		}
	}
}
