package store

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"

	"elide.example/elide/internal/marker"
)

// Verified is what Verify looked at and found.
type Verified struct {
	Entries  int   // that were looked at
	Bytes    int64 // of their originals
	Corrupt  int
	Repaired int // of the corrupt ones: their original was there after all
	Removed  int // of the corrupt ones: it was not
}

// Verify reads every entry and its whole original, and compares schema, name,
// seal and digests. It calls report for each entry that is corrupt, whose
// error is a *CorruptError. With repair it stores the original anew if its bytes
// can still be had, and removes the entry if not. Others may use the store
// meanwhile.
func (s *Store) Verify(ctx context.Context, repair bool, report func(hash string, err error)) (Verified, error) {
	var done Verified
	root, err := s.enter()
	if err != nil {
		return done, ignoreMissing(err)
	}
	defer root.Close()
	all, err := hashes(root)
	if err != nil {
		return done, err
	}
	for _, hash := range all {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		n, err := s.verify(root, hash)
		switch {
		case errors.Is(err, fs.ErrNotExist): // pruned meanwhile
			continue
		case err == nil:
			done.Bytes += n
		case !errors.Is(err, ErrCorrupt):
			return done, err
		default:
			done.Corrupt++
			report(hash, err)
			if repair {
				err = s.repair(ctx, root, hash, &done)
			}
			if repair && err != nil {
				return done, err
			}
		}
		done.Entries++
	}
	return done, nil
}

// verify checks one entry and returns the length of its original.
func (s *Store) verify(root *os.Root, hash string) (int64, error) {
	unlock, err := s.shareToRead()
	if err != nil {
		return 0, err
	}
	x, err := expand(root, hash)
	unlock()
	if err != nil {
		return 0, err
	}
	defer x.Close()
	return x.Size(), x.checkWhole()
}

// repair stores the original of a corrupt entry anew, or removes the entry.
func (s *Store) repair(ctx context.Context, root *os.Root, hash string, done *Verified) error {
	o, meta, err := s.salvage(root, hash)
	if err != nil {
		return err
	}
	if o != nil {
		defer o.Close()
		digest, err := Digest(o)
		if err == nil {
			_, err = s.Put(ctx, o, digest, meta)
		}
		if err == nil {
			done.Repaired++
		}
		return err
	}
	unlock, err := s.exclude(lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	x, err := expand(root, hash)
	if err == nil {
		err = x.checkWhole()
		x.Close()
	}
	if !errors.Is(err, ErrCorrupt) {
		return nil // another process stored it anew
	}
	done.Removed++
	if err := root.RemoveAll(entryName(hash)); err != nil { // a folder may be in its place
		return err
	}
	return root.RemoveAll(sideName(hash))
}

// salvaged is an original that was found in spite of a damaged entry.
type salvaged struct {
	*io.SectionReader
	close func()
}

func (s *salvaged) Close() { s.close() }

// salvage looks for bytes that have the hash, in the entry's file and in the
// side file, and for what else of the entry still holds. It returns nil if
// there are none.
func (s *Store) salvage(root *os.Root, hash string) (*salvaged, Meta, error) {
	meta := Meta{Type: "plain"}
	data, err := readWhole(root, entryName(hash))
	if err == nil {
		meta = salvageMeta(data)
		for _, raw := range originalsIn(data) {
			if digest, _ := Digest(bytes.NewReader(raw)); marker.Hash(digest) == hash {
				return &salvaged{io.NewSectionReader(bytes.NewReader(raw), 0, int64(len(raw))), func() {}}, meta, nil
			}
		}
	}
	o, err := s.unpackSide(root, hash)
	return o, meta, err
}

// salvageMeta returns what an entry says of itself where that is valid.
func salvageMeta(data []byte) Meta {
	meta := Meta{Type: "plain"}
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return meta
	}
	var (
		kind, command string
		size          int64
	)
	if json.Unmarshal(members["type"], &kind) == nil && validType(kind) {
		meta.Type = kind
	}
	if json.Unmarshal(members["command"], &command) == nil {
		meta.Command = command
	}
	if json.Unmarshal(members["compressed_bytes"], &size) == nil {
		meta.CompressedBytes = size
	}
	return meta
}

// originalsIn returns what an entry's file may hold as its original, by
// either encoding.
func originalsIn(data []byte) (found [][]byte) {
	i := bytes.Index(data, originalKey)
	j := bytes.LastIndexByte(data, '"')
	if i < 0 || j < i+len(originalKey) {
		return nil
	}
	var text string
	if json.Unmarshal(data[i+len(originalKey)-1:j+1], &text) != nil {
		return nil
	}
	found = append(found, []byte(text))
	if raw, err := base64.StdEncoding.DecodeString(text); err == nil {
		found = append(found, raw)
	}
	return found
}

// unpackSide unpacks a side file into a temporary file, if what comes out has
// the hash. It doesn't need the table of chunks.
func (s *Store) unpackSide(root *os.Root, hash string) (*salvaged, error) {
	f, _, err := openRegular(root, sideName(hash))
	if err != nil {
		return nil, ignoreMissing(onlyUnreadable(err))
	}
	defer f.Close()
	dec, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	damaged := false
	out, temp, hold, err := s.createHeld(root)
	if err != nil {
		return nil, err
	}
	err = s.fillTemp(root, out, temp, func(w io.Writer) error {
		to := &written{w: w}
		_, err := io.Copy(to, dec)
		damaged = err != nil && to.err == nil
		return err
	})
	if err != nil {
		hold.Close()
		if damaged {
			return nil, nil
		}
		return nil, err
	}
	plain, size, err := openRegular(root, temp)
	if err != nil {
		hold.Close()
		return nil, err
	}
	o := &salvaged{io.NewSectionReader(plain, 0, size), func() { plain.Close(); hold.Close(); root.Remove(temp) }}
	if digest, err := Digest(o); err != nil || marker.Hash(digest) != hash {
		o.Close()
		return nil, err
	}
	return o, nil
}

// onlyUnreadable takes a file that is no regular one for one that isn't there.
func onlyUnreadable(err error) error {
	if errors.Is(err, ErrCorrupt) {
		return nil
	}
	return err
}

// written remembers that writing failed, not reading.
type written struct {
	w   io.Writer
	err error
}

func (w *written) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		w.err = err
	}
	return n, err
}
