package store

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/marker"
)

// Meta is what is known of an original once it is reduced.
type Meta struct {
	Type            string        // the shape's name
	Command         string        // what printed it; empty: not known
	TTL             time.Duration // 0: the store's
	CompressedBytes int64         // length of the reduced block
}

// Pending is an original that is on its way into the store. It has to be
// committed or discarded, by one goroutine.
type Pending struct {
	store    *Store
	original Original
	digest   [32]byte
	hash     string

	encoding Encoding
	body     string    // what stands in the entry
	table    string    // digest of the side file's table of chunks
	temp     string    // name of the side file's temporary; "": there is none
	hold     io.Closer // shows other processes that the temporary is in use
	reused   int64     // length of the side file that was found whole in the store
}

// Put stores an original: Prepare and Commit in one.
func (s *Store) Put(ctx context.Context, o Original, digest [32]byte, meta Meta) (Entry, error) {
	p, err := s.Prepare(ctx, o, digest)
	if err != nil {
		return Entry{}, err
	}
	return p.Commit(meta)
}

// Prepare reads the original, checks that it has the digest, and, if it is
// large, compresses it into a temporary file. Nothing can be found in the
// store before Commit.
func (s *Store) Prepare(ctx context.Context, o Original, digest [32]byte) (*Pending, error) {
	p := &Pending{store: s, original: o, digest: digest, hash: marker.Hash(digest)}
	if o.Size() <= inlineBytes {
		return p, p.inline()
	}
	root, err := s.enterToWrite()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	p.encoding, p.body = Zstd, sideName(p.hash)
	if p.reused, p.table = s.wholeSide(root, p.hash, digest); p.reused > 0 {
		return p, nil
	}
	if err := p.writeSide(ctx, root, p.store.createHeld); err != nil {
		p.Discard()
		return nil, err
	}
	return p, nil
}

// inline takes the original into the entry.
func (p *Pending) inline() error {
	raw := make([]byte, p.original.Size())
	if err := readFull(p.original, raw, 0); err != nil {
		return err
	}
	if blake3.Sum256(raw) != p.digest {
		return errChanged
	}
	p.encoding, p.body = UTF8, string(raw)
	if !utf8.Valid(raw) {
		p.encoding, p.body = Base64, base64.StdEncoding.EncodeToString(raw)
	}
	return nil
}

var errChanged = errors.New("the original changed while it was stored")

// writeSide writes the side file's temporary. It takes a while, so it does
// that without the lock, if it may, and holds the file instead.
func (p *Pending) writeSide(ctx context.Context, root *os.Root, create func(*os.Root) (file, string, io.Closer, error)) error {
	f, name, hold, err := create(root)
	if err != nil {
		return err
	}
	p.temp, p.hold = name, hold
	return p.store.fillTemp(root, f, name, func(w io.Writer) error {
		digest, table, err := writeSide(ctx, w, p.original)
		if err == nil && digest != p.digest {
			err = errChanged
		}
		p.table = hex.EncodeToString(table[:])
		return err
	})
}

// wholeSide returns the length of the side file that already holds the
// original and the digest of its table, 0 if there is none. Reading it is
// several times cheaper than writing it again.
func (s *Store) wholeSide(root *os.Root, hash string, digest [32]byte) (size int64, table string) {
	entry, err := readHead(root, hash)
	if err != nil || entry.digest() != digest || entry.Encoding != Zstd {
		return 0, ""
	}
	x, err := openSide(root, entry)
	if err != nil {
		return 0, ""
	}
	defer x.Close()
	if x.chunks.verify(digest) != nil {
		return 0, ""
	}
	return x.fileSize, hex.EncodeToString(x.chunks.table[:])
}

// Commit makes the original an entry, which from then on any process can
// expand. An entry that is there already is renewed, and healed if it was
// damaged; its time to live never becomes shorter. If the store holds another
// original under the hash, the error is a *CollisionError. Whatever fails, no
// part of an entry is left; if only the store's remote failed, the whole one is.
func (p *Pending) Commit(meta Meta) (Entry, error) {
	if p.store == nil { // Nowhere's
		return newEntry(p.original, p.digest, meta, DefaultTTL, time.Now())
	}
	defer p.Discard()
	entry, err := p.entry(meta)
	if err != nil {
		return Entry{}, err
	}
	s := p.store
	root, err := s.enterToWrite()
	if err != nil {
		return Entry{}, err
	}
	defer root.Close()
	if err := p.needRoom(root); err != nil {
		return Entry{}, err
	}
	if entry, err = p.commitShared(root, entry); err != nil {
		return Entry{}, err
	}
	if s.sync {
		if err := syncFolder(s.dir); err != nil {
			return Entry{}, err
		}
	}
	s.pruneIfDue(root)
	if s.remote != nil {
		if err := p.publish(root, entry); err != nil {
			return Entry{}, err
		}
	}
	return entry, nil
}

