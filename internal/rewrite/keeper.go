package rewrite

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"strconv"
	"sync"
	"time"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// keeper makes sure that what a marker needs is in the store whenever the
// marker is sent, also on a turn an hour after the first.
//
// An entry that this process stored less than a third of its time to live ago
// is good as long as its files are the same and nobody wrote to them. One that is
// older, or that somebody removed (who empties the store, or makes room in it),
// damaged, renewed or expanded, is stored again from the request, which holds the
// original. To ask the file system costs some microseconds, to read an entry of
// a megabyte a thousand times as much.
//
// If that fails, an entry that lives and is intact all the same is as good. If there is
// none, the original is lost: it goes out as it came, and so does all that
// refers to it. That changes a prefix that was sent before and costs a miss of
// the provider's cache; a marker that can't be expanded would cost the reader
// the truth. What is lost stays so for as long as this process remembers it,
// even if the store comes back: one miss, not one each time that it does.
type keeper struct {
	store Store
	every time.Duration    // how old an entry is when it is renewed
	now   func() time.Time // overridden by test

	// Who stores an original holds the lock of its digest's first byte, so
	// that others who need it wait and don't store it as well.
	storing [64]sync.Mutex

	mu     sync.Mutex
	stored map[digest]standing
	lost   map[digest]bool
}

// standing is an entry as this process stored it.
type standing struct {
	at    time.Time
	stamp store.Stamp
}

const (
	// mostKept bounds the digests that a keeper remembers of either kind.
	mostKept = 1 << 16
	// leastLeft is how long an entry that can't be renewed has to live still.
	leastLeft = time.Minute
)

func newKeeper(st Store, ttl time.Duration) *keeper {
	if ttl <= 0 {
		ttl = store.DefaultTTL
	}
	return &keeper{store: st, every: ttl / 3, now: time.Now, stored: map[digest]standing{}, lost: map[digest]bool{}}
}

// original is an original in memory whose digest is known.
type original struct {
	*bytes.Reader
	data   []byte
	digest digest
}

func newOriginal(data []byte, d digest) original { return original{bytes.NewReader(data), data, d} }

// Bytes returns the original.
func (o original) Bytes() ([]byte, bool) { return o.data, true }

// Digest returns its digest.
func (o original) Digest() [32]byte { return o.digest }

// isFresh tells whether the entry was stored not long ago, and is in the store as
// it was then.
func (k *keeper) isFresh(d digest) bool {
	k.mu.Lock()
	was, ok := k.stored[d]
	k.mu.Unlock()
	return ok && k.now().Sub(was.at) < k.every && was.stamp != (store.Stamp{}) && k.store.Stamp(marker.Hash(d)) == was.stamp
}

// isLost tells whether the original can't be stored.
func (k *keeper) isLost(d digest) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lost[d]
}

// keep stores an original, or renews its entry, if that is due. With an error
// the original is lost, or, if it lives is true, could not be renewed.
func (k *keeper) keep(ctx context.Context, o original, meta store.Meta) (lives bool, err error) {
	lock := &k.storing[int(o.digest[0])%len(k.storing)]
	lock.Lock()
	defer lock.Unlock()
	if k.isFresh(o.digest) {
		return true, nil
	}
	if k.isLost(o.digest) {
		return false, nil
	}
	at := k.now()
	pending, err := k.store.Prepare(ctx, o, o.digest)
	if err == nil {
		_, err = pending.Commit(meta)
	}
	switch {
	case err == nil:
		k.storedAt(o.digest, at)
		return true, nil
	case k.lives(o.digest):
		return true, err
	}
	k.lose(o.digest)
	return false, err
}

// lives tells whether an entry is in the store for a while still, and all of it can
// be given back.
func (k *keeper) lives(d digest) bool {
	entry, err := k.store.Intact(hex.EncodeToString(d[:]))
	return err == nil && entry.ExpiresAt().Sub(k.now()) > leastLeft
}

// storedAt notes that the entry was stored. Those that are due are forgotten
// when there are too many, and all if that is not enough.
func (k *keeper) storedAt(d digest, at time.Time) {
	stamp := k.store.Stamp(marker.Hash(d))
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.stored) >= mostKept {
		for other, was := range k.stored {
			if at.Sub(was.at) >= k.every {
				delete(k.stored, other)
			}
		}
	}
	if len(k.stored) >= mostKept {
		clear(k.stored)
	}
	k.stored[d] = standing{at, stamp}
}

// lose notes that the original can't be stored.
func (k *keeper) lose(d digest) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.lost) >= mostKept {
		clear(k.lost)
	}
	delete(k.stored, d)
	k.lost[d] = true
}

// storeWarning says once for each kind of failure what it means. Names of
// temporary files differ each time, so the innermost error is the kind.
func storeWarning(err error) string {
	if errors.Is(err, store.ErrFull) {
		return "the store is full: outputs that it has no room for are sent whole"
	}
	var collision *store.CollisionError
	if errors.As(err, &collision) {
		return "the store holds another original under the same hash: an output is sent whole"
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return "an output could not be reduced or stored, and is sent whole: " + strconv.QuoteToASCII(err.Error())
		}
		err = inner
	}
}
