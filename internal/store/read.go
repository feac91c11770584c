package store

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"elide/internal/marker"
)

// headBytes is how much of an entry's file is read to learn all but its
// original.
const headBytes = 4 << 10

// Expanded is an original that was read from the store and has its digest. It
// is an Original itself, and safe for concurrent use.
type Expanded struct {
	Entry Entry
	io.ReaderAt

	inline   []byte   // the original, if it stands in the entry
	chunks   *chunked // or the side file that holds it
	file     *os.File
	fileSize int64
}

// Size returns the length of the original.
func (x *Expanded) Size() int64 { return x.Entry.OriginalBytes }

// Close releases the file behind it.
func (x *Expanded) Close() error {
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}

// Get returns the entry whose digest starts with prefix: 6 to 64 lower-case
// hexadecimal digits. It doesn't read the original. The error is a
// *NotFoundError, *ExpiredError, *CorruptError, *AmbiguousError or another
// failure of the store.
func (s *Store) Get(prefix string) (Entry, error) {
	root, hash, done, err := s.find(prefix)
	if err != nil {
		return Entry{}, err
	}
	defer done()
	entry, err := readHead(root, hash)
	if err != nil {
		return Entry{}, s.missing(root, prefix, err)
	}
	return entry, s.current(root, prefix, entry)
}

// Expand returns the original whose digest starts with prefix, after checking
// that it has that digest. Its errors are those of Get. The caller closes it.
func (s *Store) Expand(prefix string) (*Expanded, error) {
	x, err := s.expandShared(prefix)
	if err != nil {
		return nil, err
	}
	if err := x.check(); err != nil { // reads it all, so without the lock
		x.Close()
		return nil, err
	}
	return x, nil
}

