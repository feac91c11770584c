package cli

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// ReplaceFile writes a file of the user's so that there is never half of one: what was
// there before stays until all is written, and so does its mode. A new one gets perm,
// less the umask. A link, a pipe or a device stays what it is, and gets the text.
func ReplaceFile(name string, text []byte, perm fs.FileMode) error {
	before, err := os.Lstat(name)
	there := err == nil
	if there && !before.Mode().IsRegular() {
		return os.WriteFile(name, text, perm)
	}
	part := filepath.Join(filepath.Dir(name), ".elide-"+strconv.FormatUint(rand.Uint64(), 36))
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if info, statErr := f.Stat(); there && statErr == nil && info.Mode() != before.Mode() { // not every file system has modes
		err = errors.Join(err, f.Chmod(before.Mode().Perm()))
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part)
	}
	return err
}
