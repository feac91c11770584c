package build

import (
	"elide.example/elide/internal/scan"
)

const (
	kindVariants = 3  // messages of a kind, differing in numbers, up to which each is shown
	codeKinds    = 40 // kinds of one rule beyond which names are told apart no more

	// mostKinds is how many kinds and messages are told apart at all. In half a
	// million lines that all differ, knowing each would take 60 MB, and which is
	// the first of its kind says nothing any more.
	mostKinds = 1 << 17
)

// HashSet is a set of hashes. With a bool behind each it would be twice as
// large, and a build may print half a million messages at once.
type HashSet map[uint64]struct{}

func (s HashSet) Has(h uint64) bool { _, ok := s[h]; return ok }

func (s HashSet) Add(h uint64) { s[h] = struct{}{} }

// diagKinds tells which diagnostics are the first of their kind.
type diagKinds struct {
	variants map[uint64]int // different messages, numbers and all, of each kind
	seen     HashSet
	loose    HashSet // kinds without the names in them
	ofCode   map[uint64]int
	ofKind   map[uint64]int
	wholes   HashSet // kinds without names, of which one was shown with all its lines
}

// whole tells whether the lines around the head and the place of d may say
// something new: those of one that says the same in another place, or of another
// name, don't where errors are many.
func (k *diagKinds) whole(d *diagnostic) bool {
	return d.file == 0 || !k.wholes.Has(d.looseKind())
}

// second tells whether no more than one of its kind came before d, the first.
func (k *diagKinds) second(d *diagnostic) bool {
	k.ofKind[d.kind()]++
	return k.ofKind[d.kind()] == 1
}

// countKinds counts the variants of each kind of error and finding.
func (b *Reader) countKinds() *diagKinds {
	k := &diagKinds{variants: map[uint64]int{}, seen: HashSet{}, loose: HashSet{}, ofCode: map[uint64]int{}, ofKind: map[uint64]int{}, wholes: HashSet{}}
	known := HashSet{}
	for i := range b.diags {
		d := &b.diags[i]
		if d.sev >= sevLint && len(known) < mostKinds && !known.Has(d.variant) {
			known.Add(d.variant)
			k.variants[d.kind()]++
		}
	}
	return k
}

// The share of a section, in percent, that the first warning of each message may take:
// as long as they fit, each message is a fact of its own, also where only a
// name or a number differs.
const (
	warningsShare = 15
	besideErrors  = 4 // where there are errors to look at
)

// eachWarning returns the first warning of each rule and message; nil if they don't fit
// into that share of the section.
func (b *Reader) eachWarning(share int) map[*diagnostic]bool {
	left := len(b.s.Bytes()) / 100 * share
	seen := HashSet{}
	firsts := map[*diagnostic]bool{}
	for i := range b.diags {
		d := &b.diags[i]
		if message := scan.Mix(d.code, d.variant); b.warns(d) && !seen.Has(message) {
			seen.Add(message)
			firsts[d] = true
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
	if k.seen.Has(kind) && k.variants[kind] <= kindVariants {
		kind = scan.Mix(kind, d.variant)
	}
	if k.seen.Has(kind) || len(k.seen) >= mostKinds {
		return false
	}
	k.seen.Add(d.kind())
	k.seen.Add(kind)
	k.seen.Add(scan.Mix(d.kind(), d.variant))
	k.ofCode[d.code]++
	loose := !k.loose.Has(d.looseKind())
	k.loose.Add(d.looseKind())
	return loose || k.ofCode[d.code] <= codeKinds
}
