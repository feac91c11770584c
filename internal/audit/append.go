package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"elide.example/elide/internal/ownfile"
)

// How long to wait for the lock. It is held for some tens of microseconds, and
// whoever waits for it holds up an output.
const (
	lockWait  = time.Second
	lockRetry = time.Millisecond
)

// lockSuffix is that of the file which is locked. The log itself won't do: it
// is renamed.
const lockSuffix = ".lock"

const (
	fileMode   = 0o600
	folderMode = 0o700
)

// append adds the record to the file, with the totals up to it.
func (l *Log) append(r *Record) error {
	if err := safe(l.path); err != nil { // before there is a lock beside it
		return err
	}
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	defer unlock()
	f, err := openOwn(l.path)
	if err != nil {
		return err
	}
	defer func() { f.Close() }()
	end, err := readEnd(f)
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	line, err := end.line(r)
	if err != nil {
		return err
	}
	if end.lost || l.maxBytes > 0 && end.size > 0 && end.size+int64(len(line)) > l.maxBytes {
		f.Close()
		if f, err = l.begin(); err != nil {
			return err
		}
		end = ending{}
		if line, err = end.line(r); err != nil {
			return err
		}
	}
	return write(f, line, end.size)
}

// write appends the line. What the disk has no room for is taken back.
func write(f *os.File, line []byte, size int64) error {
	_, err := f.Write(line)
	if err != nil {
		f.Truncate(size) // else the next line begins after what there is of this one
	}
	return err
}

// lock takes the lock that all who append to this file take.
func (l *Log) lock() (unlock func(), err error) {
	name := l.path + lockSuffix
	if err := os.MkdirAll(filepath.Dir(l.path), folderMode); err != nil {
		return nil, err
	}
	if err := safe(name); err != nil { // another's could be held forever
		return nil, err
	}
	lock := flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDWR|ownfile.OpenFlags), flock.SetPermissions(fileMode))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	ok, err := lock.TryLockContext(ctx, lockRetry)
	if ok && err == nil {
		return func() { lock.Close() }, nil
	}
	lock.Close()
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s was locked by another process for %s", name, lockWait)
	}
	return nil, err
}

var (
	errNotRegular = errors.New("not a regular file")
	errNotOwn     = errors.New("it belongs to another user")
	errNoLog      = errors.New("the file is no audit log, and nothing is added to it")
)

// safe tells why the file of that name, if there is one, is not to be touched.
func safe(name string) error {
	info, err := os.Lstat(name)
	if err != nil {
		return nil // it isn't there, or whoever opens it will say why not
	}
	if err := own(info); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func own(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return errNotRegular
	case !ownfile.Owned(info):
		return errNotOwn
	}
	return nil
}

// openOwn opens the file to read its end and to append to it, and makes it if
// it isn't there. One that a link leads to, or of another user, is refused.
func openOwn(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|ownfile.OpenFlags, fileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = own(info)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// kept is how many files are kept beside the one that is written.
const kept = 3

// older returns the name of the n-th file before the one that is written.
func older(path string, n int) string {
	if n == 0 {
		return path
	}
	return path + "." + strconv.Itoa(n)
}

// begin puts the file aside and opens a new one.
func (l *Log) begin() (*os.File, error) {
	for n := kept - 1; n >= 0; n-- {
		err := os.Rename(older(l.path, n), older(l.path, n+1))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return openOwn(l.path)
}

// Files returns the names of those files of the log that are there, the oldest
// first. The error tells that there can be no such log: nothing was ever
// written to it.
func Files(path string) ([]string, error) {
	var names []string
	for n := kept; n >= 0; n-- {
		info, err := os.Lstat(older(path, n))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case info.Mode().IsRegular():
			names = append(names, older(path, n))
		case n == 0:
			return nil, fmt.Errorf("%s: %w", path, errNotRegular)
		}
	}
	return names, nil
}

// ending is the end of a file: what the next line needs to know.
type ending struct {
	size   int64
	totals Totals
	torn   bool // the last line has no line end
	lost   bool // no record can be read there, so that there are no totals to go on from
}

// begins is how each line, and so the file, begins.
const begins = `{"version":1,"event":"context_`

// How much of the end is looked at for a record, and, if there is none, how much
// then. A machine that lost power may have left zeros.
const (
	nearEnd = 4 << 10
	farEnd  = 64 << 10
)

// readEnd looks at the file as it is.
func readEnd(f *os.File) (ending, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return ending{}, err
	}
	head, err := part(f, 0, min(int64(len(begins)), info.Size()))
	if err != nil {
		return ending{}, err
	}
	if !strings.HasPrefix(begins, string(head)) {
		return ending{}, errNoLog
	}
	if len(head) < len(begins) { // a first line that was cut off at once
		return ending{}, f.Truncate(0)
	}
	e := ending{size: info.Size()}
	for _, length := range [...]int64{nearEnd, farEnd} {
		tail, err := part(f, e.size-min(length, e.size), e.size)
		if err != nil {
			return e, err
		}
		e.torn = tail[len(tail)-1] != '\n'
		if totals, ok := lastTotals(tail); ok {
			e.totals = totals
			return e, nil
		}
	}
	e.lost = e.size > maxLine // a file that small has lost one line at most
	return e, nil
}

// part returns the bytes from start up to end.
func part(f io.ReaderAt, start, end int64) ([]byte, error) {
	data := make([]byte, end-start)
	_, err := io.ReadFull(io.NewSectionReader(f, start, end-start), data)
	return data, err
}

// lastTotals returns the totals of the last record in the text.
func lastTotals(text []byte) (Totals, bool) {
	for len(text) > 0 {
		text = bytes.TrimSuffix(text, []byte{'\n'})
		start := bytes.LastIndexByte(text, '\n') + 1
		if r, ok := Parse(text[start:]); ok {
			return r.Totals, true
		}
		text = text[:start]
	}
	return Totals{}, false
}

// line returns the record as the next line of the file.
func (e ending) line(r *Record) ([]byte, error) {
	r.Totals = e.totals.plus(r)
	line, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if e.torn {
		line = append([]byte{'\n'}, line...)
	}
	return append(line, '\n'), nil
}
