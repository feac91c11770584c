package store

import (
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"elide/internal/marker"
)

// requestsName is the file that says which entry tells how a reduced request
// becomes the original again. It has a line for each request, the one that was
// remembered last at its head:
//
//	<32 digits of the request's digest> <hash>
//
// There are no more than mostRequests: when there is no room for another, lines
// go whose entry is gone, and else the last.
const requestsName = "requests"

const (
	requestKeyLen = 32 // hexadecimal digits
	requestLine   = requestKeyLen + 1 + marker.HashLen + 1
	mostRequests  = 1024
)

// requestsClaim is what writers of the file claim, another digit than that of
// the runs.
const requestsClaim = "1"

func requestKey(digest [32]byte) string { return hex.EncodeToString(digest[:requestKeyLen/2]) }

// Request returns the hash that was remembered for the bytes with that digest,
// "" if none was. Whether its entry has expired, and whether it is about just
// these bytes, is for the caller to see.
func (s *Store) Request(digest [32]byte) (hash string, err error) {
	root, done, err := s.enterToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer done()
	key := requestKey(digest)
	for _, r := range readRequests(root) {
		if r.key == key {
			return r.hash, nil
		}
	}
	return "", nil
}

// RememberRequest makes the entry what Request returns for the digest.
func (s *Store) RememberRequest(digest [32]byte, hash string) error {
	root, err := s.enterToWrite()
	if err != nil {
		return err
	}
	defer root.Close()
	unlock, err := s.claim(requestsClaim)
	if err != nil {
		return err
	}
	defer unlock()
	key := requestKey(digest)
	all := slices.DeleteFunc(readRequests(root), func(r request) bool { return r.key == key })
	if len(all) == mostRequests {
		all = slices.DeleteFunc(all, func(r request) bool {
			_, err := root.Lstat(entryName(r.hash))
			return err != nil
		})
	}
	text := []byte(key + " " + hash + "\n")
	for _, r := range all[:min(len(all), mostRequests-1)] {
		text = append(text, r.key+" "+r.hash+"\n"...)
	}
	return s.replace(root, requestsName, text)
}

type request struct{ key, hash string }

// readRequests returns what is remembered, the last first. A file that can't be
// read, and a line that is none, remember nothing.
func readRequests(root *os.Root) []request {
	f, _, err := openRegular(root, requestsName)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostRequests*requestLine))
	if err != nil {
		return nil
	}
	var all []request
	for line := range strings.Lines(string(text)) {
		key, hash, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if ok && len(key) == requestKeyLen && marker.IsHash(hash) {
			all = append(all, request{key, hash})
		}
	}
	return all
}