// commitShared writes the entry while pruning is kept away.
func (p *Pending) commitShared(root *os.Root, entry Entry) (Entry, error) {
	unlock, err := p.store.share()
	if err != nil {
		return Entry{}, err
	}
	defer unlock()
	release, err := p.store.claim(p.hash)
	if err != nil {
		return Entry{}, err
	}
	defer release()
	s := p.store
	until, err := s.heldUntil(root, p.hash, p.digest)
	if err != nil {
		return Entry{}, err
	}
	if until.After(entry.ExpiresAt()) {
		entry.TTL = until.Sub(entry.CreatedAt)
	}
	if err := p.placeSide(root); err != nil {
		return Entry{}, err
	}
	entry.Table = p.table
	if err := p.placeEntry(root, entry); err != nil {
		return Entry{}, err
	}
	if until.IsZero() {
		s.stored(root, p.size(root))
	}
	s.own(root, p.hash)
	return entry, nil
}

// needRoom makes room for the entry, unless the store holds it already.
func (p *Pending) needRoom(root *os.Root) error {
	if p.store.limits == (Limits{}) {
		return nil
	}
	if old, err := readHead(root, p.hash); err == nil && old.digest() == p.digest {
		return nil
	}
	return p.store.makeRoom(root, p.size(root))
}

// size returns about what the entry's files take.
func (p *Pending) size(root *os.Root) int64 {
	const head = 512
	if p.encoding != Zstd {
		return head + int64(len(p.body))
	}
	for _, name := range []string{p.temp, sideName(p.hash)} {
		if name == "" {
			continue
		}
		if info, err := root.Lstat(name); err == nil {
			return head + info.Size()
		}
	}
	return head
}

// heldUntil returns until when the store already keeps the original; the zero
// time if it doesn't, or only in a damaged entry, which may be overwritten.
func (s *Store) heldUntil(root *os.Root, hash string, digest [32]byte) (time.Time, error) {
	old, err := readHead(root, hash)
	if err != nil {
		return time.Time{}, nil
	}
	if old.digest() == digest {
		return old.ExpiresAt(), nil
	}
	x, err := expand(root, hash)
	if err != nil || x.checkWhole() != nil {
		return time.Time{}, nil
	}
	x.Close()
	return time.Time{}, &CollisionError{hash}
}

// placeSide gives the side file its name. One that was found whole, and is
// gone or another now, is written after all.
func (p *Pending) placeSide(root *os.Root) error {
	if p.encoding != Zstd {
		return nil
	}
	if p.temp == "" {
		if p.stillThere(root) {
			return nil
		}
		if err := p.writeSide(context.Background(), root, createHeldShared); err != nil {
			return err
		}
	}
	if err := renameFile(root, p.temp, sideName(p.hash)); err != nil {
		return err
	}
	p.temp = ""
	p.release()
	return nil
}

// stillThere tells whether the side file is the one that Prepare found whole.
func (p *Pending) stillThere(root *os.Root) bool {
	x, err := openSide(root, Entry{Hash: p.hash, OriginalBytes: p.original.Size(), Table: p.table})
	if err != nil {
		return false
	}
	x.Close()
	return x.fileSize == p.reused
}

// placeEntry writes the entry's file. Its modification time is when it
// expires, so that pruning need not open what isn't due.
func (p *Pending) placeEntry(root *os.Root, entry Entry) error {
	data, err := entry.encode(p.body)
	if err != nil {
		return err
	}
	temp, err := p.store.writeTemp(root, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return err
	}
	root.Chtimes(temp, entry.CreatedAt, entry.ExpiresAt()) // a hint; pruning looks inside as well
	if err := renameFile(root, temp, entryName(p.hash)); err != nil {
		root.Remove(temp)
		return err
	}
	return nil
}

func (p *Pending) entry(meta Meta) (Entry, error) {
	entry, err := newEntry(p.original, p.digest, meta, p.store.ttl, p.store.now())
	entry.Encoding = p.encoding
	return entry, err
}

// cleanCommand returns the command as an entry can hold it.
func cleanCommand(command string) string {
	command = strings.ToValidUTF8(command, "\uFFFD")
	n := 0
	for i := range command {
		if n == maxCommand {
			return command[:i]
		}
		n++
	}
	return command
}

// Discard takes back what Prepare wrote. After Commit it does nothing.
func (p *Pending) Discard() {
	defer p.release()
	if p.temp == "" {
		return
	}
	if root, err := p.store.enter(); err == nil {
		root.Remove(p.temp)
		root.Close()
	}
	p.temp = ""
}

func (p *Pending) release() {
	if p.hold != nil {
		p.hold.Close()
		p.hold = nil
	}
}
