package conversation

import (
	"encoding/binary"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/ledger"
)

// Groups says which conversations are changed. The zero value has all changed.
type Groups struct {
	Observe bool // none is; all are looked at
	Holdout int  // so many of a hundred are not, chosen by their digest
}

// Why requests are sent as they came, in statistics.
const (
	Observed = "only observed"
	HeldOut  = "held out"
	Untold   = "no conversation to be told, and some are held out"
)

// Of returns the group of a conversation, and why its requests are sent as they came,
// "" if they aren't. Both depend on the ID alone, so that a conversation stays in its
// group. What can't be told to be in one or the other is in neither.
func (g Groups) Of(id ID) (group, why string) {
	switch {
	case g.Observe:
		return ledger.GroupObserve, Observed
	case g.Holdout <= 0:
		return ledger.GroupElide, ""
	case g.Holdout < 100 && !id.Told():
		return ledger.GroupOff, Untold
	case g.holdsOut(id):
		return ledger.GroupHoldout, HeldOut
	}
	return ledger.GroupElide, ""
}

// Looks tells whether there may be requests that are only looked at.
func (g Groups) Looks() bool { return g.Observe || g.Holdout > 0 }

// holdsOut tells whether a conversation is left alone. With a larger share those of a
// smaller one still are.
func (g Groups) holdsOut(id ID) bool {
	sum := blake3.Sum256(append([]byte("elide holdout 1\x00"), id[:]...))
	const of = 10_000
	return binary.BigEndian.Uint64(sum[:])%of < uint64(g.Holdout)*(of/100)
}
