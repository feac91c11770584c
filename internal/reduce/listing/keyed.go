package listing

import (
	"bytes"
	"cmp"
	"slices"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Settings and reports are keys with values: below each other by indentation, by the
// heads of sections, or by what their names have in common. Someone asked to see them.
// What stands at one place of like records is compared: a value or a key that hardly
// any other has is shown, and what says that something is wrong. Of the rest, what
// stands where nothing stood before, the first of each part first.

const (
	keyedBytes = 2400 // of what is new that are shown,
	keyedShare = 60   // or one in so many of a long text
	keyedOdd   = 60   // lines that are shown since they deviate
	keyedAlike = 4    // values at one place from which one may deviate
	keyedWords = 24   // different values up to which a place sorts its records
	keyedMap   = 4    // keys with the same below them from which these are data
	keyedRows  = 10   // lines for each place from which the text is a list
	keyedDeep  = 8    // heads above a line that are shown with it
	// keyedNumbered is how many keys below one line may differ in numbers alone until all of
	// them are one place: someone numbered them.
	keyedNumbered = 8
	// keyedOthers is one in how many lines have no key where those are shown. Of 243 labelled
	// outputs, with 5 or with 10, that changes what two programs print about what they did,
	// which lost what was needed; no file of settings.
	keyedOthers = 5
)

// keyedLine is a line of such a text.
type keyedLine struct {
	unit, parent int // parent: the line that it stands below, -1: none
	width        int // its indentation
	dashes       int // how many lists begin an item on it
	place        uint64
	rough        uint64 // its place, names and data aside
	above        uint64 // what it stands below
	kin          uint64 // at the left edge: the place of all whose names end alike
	key, value   []byte
	form         uint64 // of a key with numbers in it, these aside; 0: it has none
	report       bool   // a colon parts them, and no more
	nth          int    // which it is of its parent's or its family
	depth        int
}

// keyed is such a text with what is known of its places.
type keyed struct {
	*listingLines
	lines  []keyedLine
	others []int // units of lines without a key that are no items of a value either
	places map[uint64]*keyedPlace
	likes  map[keyedLike]int // how many lines have a key with numbers in it of this form
}

// keyedLike is what the keys below one line have in common that differ in numbers alone.
type keyedLike struct {
	parent int
	form   uint64
}

// keyedText ranks the section as such a text.
func (l *listingLines) keyedText() {
	k := keyed{listingLines: l, places: map[uint64]*keyedPlace{}, likes: map[keyedLike]int{}}
	k.read()
	k.place(nil)
	k.place(k.places)
	if nested := slices.ContainsFunc(k.lines, func(l keyedLine) bool { return l.parent >= 0 }); !nested && len(k.places)*keyedRows < len(k.lines) {
		telling.Lines(l.s, l.marks) // a word and a colon begin each row of a list
	}
	k.odd()
	k.disagreeing()
	k.unkeyed()
	k.news()
}

// read finds the lines with a key or an item, and what they stand below.
func (k *keyed) read() {
	var open []int // lines that the next may stand below
	head := -1     // the head of the section that is read
	quotes, block := "", -1
	for i := range k.marks {
		text := k.s.Text(i)
		if scan.Blank(text) || !k.s.StartsLine(k.s.First+i) {
			continue
		}
		w, n := scan.Indent(text)
		t := scan.Trim(text[n:])
		if quotes != "" || block >= 0 && w > block { // a text of several lines
			if quotes != "" && bytes.Contains(t, []byte(quotes)) {
				quotes = ""
			}
			continue
		}
		quotes, block = openString(t), -1
		line := keyedLine{unit: i, width: w, parent: -1}
		if sectionHead(t) || reportHead(t) {
			head, open = len(k.lines), nil
			line.key = t
			k.lines = append(k.lines, line)
			continue
		}
		if t[0] == '#' || t[0] == ';' {
			continue
		}
		for scan.HasPrefix(t, "- ") {
			line.dashes++
			t = bytes.TrimLeft(t[1:], " ")
		}
		line.key, line.value = keyValue(t, w+line.dashes == 0)
		line.report = len(line.key) > 0 && scan.HasPrefix(t[len(line.key):], ":")
		if len(line.key) == 0 && line.dashes == 0 {
			if scan.IsLetter(t[0]) || scan.IsDigit(t[0]) {
				k.others = append(k.others, i)
			}
			continue // or what goes on from the line before
		}
		if len(line.value) > 0 && len(line.value) < 3 && (line.value[0] == '|' || line.value[0] == '>') {
			block = w
		}
		for len(open) > 0 && !k.lines[open[len(open)-1]].holds(&line) {
			open = open[:len(open)-1]
		}
		if line.parent = head; len(open) > 0 {
			line.parent = open[len(open)-1]
		}
		open = append(open, len(k.lines))
		if line.form = formOf(line.key); line.form != 0 {
			k.likes[keyedLike{line.parent, line.form}]++
		}
		k.lines = append(k.lines, line)
	}
}

// keyForms counts keys with numbers in them by their form.
type keyForms map[uint64]int

// numbered counts a key, and tells whether keyedNumbered others came before it that differ
// from it in numbers alone.
func (f keyForms) numbered(key []byte) bool {
	form := formOf(key)
	if form == 0 {
		return false
	}
	f[form]++
	return f[form] > keyedNumbered
}

// formOf returns the template of a key with numbers in it, 0 of another.
func formOf(key []byte) uint64 {
	if !slices.ContainsFunc(key, scan.IsDigit) {
		return 0
	}
	return scan.Template(key)
}

// holds tells whether the line b stands below a, which came before it.
func (a *keyedLine) holds(b *keyedLine) bool {
	if b.width == a.width && b.dashes > 0 && a.dashes == 0 {
		return len(a.value) == 0
	}
	return b.width > a.width
}

// reportHead knows "# Server", which heads a part of a report.
func reportHead(t []byte) bool {
	return scan.HasPrefix(t, "# ") && len(t) > 2 && scan.IsUpper(t[2]) && bytes.IndexByte(t[2:], ' ') < 0
}

// keyValue cuts "key: value", "key = value" and "key=value", and where no indentation
// says anything "key:value".
func keyValue(t []byte, flat bool) (key, value []byte) {
	n := yamlKey(t)
	if n > 0 && n+1 < len(t) && t[n+1] != ' ' && !flat {
		n = 0
	}
	if n == 0 {
		if n = settingKey(t); !scan.HasPrefix(bytes.TrimLeft(t[n:], " \t"), "=") {
			return nil, t
		}
	}
	if n == 0 {
		return nil, t
	}
	return t[:n], scan.Trim(bytes.TrimLeft(bytes.TrimLeft(t[n:], " \t"), ":="))
}

// place gives each line its place and counts what stands there. The second time it is
// known from the first which names of items come again, and which keys are data.
func (k *keyed) place(before map[uint64]*keyedPlace) {
	nth := map[uint64]int{}
	k.places = map[uint64]*keyedPlace{}
	for i := range k.lines {
		line := &k.lines[i]
		above, rough := uint64(scan.Seed), uint64(scan.Seed)
		if line.parent >= 0 {
			up := &k.lines[line.parent]
			above, rough, line.depth = up.place, up.rough, up.depth+1
		}
		for range line.dashes {
			above, rough = scan.Mix(above, '-'), scan.Mix(rough, '-')
		}
		name := scan.Hash(line.key)
		if line.form != 0 && k.likes[keyedLike{line.parent, line.form}] > keyedNumbered {
			name = line.form
		}
		line.rough = scan.Mix(rough, name)
		if before[rough].isMap() {
			name = '*'
		}
		if before[line.rough].names(line) {
			above = scan.Mix(above, scan.Hash(line.value))
		}
		family := above
		if line.width == 0 {
			family = scan.Mix(above, scan.Hash(familyOf(line.key)))
		}
		nth[family]++
		line.nth = nth[family]
		line.place = scan.Mix(above, name)
		k.at(line.place).add(line.value)
		if line.width == 0 {
			line.kin = scan.Mix(scan.Prime, scan.Hash(lastPart(line.key)))
			k.at(line.kin).add(line.value)
		}
		up := k.at(above)
		up.addKey(line.key, i+1 < len(k.lines) && k.lines[i+1].parent == i)
		if line.parent >= 0 && before == nil {
			k.at(k.lines[line.parent].above).addInner(line.key)
		}
		line.above = above
	}
}

// familyOf returns what the name begins with: of a_b_c and a.b.c a.
func familyOf(key []byte) []byte {
	if n := bytes.IndexAny(key, "._-"); n > 0 {
		return key[:n]
	}
	return key
}

// lastPart returns what the name ends in: of a_b_c and a.b.c c.
func lastPart(key []byte) []byte { return key[bytes.LastIndexAny(key, "._-")+1:] }

// odd keeps the lines that deviate from what stands at their place elsewhere, and those
// that say that something is wrong, with the heads that they stand below.
func (k *keyed) odd() {
	shown := 0
	for i := range k.lines {
		line := &k.lines[i]
		switch {
		case k.wrong(line):
			k.keep(i, mark.Critical, 150, mark.WhyStatus)
		case shown < keyedOdd && (k.places[line.place].deviates(line.value) || k.rareKey(line) || wordly(line.value) && k.places[line.kin].deviates(line.value)):
			shown++
			k.keep(i, mark.Outlier, 140, mark.WhyRare)
		}
	}
}

// disagreeing keeps the numbers of a record that are the same in nearly all others: of
// what was asked for and what there is, of what was written and what was seen.
func (k *keyed) disagreeing() {
	type group struct{ record, kin int }
	members := map[group][]int{}
	var order []group
	kins := map[string]int{}
	for i := range k.lines {
		line := &k.lines[i]
		record := k.recordOf(i)
		if record < 0 || len(line.value) == 0 || scan.Digits(line.value) != len(line.value) {
			continue
		}
		name := string(bytes.ToLower(lastWord(line.key)))
		if _, ok := kins[name]; !ok {
			kins[name] = len(kins)
		}
		g := group{record, kins[name]}
		if members[g] == nil {
			order = append(order, g)
		}
		members[g] = append(members[g], i)
	}
	differ := func(g group) bool {
		for _, i := range members[g] {
			if !bytes.Equal(k.lines[i].value, k.lines[members[g][0]].value) {
				return true
			}
		}
		return false
	}
	several, differing := make([]int, len(kins)), make([]int, len(kins))
	for _, g := range order {
		if len(members[g]) > 1 {
			several[g.kin]++
			differing[g.kin] += mark.OneIf(differ(g))
		}
	}
	for _, g := range order {
		if n := several[g.kin]; n >= keyedAlike && differing[g.kin] <= max(1, n/7) && differ(g) {
			for _, i := range members[g] {
				k.keep(i, mark.Outlier, 145, mark.WhyRare)
			}
		}
	}
}

// recordOf returns the outermost item of a list that the line is in, -1: it is in none.
func (k *keyed) recordOf(i int) int {
	record := -1
	for ; i >= 0; i = k.lines[i].parent {
		if k.lines[i].dashes > 0 {
			record = i
		}
	}
	return record
}

// lastWord returns the last word of a name: of observedGeneration Generation.
func lastWord(key []byte) []byte {
	key = lastPart(key)
	for i := len(key) - 1; i > 0; i-- {
		if scan.IsUpper(key[i]) {
			return key[i:]
		}
	}
	return key
}

// rareKey tells whether nearly all other records have no such key.
func (k *keyed) rareKey(line *keyedLine) bool {
	if line.parent < 0 || line.dashes > 0 {
		return false
	}
	p := k.places[line.place]
	records := k.places[k.lines[line.parent].place]
	return records.count >= keyedAlike && p.count <= max(1, records.count/10)
}

// wordly tells whether a value is a word: not a number, a path or a list.
func wordly(value []byte) bool {
	return len(value) > 0 && len(value) < 24 && scan.IsWord(value) && scan.Digits(value) == 0
}

// wrong tells whether the line says that something is wrong: what its key is the status
// of, or counts.
func (k *keyed) wrong(line *keyedLine) bool {
	value := bytes.Trim(line.value, `"'`)
	switch {
	case len(value) == 0:
		return false
	case recordStatus(line.key) || recordStatus(lastPart(line.key)):
		return rules.Troubled(value)
	case line.width > 0 || !line.report:
		return false // what it may come to, not what it came to
	case counted(line.key, value):
		return true
	}
	for _, part := range bytes.Split(value, []byte{','}) {
		if key, v, ok := bytes.Cut(part, []byte{'='}); ok && counted(key, v) {
			return true
		}
	}
	return false
}

// counted tells whether the key counts what went wrong, and did.
func counted(key, value []byte) bool {
	n := scan.Digits(value)
	if n == 0 || n < len(value) && value[n] != '=' || len(bytes.Trim(value[:n], "0")) == 0 {
		if _, v, ok := bytes.Cut(value, []byte("count=")); !ok || len(bytes.Trim(v, "0")) == 0 {
			return false
		}
	}
	for _, part := range bytes.FieldsFunc(key, func(r rune) bool { return r == '_' || r == '.' || r == '-' }) {
		if state := rules.StateOf(part); state == rules.StateFailed || state == rules.StateTroubled {
			return !scan.FoldPrefix(part, "timeout")
		}
	}
	return false
}

// keep marks a line with the heads above it.
func (k *keyed) keep(i int, r mark.Rank, score uint8, why mark.Why) {
	mark.KeepLine(k.s, k.marks, k.lines[i].unit, r, score, why)
	for at, n := k.lines[i].parent, 0; at >= 0 && n < keyedDeep; at, n = k.lines[at].parent, n+1 {
		mark.KeepLine(k.s, k.marks, k.lines[at].unit, mark.Context, 120, mark.WhyHeading)
	}
}

// unkeyed shows lines that have no key, where they are many: it isn't settings alone, and
// of them nothing is known.
func (k *keyed) unkeyed() {
	if len(k.others)*keyedOthers < len(k.lines) {
		return
	}
	left := mark.OfBlock(k.s, keyedBytes)
	for _, i := range k.others {
		if left -= len(k.s.Text(i)); left < 0 {
			return
		}
		mark.KeepLine(k.s, k.marks, i, mark.Sample, 60, mark.WhyRare)
	}
}

// news keeps what stands where nothing stood before: what is asked for most and the
// outer first, then the first of each part.
func (k *keyed) news() {
	seen := map[uint64]bool{}
	var order []int
	for i := range k.lines {
		line := &k.lines[i]
		told := line.place
		if seen[told] && string(line.key) == "image" {
			told = scan.Hash(line.value) // which says by itself what runs there
		}
		if !seen[told] {
			seen[told] = true
			order = append(order, i)
		}
	}
	worth := func(i int) int {
		line := &k.lines[i]
		if askedFor(line.key) && len(line.value) > 0 {
			return 0
		}
		return min(line.depth, 6) + min(line.nth-1, 20) + 10*mark.OneIf(idle(line.value) && line.width == 0)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth(a), worth(b)) })
	left := max(mark.OfBlock(k.s, keyedBytes), len(k.s.Bytes())/keyedShare)
	for _, i := range order {
		if left -= len(k.s.Text(k.lines[i].unit)); left < 0 {
			return
		}
		k.keep(i, mark.Sample, uint8(100-min(worth(i), 40)), mark.WhyFirst)
	}
}

// idle tells whether a value says that there is nothing: 0, 0.00, no.
func idle(value []byte) bool {
	return len(bytes.Trim(value, "0.")) == 0 || string(value) == "no" || string(value) == "false"
}

// askedFor tells whether a key names what settings are looked at for.
func askedFor(key []byte) bool {
	switch string(bytes.ToLower(key)) {
	case "image", "message", "reason", "error", "replicas", "cpu", "memory", "version", "host", "port", "url", "command", "kind", "name", "status":
		return true
	}
	return false
}
