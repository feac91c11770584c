package reduce

const (
	kindVariants = 3  // messages of a kind, differing in numbers, up to which each is shown
	sameMessage  = 4  // errors of one message in a flood of them, where each takes several lines
	codeKinds    = 40 // kinds of one rule beyond which names are told apart no more
)

// diagKinds tells which diagnostics are the first of their kind.
type diagKinds struct {
	variants map[uint64]int // different messages, numbers and all, of each kind
	seen     map[uint64]bool
	loose    map[uint64]bool // kinds without the names in them
	ofCode   map[uint64]int
	ofKind   map[uint64]int
	told     map[uint64]int  // diagnostics of each message so far
	wholes   map[uint64]bool // kinds without names, of which one was shown with all its lines
}

// whole tells whether the lines around the head and the place of d may say
// something new: those of one that says the same in another place don't, nor,
// where errors are many, those of one that says it of another name.
func (k *diagKinds) whole(b *buildReader, d *diagnostic) bool {
	if d.file == 0 || !k.wholes[d.looseKind()] {
		return true
	}
	if b.errors+b.findings > buildFull {
		return false
	}
	if line, words := b.pointed(d); line > 0 {
		return !k.seen[mixHash(d.looseKind(), textHash(words))]
	}
	return !k.seen[mixHash(d.kind(), d.variant)]
}

// often tells whether the message of d stood more than a few times by now; it
// is asked once of each. Of one about a symbol, where that is missing doesn't
// make another message.
func (k *diagKinds) often(d *diagnostic) bool {
	says := d.variant
	if d.symbol > 0 {
		says = d.message
	}
	k.told[says]++
	return k.told[says] > sameMessage
}

// second tells whether no more than one of its kind came before d, the first.
func (k *diagKinds) second(d *diagnostic) bool {
	k.ofKind[d.kind()]++
	return k.ofKind[d.kind()] == 1
}

// countKinds counts the variants of each kind of error and finding.
func (b *buildReader) countKinds() *diagKinds {
	k := &diagKinds{variants: map[uint64]int{}, seen: map[uint64]bool{}, loose: map[uint64]bool{}, ofCode: map[uint64]int{}, ofKind: map[uint64]int{}, told: map[uint64]int{}, wholes: map[uint64]bool{}}
	known := map[uint64]bool{}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev >= sevLint && !known[d.variant] {
			known[d.variant] = true
			k.variants[d.kind()]++
		}
	}
	return k
}

// The share of a section, in percent, that the first of each message may take:
// as long as they fit, each message is a fact of its own, also where only a
// name or a number differs.
const (
	messagesShare = 30 // of errors and findings
	codedShare    = 60 // of those with codes, which tell them from what only looks like one
	warningsShare = 15
	besideErrors  = 4 // of warnings where there are errors to look at
)

// eachMistake returns the first diagnostic of each message among the errors and
// findings, or among those with codes; nil if neither fit into their share.
// In a flood, messages that differ in their numbers are one.
func (b *buildReader) eachMistake() map[*diagnostic]bool {
	says := func(d *diagnostic) uint64 { return d.variant }
	if b.errors+b.findings > buildHeads {
		says = func(d *diagnostic) uint64 { return d.message }
	}
	firsts := b.eachMessage(messagesShare, says, func(d *diagnostic) bool { return d.sev >= sevLint && !d.repeated })
	if firsts == nil {
		firsts = b.eachMessage(codedShare, says, func(d *diagnostic) bool { return d.sev >= sevLint && !d.repeated && d.code != 0 })
	}
	return firsts
}

// eachMessage returns the first diagnostic of each rule and message, which says
// tells, among those that want takes; nil if they don't fit into that share.
func (b *buildReader) eachMessage(share int, says func(d *diagnostic) uint64, want func(d *diagnostic) bool) map[*diagnostic]bool {
	left := len(b.s.Bytes()) / 100 * share
	seen := map[uint64]bool{}
	firsts := map[*diagnostic]bool{}
	for i := range b.diags {
		d := &b.diags[i]
		if message := mixHash(d.code, says(d)); want(d) && !seen[message] {
			seen[message], firsts[d] = true, true
			if left -= len(b.s.Text(d.head)); left < 0 {
				return nil
			}
		}
	}
	return firsts
}

// first tells whether d is the first of its kind; where a kind has but a few
// messages that differ in their numbers, the first of its message; where a
// rule has very many kinds, the first of its message without the names in it.
func (k *diagKinds) first(d *diagnostic) bool {
	kind := d.kind()
	if k.seen[kind] && k.variants[kind] <= kindVariants {
		kind = mixHash(kind, d.variant)
	}
	if k.seen[kind] {
		return false
	}
	k.seen[d.kind()], k.seen[kind] = true, true
	k.seen[mixHash(d.kind(), d.variant)] = true
	k.ofCode[d.code]++
	loose := !k.loose[d.looseKind()]
	k.loose[d.looseKind()] = true
	return loose || k.ofCode[d.code] <= codeKinds
}
