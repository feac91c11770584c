package store

import (
	"encoding/hex"
	"os"
)

// requests says which entry tells how a reduced request becomes the original
// again. Its keys are of the requests' digests. When there is no room for
// another, lines go whose entry is gone, and else the last: to look for all of
// them at each request would take longer than the rest.
var requests = index{
	name: "requests", most: mostRequests, claim: "1",
	drop: func(root *os.Root, lines []indexed) []indexed {
		if len(lines) < mostRequests {
			return lines
		}
		return withoutGone(root, lines)
	},
}

const mostRequests = 1024

func requestKey(digest [32]byte) string { return hex.EncodeToString(digest[:indexKeyLen/2]) }

// Request returns the hash that was remembered for the bytes with that digest,
// "" if none was. Whether its entry has expired, and whether it is about just
// these bytes, is for the caller to see.
func (s *Store) Request(digest [32]byte) (hash string, err error) {
	return s.lookUp(requests, requestKey(digest))
}

// RememberRequest makes the entry what Request returns for the digest.
func (s *Store) RememberRequest(digest [32]byte, hash string) error {
	return s.remember(requests, requestKey(digest), hash)
}
