package hook

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"elide.example/elide/internal/ownfile"
)

// mostSpilled bounds what is read of a file in which a host keeps an output.
const mostSpilled = 64 << 20

// readSpilled reads an output that a host keeps in a file. The path came in a
// payload, so it must be plain, and lead to a regular file of the user's own;
// whether it is in a place where the host keeps such files, and holds what the
// host showed of it, is for the caller to see.
func readSpilled(path string) ([]byte, bool) {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return nil, false
	}
	f, err := os.OpenFile(path, os.O_RDONLY|ownfile.OpenFlags, 0)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !ownfile.Owned(info) || info.Size() > mostSpilled {
		return nil, false
	}
	data, err := io.ReadAll(io.LimitReader(f, mostSpilled))
	return data, err == nil
}

// holdsHead tells whether an output begins with what the host showed of it.
// Hosts count in UTF-16 and may cut a character in two, whose half nothing
// stands for in UTF-8.
func holdsHead(output, shown []byte) bool {
	shown = bytes.TrimRight(shown, "\uFFFD")
	return len(shown) > 0 && bytes.HasPrefix(output, shown)
}
