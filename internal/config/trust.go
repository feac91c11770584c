package config

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/zeebo/blake3"
)

// ErrNoProject reports that there is no project's file to trust.
var ErrNoProject = errors.New("no .elide/config.toml in this folder or above it")

// trustList is the file, in the user's folder, that names what is trusted: a
// line for each, with the digest of the file's place and content and, for
// the reader, the place. A file that changes or moves is no longer trusted.
const trustList = "trusted"

// Trust puts the project's file on the user's list, as it is now, and returns
// its name.
func Trust(src Source) (string, error) {
	f, err := findProject(src)
	if err != nil {
		return "", err
	}
	if f == nil {
		return "", ErrNoProject
	}
	if err := new(Config).apply(f, true); err != nil {
		return "", err
	}
	dir := userDir(src.Env)
	if dir == "" {
		return "", errors.New("no place for the list of trusted projects: neither XDG_CONFIG_HOME nor HOME is set")
	}
	known, err := isTrusted(src.Env, f)
	if err != nil || known {
		return f.name, err
	}
	return f.name, appendTrust(dir, f)
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

// isTrusted tells whether the user has trusted the file as it is now.
func isTrusted(env func(string) (string, bool), f *file) (bool, error) {
	dir := userDir(env)
	if dir == "" {
		return false, nil
	}
	list, err := os.ReadFile(filepath.Join(dir, trustList))
	if errors.Is(err, fs.ErrNotExist) || notFolder(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	digest := []byte(f.digest() + " ")
	named := func(line []byte) bool { return bytes.HasPrefix(line, digest) }
	return slices.ContainsFunc(bytes.Split(list, []byte{'\n'}), named), nil
}

// digest returns the digest of the file's place and content.
func (f *file) digest() string {
	sum := blake3.Sum256(append([]byte(f.name+"\x00"), f.data...))
	return hex.EncodeToString(sum[:])
}
