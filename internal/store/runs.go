package store

import (
	"encoding/hex"
	"strings"

	"github.com/zeebo/blake3"
)

// runs says which entry holds what a command printed when it last ran. A key is
// one-way: neither command nor folder can be read from it. Lines whose entry is
// gone are dropped when the file is next written.
var runs = index{name: "runs", most: mostRuns, claim: "0", drop: withoutGone}

const mostRuns = 256

// RunKey identifies a command by its arguments and the folder it runs in.
type RunKey string

// NewRunKey returns the key of a command. Neither dir nor an argument can
// hold a NUL, so no two commands are joined to the same text.
func NewRunKey(dir string, args []string) RunKey {
	sum := blake3.Sum256([]byte(dir + "\x00" + strings.Join(args, "\x00")))
	return RunKey(hex.EncodeToString(sum[:])[:indexKeyLen])
}

// LastRun returns the hash that was remembered for the command, "" if none
// was. Whether its entry has expired is for Expand to say.
func (s *Store) LastRun(key RunKey) (hash string, err error) { return s.lookUp(runs, string(key)) }

// RememberRun makes the entry what LastRun returns for the command.
func (s *Store) RememberRun(key RunKey, hash string) error {
	return s.remember(runs, string(key), hash)
}