func (s *Store) expandShared(prefix string) (*Expanded, error) {
	root, hash, done, err := s.find(prefix)
	if err != nil {
		return nil, err
	}
	defer done()
	x, err := expand(root, hash)
	if err != nil {
		return nil, s.missing(root, prefix, err)
	}
	if err := s.current(root, prefix, x.Entry); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// find enters the folder, takes the shared lock and finds the hash that is
// meant. done gives both back.
func (s *Store) find(prefix string) (root *os.Root, hash string, done func(), err error) {
	if len(prefix) < 6 || len(prefix) > 64 || strings.Trim(prefix, "0123456789abcdef") != "" {
		return nil, "", nil, &marker.ReferenceError{Text: prefix}
	}
	root, done, err = s.enterToRead()
	if errors.Is(err, fs.ErrNotExist) {
		err = &NotFoundError{Prefix: prefix}
	}
	if err != nil {
		return nil, "", nil, err
	}
	if hash, err = s.resolve(root, prefix); err != nil {
		done()
		return nil, "", nil, err
	}
	return root, hash, done, nil
}

func (s *Store) enterToRead() (root *os.Root, done func(), err error) {
	if root, err = s.enter(); err != nil {
		return nil, nil, err
	}
	unlock, err := s.shareToRead()
	if err != nil {
		root.Close()
		return nil, nil, err
	}
	return root, func() { unlock(); root.Close() }, nil
}

// resolve returns the one hash that the prefix may mean.
func (s *Store) resolve(root *os.Root, prefix string) (string, error) {
	if len(prefix) >= marker.HashLen {
		return prefix[:marker.HashLen], nil
	}
	all, err := hashes(root)
	if err != nil {
		return "", err
	}
	var candidates []string
	for _, hash := range all {
		if strings.HasPrefix(hash, prefix) {
			candidates = append(candidates, hash)
		}
	}
	switch len(candidates) {
	case 0:
		return "", &NotFoundError{prefix, nearest(all, prefix), len(all)}
	case 1:
		return candidates[0], nil
	}
	return "", &AmbiguousError{prefix, candidates}
}

// missing makes of a file that isn't there the error that says what is.
func (s *Store) missing(root *os.Root, prefix string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	all, _ := hashes(root)
	return &NotFoundError{prefix, nearest(all, prefix), len(all)}
}

// current tells whether the entry is the one that was meant, and not expired.
func (s *Store) current(root *os.Root, prefix string, entry Entry) error {
	if !strings.HasPrefix(entry.Digest, prefix) {
		return s.missing(root, prefix, fs.ErrNotExist)
	}
	if now := s.now(); entry.expired(now) {
		return &ExpiredError{entry, now.Sub(entry.ExpiresAt())}
	}
	return nil
}

// expand opens an entry and its original, which isn't checked yet.
func expand(root *os.Root, hash string) (*Expanded, error) {
	data, err := readWhole(root, entryName(hash))
	if err != nil {
		return nil, err
	}
	entry, body, err := decodeEntry(data, hash)
	if err != nil {
		return nil, &CorruptError{entryName(hash), err}
	}
	if entry.Encoding == Zstd {
		return openSide(root, entry)
	}
	return inlineOriginal(entry, body)
}

// inlineOriginal takes the original from its entry.
func inlineOriginal(entry Entry, body string) (*Expanded, error) {
	raw := []byte(body)
	if entry.Encoding == Base64 {
		var err error
		if raw, err = base64.StdEncoding.DecodeString(body); err != nil {
			return nil, &CorruptError{entryName(entry.Hash), err}
		}
	}
	return &Expanded{Entry: entry, ReaderAt: bytes.NewReader(raw), inline: raw}, nil
}

// openSide opens the side file of an entry.
func openSide(root *os.Root, entry Entry) (*Expanded, error) {
	name := sideName(entry.Hash)
	f, size, err := openRegular(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &CorruptError{entryName(entry.Hash), errors.New(name + " is missing")}
	}
	if err != nil {
		return nil, err
	}
	chunks, err := openChunks(f, size, entry.OriginalBytes)
	if err != nil {
		f.Close()
		return nil, corrupt(name, err)
	}
	return &Expanded{Entry: entry, ReaderAt: chunks, chunks: chunks, file: f, fileSize: size}, nil
}

// check reads the whole original and compares its digest.
func (x *Expanded) check() error {
	if x.chunks != nil {
		return corrupt(sideName(x.Entry.Hash), x.verify(x.Entry.digest()))
	}
	name := entryName(x.Entry.Hash)
	if int64(len(x.inline)) != x.Entry.OriginalBytes {
		return &CorruptError{name, errLength}
	}
	if got, err := Digest(bytes.NewReader(x.inline)); err != nil || got != x.Entry.digest() {
		return &CorruptError{name, errDigest}
	}
	return nil
}

func (x *Expanded) verify(digest [32]byte) error { return x.chunks.verify(digest) }

// corrupt wraps what is wrong with the content of a file. That it could not
// be read says nothing of its content, and is returned as it is.
func corrupt(name string, err error) error {
	var failed *fs.PathError
	if err == nil || errors.As(err, &failed) {
		return err
	}
	return &CorruptError{name, err}
}

// readHead reads an entry without its original.
func readHead(root *os.Root, hash string) (Entry, error) {
	name := entryName(hash)
	f, _, err := openRegular(root, name)
	if err != nil {
		return Entry{}, err
	}
	start := make([]byte, headBytes)
	n, err := io.ReadFull(f, start)
	f.Close()
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return Entry{}, err
	}
	if head, ok := cutHead(start[:n]); ok {
		if entry, err := decodeHead(head, hash); err == nil {
			return entry, nil
		}
	}
	data, err := readWhole(root, name)
	if err != nil {
		return Entry{}, err
	}
	entry, _, err := decodeEntry(data, hash)
	if err != nil {
		return Entry{}, &CorruptError{name, err}
	}
	return entry, nil
}

// readWhole reads an entry's file, if it is no larger than one may be.
func readWhole(root *os.Root, name string) ([]byte, error) {
	f, size, err := openRegular(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > maxJSONFile {
		return nil, &CorruptError{name, errors.New("larger than an entry can be")}
	}
	data, err := io.ReadAll(io.LimitReader(f, maxJSONFile))
	return data, err
}
