package jsondoc

import (
	"bytes"
	"sort"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// jsonView marks the units of a section by what they hold of the document.
type jsonView struct {
	*jsonDoc
	st    *jsonStats
	s     block.Section
	marks []mark.Mark
	base  int            // offset of the section in its block
	found []jsonStrength // the finding at each node
	heat  []jsonStrength // the strongest finding at or in each node
	texts int32          // bytes that long texts may still take
}

const (
	wholeRecord = 1500 // bytes up to which a deviating record is shown whole
	shortScalar = 400  // bytes up to which a plain value is worth showing
	shortValues = 200  // bytes up to which a list of scalars is shown whole
	shortItems  = 320  // and a list of records
	manyNamed   = 40   // records of a list up to which all names are shown; of 8 or 200 no case of 589 is whole more or less

	namesMost = 3 // members shown of what a record is known by; with 1 six of 1,262 outputs are shorter, with 6 none is another

	// What a record is about that stands alone may be a text: the body of an issue, a diff.
	// Of one of them textMost bytes are shown, of all textsMost.
	textMost  = 2000
	textsMost = 4000
)

func newJSONView(d *jsonDoc, s block.Section, marks []mark.Mark) *jsonView {
	return &jsonView{jsonDoc: d, s: s, marks: marks, base: s.Offset(s.First), texts: int32(mark.OfBlock(s, textsMost))}
}

// showJSON marks what is to be seen of the document.
func showJSON(d *jsonDoc, s block.Section, marks []mark.Mark) {
	v := newJSONView(d, s, marks)
	v.st = newJSONStats(d)
	v.found = make([]jsonStrength, len(d.nodes))
	v.heat = make([]jsonStrength, len(d.nodes))
	v.accept(v.st.findings())
	v.strayLines()
	if d.nodes[0].n == 1 {
		v.show(1, 0, false)
	} else if d.nodes[0].n > 1 {
		v.showList(0, 0, false)
	}
	if s.Shape == shape.JSONLines {
		v.logMessages()
	}
}

// show marks what is to be seen of node i. depth is how many lists and
// objects it is in; brief asks for little more than what is hot.
func (v *jsonView) show(i int32, depth int, brief bool) {
	node := &v.nodes[i]
	hot := v.heat[i] != findNone
	switch {
	case !node.kind.container() || node.n == 0:
		v.value(i)
	case hot && v.size(i) <= wholeRecord && (v.found[i] != findNone || v.st.list[node.parent] || brief):
		v.whole(i)
	case v.st.list[i] && !v.keyIs(i, "scripts"):
		v.brackets(i)
		v.showList(i, depth+1, brief)
	default:
		v.brackets(i)
		v.showRecord(i, depth+1, brief)
	}
}

// showRecord marks the members of object i.
func (v *jsonView) showRecord(i int32, depth int, brief bool) {
	room := memberRoom(depth, brief)
	if v.keyIs(i, "scripts") {
		room = 60
	}
	saidAgain := v.listsFailures(i)
	for c := i + 1; c < v.nodes[i].next; c = v.nodes[c].next {
		node := &v.nodes[c]
		switch {
		case v.heat[c] != findNone:
			v.show(c, depth, brief || v.found[c] != findNone)
		case v.heat[i] == findFailure && v.tells(c):
			v.summary(c, saidAgain)
		case node.kind.container() && node.n > 0:
			if room > 0 && (!brief || v.size(c) <= shortItems) {
				v.show(c, depth, brief)
				room--
			}
		case v.size(c) > shortScalar && v.alone(i) && v.startOf(c):
		case v.size(c) > shortScalar:
		case room > 0 || v.names(c):
			v.value(c)
			room--
		}
	}
	if brief && v.st.list[v.nodes[i].parent] {
		v.name(i, mark.Context)
	}
}

// alone tells whether object i is in no list of more than one.
func (v *jsonView) alone(i int32) bool {
	for ; i > 0; i = v.nodes[i].parent {
		if p := v.nodes[i].parent; v.nodes[p].n > 1 && (v.st.list[p] || p == 0) {
			return false
		}
	}
	return true
}

// startOf shows the start of a string of words, if there is room for it.
func (v *jsonView) startOf(i int32) bool {
	node := &v.nodes[i]
	raw := v.s.Bytes()[node.start:node.end]
	if v.texts <= 0 || bytes.Count(raw, []byte{' '})*15 < len(raw) {
		return false
	}
	n := min(node.end-node.keyStart, textMost, v.texts)
	v.texts -= n
	v.mark(node.keyStart, node.keyStart+n, mark.Sample, 0, mark.WhyFirst)
	return true
}

// memberRoom returns how many plain members of an object are shown.
func memberRoom(depth int, brief bool) int {
	switch {
	case brief:
		return 8
	case depth <= 1:
		return 60
	case depth == 2:
		return 14
	case depth == 3:
		return 8
	}
	return 5
}

// showList marks the items of list i: the first of each kind for all like
// it, and those that deviate.
func (v *jsonView) showList(i int32, depth int, brief bool) {
	if v.scalarsOnly(i) {
		v.showScalars(i)
		return
	}
	node := &v.nodes[i]
	all := node.n <= 2 || v.size(i) <= shortItems
	named := i > 0 && node.n <= manyNamed && v.heat[i] != findFailure && 2*v.size(i) >= len(v.data) // the document is about it
	var kinds []uint32
	second := 0 // a small record more, to see what varies
	for c := i + 1; c < node.next; c = v.nodes[c].next {
		switch hot := v.heat[c] != findNone; {
		case all:
			v.show(c, depth, brief)
		case hot:
			v.show(c, depth, brief || len(kinds) > 0)
			kinds = v.withKind(kinds, c)
		case brief && v.heat[i] != findNone:
		case len(kinds) < 3 && !hasHash(kinds, v.nodes[c].hash):
			v.show(c, depth, brief || len(kinds) > 0)
			kinds = v.withKind(kinds, c)
		case second < 1 && node.n > 5 && v.size(c) <= shortItems:
			v.show(c, depth, brief)
			second++
		case named:
			v.known(c)
		}
	}
}

// known shows what item c of a list is known by: its key, or a member.
func (v *jsonView) known(c int32) {
	v.brackets(c)
	if v.nodes[c].key == noKey && v.nodes[c].kind == jsonObject && v.nameBy(c, mark.Sample, v.names, namesMost) == 0 {
		v.nameBy(c, mark.Sample, v.differs, 1)
	}
}

// differs tells whether a member is a string that each record of its list has another of, called a name
// by its key.
func (v *jsonView) differs(i int32) bool {
	node := &v.nodes[i]
	p := &v.st.paths[v.st.of[i]]
	if node.kind != jsonString || node.key < 0 || p.many || int(p.count) != len(p.values) {
		return false
	}
	key := bytes.ToLower(v.keys[node.key])
	return scan.HasSuffix(key, "name") || scan.HasSuffix(key, "title")
}

// withKind adds what kind of item c is to those of which one is shown.
func (v *jsonView) withKind(kinds []uint32, c int32) []uint32 {
	if h := v.nodes[c].hash; len(kinds) < 3 && !hasHash(kinds, h) {
		return append(kinds, h)
	}
	return kinds
}

func hasHash(all []uint32, h uint32) bool {
	for _, x := range all {
		if x == h {
			return true
		}
	}
	return false
}

func (v *jsonView) scalarsOnly(i int32) bool {
	for c := i + 1; c < v.nodes[i].next; c = v.nodes[c].next {
		if v.nodes[c].kind.container() && v.nodes[c].n > 0 {
			return false
		}
	}
	return true
}

// showScalars marks the first few of a list of scalars, the last one, and
// those that deviate.
func (v *jsonView) showScalars(i int32) {
	node := &v.nodes[i]
	shown, last := int32(0), i
	for c := i + 1; c < node.next; c = v.nodes[c].next {
		if v.found[i] == findFailure && shown < 20 {
			v.message(c, mark.Critical, mark.WhyMessage)
		}
		few := v.nodes[c].end-node.start <= shortValues && (shown < 3 || v.size(i) <= shortValues)
		if few || v.heat[c] != findNone {
			v.value(c)
		}
		shown++
		last = c
	}
	if last > i && v.size(last) <= shortValues {
		v.value(last)
	}
}

// names tells whether a member is what its record is known by.
func (v *jsonView) names(i int32) bool {
	key := v.nodes[i].key
	if key < 0 || len(v.keys[key]) > jsonNameLongest {
		return false
	}
	var buf [jsonNameLongest]byte
	switch string(plainKey(buf[:0], v.keys[key])) {
	case "name", "id", "number", "title", "fullname", "path", "file", "filename", "filepath", "version", "fulltitle", "nodeid",
		"fulldescription", "classname", "testname", "uid", "key", "package", "namespace", "resource", "address",
		"image", "url", "line", "importpath", "modulename", "modulepath", "repository", "login", "arn", "hostname":
		return true
	}
	return false
}

// jsonNameLongest bounds the keys of names.
const jsonNameLongest = 20

// tells tells whether a member of a record that failed says what happened.
func (v *jsonView) tells(i int32) bool {
	node := &v.nodes[i]
	if node.key < 0 || node.kind != jsonString {
		return false
	}
	switch string(v.keys[node.key]) {
	case "message", "msg", "Message", "text", "detail", "details", "description", "reason", "stack", "stderr", "stdout",
		"output", "Output", "rendered", "fullName", "fullTitle", "full_description", "nodeid", "title", "name", "log", "diff",
		"expected", "actual", "StatusReason", "ResourceStatusReason":
		return true
	}
	return false
}

// value marks the member i, which is a scalar or empty.
func (v *jsonView) value(i int32) {
	switch v.found[i] {
	case findNone:
		v.mark(v.nodes[i].keyStart, v.nodes[i].end, mark.Sample, 0, mark.WhyFirst)
	case findFailure:
		v.message(i, mark.Critical, mark.WhyStatus)
	default:
		v.mark(v.nodes[i].keyStart, v.nodes[i].end, mark.Outlier, 0, mark.WhyRare)
	}
}

// whole marks all of node i by the strongest finding in it.
func (v *jsonView) whole(i int32) {
	node := &v.nodes[i]
	switch v.heat[i] {
	case findNone:
		v.mark(node.keyStart, node.end, mark.Sample, 0, mark.WhyFirst)
	case findFailure:
		v.failure(i)
	default:
		for c := i + 1; c < node.next; c++ {
			if !v.nodes[c].kind.container() && v.found[c] != findNone {
				v.value(c)
			}
		}
		v.mark(node.keyStart, node.end, mark.Outlier, 0, mark.WhyNear)
	}
}

// failure marks all of node i, but for the frames of libraries in it.
func (v *jsonView) failure(i int32) {
	for c := i; c < v.nodes[i].next; c++ {
		node := &v.nodes[c]
		if !node.kind.container() {
			v.message(c, mark.Critical, mark.WhyFailure)
			continue
		}
		v.mark(node.keyStart, node.start+1, mark.Critical, 0, mark.WhyFailure)
		v.mark(node.end-1, node.end, mark.Critical, 0, mark.WhyFailure)
	}
}

// brackets marks where container i opens and closes.
func (v *jsonView) brackets(i int32) {
	node := &v.nodes[i]
	v.mark(node.keyStart, node.start+1, mark.Sample, 0, mark.WhyHeading)
	v.mark(node.end-1, node.end, mark.Sample, 0, mark.WhyHeading)
}

// message marks a text, the start and the end of it if it is long. Frames
// of libraries are left out of a stack.
func (v *jsonView) message(i int32, rank mark.Rank, why mark.Why) {
	first, end := v.units(v.nodes[i].keyStart, v.nodes[i].end)
	for u := first; u < end; u++ {
		if u-first >= 10 && end-u > 2 || u-first >= 3 && end-u > 1 && jsonLibraryFrame(v.s.Text(u)) {
			continue
		}
		v.marks[u].Raise(rank, 0, why)
	}
}

// summary marks what a record that failed, or holds one that did, says of
// it. Where it holds one, that one says it again: the start is enough.
func (v *jsonView) summary(i int32, saidAgain bool) {
	if !saidAgain {
		v.message(i, mark.Critical, mark.WhyMessage)
		return
	}
	first, end := v.units(v.nodes[i].keyStart, v.nodes[i].end)
	for u := first; u < min(end, first+4); u++ {
		v.marks[u].Raise(mark.Context, 100, mark.WhyMessage)
	}
}

// listsFailures tells whether object i has a list with an item that failed.
func (v *jsonView) listsFailures(i int32) bool {
	for c := i + 1; c < v.nodes[i].next; c = v.nodes[c].next {
		if v.st.list[c] && v.heat[c] == findFailure && v.found[c] == findNone {
			return true
		}
	}
	return false
}

// jsonLibraryFrame tells whether the text is a frame of a stack, and none in the
// user's code.
func jsonLibraryFrame(text []byte) bool {
	text = scan.Trim(text)
	return trace.LibraryPath(text) || scan.HasPrefix(text, "at ") && bytes.Contains(text, []byte("<anonymous>)"))
}

func (v *jsonView) mark(from, to int32, rank mark.Rank, score uint8, why mark.Why) {
	first, end := v.units(from, to)
	for u := first; u < end; u++ {
		v.marks[u].Raise(rank, score, why)
	}
}

// units returns the units that hold the bytes from up to, not including, to.
func (v *jsonView) units(from, to int32) (first, end int) {
	return v.unitAt(int(from)), v.unitAt(max(int(to)-1, int(from))) + 1
}

func (v *jsonView) unitAt(at int) int {
	return sort.Search(v.s.Len(), func(u int) bool { return v.s.Offset(v.s.First+u)-v.base > at }) - 1
}

// strayLines marks the lines that are no JSON: the tool, or another, has
// said something before, after or in between.
func (v *jsonView) strayLines() {
	for n, line := range v.stray {
		if n < 10 || len(v.stray)-n <= 10 {
			v.mark(line[0], min(line[1], line[0]+2_000), mark.Outlier, 0, mark.WhyRare)
		}
	}
}
