package store

import (
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/zeebo/blake3"

	"elide/internal/marker"
)

// runsName is the file that says which entry holds what a command printed
// when it last ran. It has a line for each command, the one that ran last at
// its head:
//
//	<32 digits of the run's key> <hash>
//
// A key is one-way: neither command nor folder can be read from it. Lines whose
// entry is gone are dropped when the file is next written, and so are those
// beyond mostRuns.
const runsName = "runs"

const (
	runKeyLen = 32 // hexadecimal digits
	runLine   = runKeyLen + 1 + marker.HashLen + 1
	mostRuns  = 256
)

// runsClaim is what writers of the file claim, so that of two at once neither
// is lost: any digit would do.
const runsClaim = "0"

// RunKey identifies a command by its arguments and the folder it runs in.
type RunKey string

// NewRunKey returns the key of a command. Neither dir nor an argument can
// hold a NUL, so no two commands are joined to the same text.
func NewRunKey(dir string, args []string) RunKey {
	sum := blake3.Sum256([]byte(dir + "\x00" + strings.Join(args, "\x00")))
	return RunKey(hex.EncodeToString(sum[:])[:runKeyLen])
}

// LastRun returns the hash that was remembered for the command, "" if none
// was. Whether its entry has expired is for Expand to say.
func (s *Store) LastRun(key RunKey) (hash string, err error) {
	root, done, err := s.enterToRead()
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer done()
	for _, r := range readRuns(root) {
		if r.key == key {
			return r.hash, nil
		}
	}
	return "", nil
}

// RememberRun makes the entry what LastRun returns for the command.
func (s *Store) RememberRun(key RunKey, hash string) error {
	root, err := s.enterToWrite()
	if err != nil {
		return err
	}
	defer root.Close()
	unlock, err := s.claim(runsClaim)
	if err != nil {
		return err
	}
	defer unlock()
	text := []byte(string(key) + " " + hash + "\n")
	for _, r := range readRuns(root) {
		if _, err := root.Lstat(entryName(r.hash)); err == nil && r.key != key && len(text) < mostRuns*runLine {
			text = append(text, string(r.key)+" "+r.hash+"\n"...)
		}
	}
	return s.replace(root, runsName, text)
}

type run struct {
	key  RunKey
	hash string
}

// readRuns returns the runs that are remembered, the last first. A file that
// can't be read, and a line that is none, remember nothing.
func readRuns(root *os.Root) []run {
	f, _, err := openRegular(root, runsName)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostRuns*runLine))
	if err != nil {
		return nil
	}
	var runs []run
	for line := range strings.Lines(string(text)) {
		key, hash, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if ok && len(key) == runKeyLen && marker.IsHash(hash) {
			runs = append(runs, run{RunKey(key), hash})
		}
	}
	return runs
}
