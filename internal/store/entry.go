package store

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
)

// Encoding is how an entry holds its original.
type Encoding string

// The encodings.
const (
	UTF8   Encoding = "utf-8"  // in the entry, as text
	Base64 Encoding = "base64" // in the entry: bytes that are no valid UTF-8
	Zstd   Encoding = "zstd"   // in the file beside the entry, in chunks
)

// The bounds of schema elision-entry.v1.
const (
	version     = 1
	maxCommand  = 4096      // characters
	maxInteger  = 1<<53 - 1 // what every reader of JSON can hold
	timeFormat  = "2006-01-02T15:04:05.000Z"
	maxJSONFile = 4 << 20 // bytes of <hash>.json; a larger one is corrupt
)

// inlineBytes is the length up to which an original stands in its entry. A
// larger one is compressed beside it.
const inlineBytes = 256 << 10

// Entry says of a stored original what it is and until when it is kept.
type Entry struct {
	Hash            string
	Digest          string // 64 hexadecimal digits
	Type            string // a shape's name
	Encoding        Encoding
	CreatedAt       time.Time // when it was stored last
	TTL             time.Duration
	OriginalBytes   int64
	CompressedBytes int64  // of the reduced block
	Command         string // what printed it; empty: not known
	Table           string // digest of the side file's table of chunks; empty: not known
}

// ExpiresAt returns the time from which the entry is no longer given out.
func (e Entry) ExpiresAt() time.Time { return expiry(e.CreatedAt, e.TTL) }

func (e Entry) expired(now time.Time) bool { return !now.Before(e.ExpiresAt()) }

// document is an entry as it stands in its file. The original is last, so
// that all the rest can be read without it, and the seal of all the rest is
// just before it.
type document struct {
	Version         int      `json:"version"`
	Hash            string   `json:"hash"`
	Digest          string   `json:"digest"`
	Type            string   `json:"type"`
	Encoding        Encoding `json:"encoding"`
	CreatedAt       string   `json:"created_at"`
	TTLMillis       int64    `json:"ttl_ms"`
	OriginalBytes   int64    `json:"original_bytes"`
	CompressedBytes int64    `json:"compressed_bytes"`
	Command         string   `json:"command,omitempty"`
	Table           string   `json:"table,omitempty"`
	Seal            string   `json:"seal,omitempty"`
	Original        string   `json:"original"`
}

// encode returns the entry's file, with original as the encoding has it.
func (e Entry) encode(original string) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(document{
		Seal:    strings.Repeat("0", 64),
		Version: version, Hash: e.Hash, Digest: e.Digest, Type: e.Type, Encoding: e.Encoding,
		CreatedAt: e.CreatedAt.UTC().Format(timeFormat), TTLMillis: max(e.TTL.Milliseconds(), 1),
		OriginalBytes: e.OriginalBytes, CompressedBytes: e.CompressedBytes,
		Command: e.Command, Table: e.Table, Original: original,
	})
	if err != nil {
		return nil, err
	}
	data := out.Bytes()
	at := bytes.Index(data, sealKey)
	seal := blake3.Sum256(data[:at])
	hex.Encode(data[at+len(sealKey):], seal[:])
	return data, nil
}

// sealed checks the seal of an entry's file, if it has one: the digest of all
// that stands before it. What stands behind it is the original, which has a
// digest itself; that its escapes are written in lower case is what leaves no
// bit that could change unnoticed.
func (d document) sealed(data []byte) error {
	if d.Seal == "" {
		return nil
	}
	at := bytes.Index(data, sealKey)
	if at < 0 {
		return errors.New("its seal is not where it has to be")
	}
	if seal := blake3.Sum256(data[:at]); d.Seal != hex.EncodeToString(seal[:]) {
		return errors.New("it doesn't have its seal")
	}
	for rest := data[at:]; ; {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 || i+6 > len(rest) {
			return nil
		}
		if rest[i+1] == 'u' && bytes.ContainsAny(rest[i+2:i+6], "ABCDEF") {
			return errors.New("an escape is written in upper case")
		}
		rest = rest[i+2:]
	}
}

// decodeEntry reads an entry's file of that hash. It accepts what schema
// elision-entry.v1 accepts, and of that what agrees with itself and the name.
func decodeEntry(data []byte, hash string) (Entry, string, error) {
	doc, err := decodeDocument(data)
	if err != nil {
		return Entry{}, "", err
	}
	if err := errors.Join(doc.consistent(hash), doc.sealed(data)); err != nil {
		return Entry{}, "", err
	}
	return doc.entry(), doc.Original, nil
}

// decodeHead is decodeEntry for the start of a file, up to the original.
// It may only be used on what cutHead returned.
func decodeHead(head []byte, hash string) (Entry, error) {
	doc, err := decodeDocument(head)
	if err != nil {
		return Entry{}, err
	}
	if doc.Encoding == Zstd {
		doc.Original = sideName(hash)
	}
	if err := errors.Join(doc.consistent(hash), doc.sealed(head)); err != nil {
		return Entry{}, err
	}
	return doc.entry(), nil
}

// These can't stand inside a JSON string: a quote there has a backslash
// before it.
var (
	sealKey     = []byte(`,"seal":"`)
	originalKey = []byte(`,"original":"`)
)

// cutHead returns the start of an entry's file, made whole with the encoding's
// shortest original, if the file is laid out as encode does.
func cutHead(start []byte) ([]byte, bool) {
	i := bytes.Index(start, originalKey)
	if i < 0 {
		return nil, false
	}
	filler := ""
	if bytes.Contains(start[:i], []byte(`"encoding":"zstd"`)) {
		filler = sideName("000000000000")
	}
	return append(append(bytes.Clone(start[:i+len(originalKey)]), filler...), `"}`...), true
}

func (d document) entry() Entry {
	created, _ := time.Parse(time.RFC3339Nano, d.CreatedAt) // was checked
	const most = int64(1<<63-1) / int64(time.Millisecond)
	return Entry{
		Hash: d.Hash, Digest: d.Digest, Type: d.Type, Encoding: d.Encoding, CreatedAt: created,
		TTL:           time.Duration(min(d.TTLMillis, most)) * time.Millisecond,
		OriginalBytes: d.OriginalBytes, CompressedBytes: d.CompressedBytes, Command: d.Command, Table: d.Table,
	}
}

// consistent checks what a schema can't say.
func (d document) consistent(hash string) error {
	switch {
	case d.Hash != hash:
		return fmt.Errorf("hash is %s", d.Hash)
	case d.Digest[:marker.HashLen] != hash:
		return fmt.Errorf("digest is %s", d.Digest)
	case d.Encoding == Zstd && d.Original != sideName(hash):
		return fmt.Errorf("original is in %s", d.Original)
	}
	return nil
}

// digestOf returns the digest that the entry says its original has.
func (e Entry) digest() (digest [32]byte) {
	hex.Decode(digest[:], []byte(e.Digest))
	return digest
}

func entryName(hash string) string { return hash + ".json" }
func sideName(hash string) string  { return hash + ".zst" }

// hashOfName returns the hash in the name of an entry's file or side file.
func hashOfName(name string) (hash string, side, ok bool) {
	if len(name) < marker.HashLen || !marker.IsHash(name[:marker.HashLen]) {
		return "", false, false
	}
	switch hash = name[:marker.HashLen]; name {
	case entryName(hash):
		return hash, false, true
	case sideName(hash):
		return hash, true, true
	}
	return "", false, false
}

// validType tells whether name is a shape's.
func validType(name string) bool {
	_, err := shape.Parse(name)
	return err == nil
}
