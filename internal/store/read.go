package store

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
)

// headBytes is how much of an entry's file is read to learn all but its
// original.
const headBytes = 4 << 10

// Expanded is an original that was read from the store and has its digest. It
// is an Original itself, and safe for concurrent use.
type Expanded struct {
	Entry Entry
	io.ReaderAt

	inline   []byte    // the original, if it stands in the entry
	chunks   *chunked  // or the side file that holds it
	file     io.Closer // what has to be closed; nil: nothing
	fileSize int64
	checked  bool // inline has the digest
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

// Expand returns the original whose digest starts with prefix. No byte that is
// read from it is unchecked: an original that stands in its entry, or in a
// side file of whose table the entry doesn't know the digest, was read and
// compared with its digest; of any other each chunk is checked when it is read,
// and what is wrong with it is a *CorruptError of ReadAt. Other errors are
// those of Get. What the store lacks is fetched from its remote, if it has
// one. The caller closes it.
func (s *Store) Expand(prefix string) (*Expanded, error) {
	x, err := s.expandHere(prefix)
	if s.remote == nil || !lacking(err) {
		return x, err
	}
	return s.fetch(prefix, err)
}

// expandHere is Expand without the remote.
func (s *Store) expandHere(prefix string) (*Expanded, error) {
	x, err := s.expandShared(prefix)
	s.note(x, err)
	if err != nil {
		return nil, err
	}
	return x.whole()
}

// note counts what became of a reference, and remembers that the entry was
// used. A store that can't be written does without.
func (s *Store) note(x *Expanded, err error) {
	var event byte
	switch {
	case err == nil:
		event = countHit
	case errors.Is(err, ErrNotFound):
		event = countMiss
	case errors.Is(err, ErrExpired):
		event = countExpired
	default:
		return
	}
	root, err := s.enter()
	if err != nil {
		return
	}
	defer root.Close()
	if x != nil {
		root.Chtimes(entryName(x.Entry.Hash), s.now(), x.Entry.ExpiresAt())
	}
	count(root, event, 0)
}

// Check reads the files of the original, without unpacking them, and returns a
// *CorruptError if a byte of them is not the one that was written. What is read
// after that fails only if the files are changed meanwhile.
func (x *Expanded) Check() error {
	if x.chunks == nil || x.Entry.Table == "" {
		return nil // was checked by Expand
	}
	return corrupt(sideName(x.Entry.Hash), x.chunks.checkFrames())
}

// Near returns an offset at or before the start of the line, counted from 1,
// as near as the store knows without reading the original, and how many line
// ends stand before that offset.
func (x *Expanded) Near(line int64) (offset, before int64) {
	if x.chunks == nil || line <= 1 {
		return 0, 0
	}
	return x.chunks.near(line - 1)
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
	if x := quick(data, hash); x != nil {
		return x, nil
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

// quick is decodeEntry of a file that is laid out as encode does, in a quarter of
// its time (BenchmarkReadEntry). It has checked the original; nil
// says nothing.
func quick(data []byte, hash string) *Expanded {
	at := bytes.Index(data, originalKey)
	head, ok := cutHead(data)
	if !ok || !bytes.HasSuffix(data, []byte("\"}\n")) {
		return nil
	}
	doc, err := decodeDocument(head)
	if err != nil || doc.Encoding != UTF8 || doc.consistent(hash) != nil || doc.sealed(data) != nil {
		return nil
	}
	whole, err := jsonspan.Parse(data[at+len(originalKey)-1 : len(data)-len("}\n")])
	if err != nil || whole.Root().Kind() != jsonspan.String {
		return nil
	}
	raw, exact := whole.Root().AppendText(nil)
	x := &Expanded{Entry: doc.entry(), ReaderAt: bytes.NewReader(raw), inline: raw}
	if !exact || x.checkWhole() != nil {
		return nil
	}
	x.checked = true
	return x
}

// Peek is Expand for who looks through many originals: no remote is asked, and
// neither that it was looked for is counted nor that it was used.
func (s *Store) Peek(hash string) (*Expanded, error) {
	x, err := s.expandShared(hash)
	if err != nil {
		return nil, err
	}
	return x.whole()
}

// whole makes sure that no byte of the original is unchecked.
func (x *Expanded) whole() (*Expanded, error) {
	if x.checked || x.chunks != nil && x.Entry.Table != "" {
		return x, nil
	}
	if err := x.checkWhole(); err != nil { // reads it all, so without the lock
		x.Close()
		return nil, err
	}
	return x, nil
}

// inlineOriginal takes the original from its entry.
func inlineOriginal(entry Entry, body string) (*Expanded, error) {
	raw := []byte(body)
	if entry.Encoding == Base64 {
		var err error
		if raw, err = base64.StdEncoding.Strict().DecodeString(body); err != nil {
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
	if err == nil && entry.Table != "" && hex.EncodeToString(chunks.table[:]) != entry.Table {
		err = errors.New("its table of chunks is not the one that was written")
	}
	if err != nil {
		f.Close()
		return nil, corrupt(name, err)
	}
	return &Expanded{Entry: entry, ReaderAt: named{chunks, name}, chunks: chunks, file: f, fileSize: size}, nil
}

// named reads a side file and says in errors which it is.
type named struct {
	chunks *chunked
	name   string
}

func (n named) ReadAt(p []byte, off int64) (int, error) {
	read, err := n.chunks.ReadAt(p, off)
	if err != nil && err != io.EOF {
		err = corrupt(n.name, err)
	}
	return read, err
}

// checkWhole reads the whole original and compares its digest.
func (x *Expanded) checkWhole() error {
	if x.chunks != nil {
		return corrupt(sideName(x.Entry.Hash), x.chunks.verify(x.Entry.digest()))
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
