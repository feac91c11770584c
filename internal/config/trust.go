package config

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/zeebo/blake3"
)

// ErrNoProject reports that there is no project's file to trust.
var ErrNoProject = errors.New("no .elide/config.toml in this folder or above it")

// trustList is the file, in the user's folder, that names what is trusted: a
// line for each, with the digest of the file's place and content and the place.
// A file that changes or moves is no longer trusted.
const trustList = "trusted"

// trust is what stands on the list.
type trust struct{ lines [][]byte }

// Trust puts the project's file on the user's list, as it is now, and its rules, as
// they are now, and returns their names. They may be another user's: to name them is
// to say that they may be read.
func Trust(src Source) ([]string, error) {
	all := func(string) bool { return true }
	passed := Config{rules: &ruleFolders{}}
	f, err := passed.findProject(src, all)
	if err != nil {
		return nil, err
	}
	var found []*file
	if f != nil {
		if err := new(Config).apply(f, true); err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	known, err := passed.rules.forTrust()
	if err != nil {
		return nil, err
	}
	if known != nil {
		found = append(found, known)
	}
	if len(found) == 0 {
		return nil, errors.Join(append([]error{ErrNoProject}, passed.unread...)...)
	}
	return appendAll(src, found)
}

// appendAll puts what isn't on the user's list there, and returns the names of all.
func appendAll(src Source, found []*file) (names []string, err error) {
	dir := userDir(src.Env)
	if dir == "" {
		return nil, errors.New("no place for the list of trusted projects: neither XDG_CONFIG_HOME nor HOME is set")
	}
	list, err := readTrust(src.Env)
	for _, f := range found {
		names = append(names, f.name)
		if err == nil && !list.has(f) {
			err = appendTrust(dir, f)
		}
	}
	return names, err
}

func appendTrust(dir string, f *file) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	list, err := os.OpenFile(filepath.Join(dir, trustList), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(list, "%s %q\n", f.digest(), f.name)
	return errors.Join(err, list.Close())
}

// readTrust reads the user's list; where there is none, nothing is trusted.
func readTrust(env func(string) (string, bool)) (trust, error) {
	dir := userDir(env)
	if dir == "" {
		return trust{}, nil
	}
	list, err := os.ReadFile(filepath.Join(dir, trustList))
	if notThere(err) {
		return trust{}, nil
	}
	return trust{bytes.Split(list, []byte{'\n'})}, err
}

// has tells whether the user has trusted the file as it is now.
func (t trust) has(f *file) bool {
	digest := []byte(f.digest() + " ")
	return slices.ContainsFunc(t.lines, func(line []byte) bool { return bytes.HasPrefix(line, digest) })
}

// names tells whether the user has trusted a file of that name, as it was once.
func (t trust) names(name string) bool {
	place := fmt.Appendf(nil, " %q", name)
	return slices.ContainsFunc(t.lines, func(line []byte) bool { return bytes.HasSuffix(line, place) })
}

// digest returns the digest of the file's place and content.
func (f *file) digest() string {
	sum := blake3.Sum256(append([]byte(f.name+"\x00"), f.data...))
	return hex.EncodeToString(sum[:])
}
