package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Remote keeps entries where other hosts find them too. It is safe for
// concurrent use, and bounds the time that it takes.
type Remote interface {
	// Publish makes the value one that Fetch returns on any host, for as long
	// as its entry's time to live from now, or longer if it is there already
	// and has longer. If there is another original under the hash, the error
	// is a *CollisionError. Without an error the value can be fetched.
	Publish(ctx context.Context, v *Value) error
	// Fetch returns the value whose digest starts with prefix; its entry is
	// kept for what is left of its time. The error is a *NotFoundError, an
	// *AmbiguousError, a *CorruptError or another failure.
	Fetch(ctx context.Context, prefix string) (*Value, error)
}

// RemoteError tells that the store doesn't have an entry, and that the remote
// that may have it could not be asked.
type RemoteError struct{ Missing, Err error }

func (e *RemoteError) Error() string { return fmt.Sprintf("%v on this host, and %v", e.Missing, e.Err) }
func (e *RemoteError) Unwrap() error { return e.Err }

// Remote returns the store's remote, nil if it has none.
func (s *Store) Remote() Remote { return s.remote }

// publish hands an entry that stands in the store to the remote.
func (p *Pending) publish(root *os.Root, entry Entry) error {
	if p.encoding != Zstd {
		packed, err := packSmall(p.original, p.digest)
		if err != nil {
			return err
		}
		return p.store.publishPacked(entry, bytes.NewReader(packed), int64(len(packed)))
	}
	f, size, err := openRegular(root, sideName(p.hash))
	if err != nil {
		return err
	}
	defer f.Close()
	return p.store.publishPacked(entry, f, size)
}

func (s *Store) publishPacked(entry Entry, packed io.Reader, size int64) error {
	v, err := newValue(entry, packed, size)
	if err != nil {
		return err
	}
	return s.remote.Publish(context.Background(), v)
}

// lacking tells whether a remote may have what the store has not.
func lacking(err error) bool {
	return errors.Is(err, ErrNotFound) || errors.Is(err, ErrExpired) || errors.Is(err, ErrCorrupt)
}

// fetch returns the original from the remote and keeps it in the store, if
// that can be written. missing is why the store can't give it.
func (s *Store) fetch(prefix string, missing error) (*Expanded, error) {
	v, err := s.remote.Fetch(context.Background(), prefix)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil, missing
	case errors.Is(err, ErrCorrupt) || errors.Is(err, ErrAmbiguous):
		return nil, err
	case err != nil && errors.Is(missing, ErrCorrupt):
		return nil, missing
	case err != nil:
		return nil, &RemoteError{missing, err}
	}
	if !strings.HasPrefix(v.Entry.Digest, prefix) {
		return nil, &CorruptError{"the shared entry " + prefix, errDigest}
	}
	x, err := v.Unpack()
	if err != nil {
		return nil, err
	}
	local := *s
	local.remote = nil
	local.Put(context.Background(), x, x.Entry.digest(), Meta{
		Type: x.Entry.Type, Command: x.Entry.Command, TTL: x.Entry.TTL, CompressedBytes: x.Entry.CompressedBytes,
	})
	return x, nil
}
