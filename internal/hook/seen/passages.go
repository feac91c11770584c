package seen

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/above"
)

// mostLines bounds how many lines of a session are remembered, as a file of 270
// kB. Of more the older half goes.
const mostLines = 1 << 14

// linesName is what the name of the file of a session's lines has at its end.
const linesName = ".lines"

// Passage is what an agent has before it of one text: of what a call showed, or
// of what the agent wrote in it.
type Passage struct {
	Lines   []above.Line // whose sums are Known's
	Name    string       // by which a gap tells the text
	Files   []string     // that the call reads or writes
	Bytes   int          // of all that the call showed
	Written bool         // by the agent
	Edit    bool         // it tells of a change of a file
	files   []uint64     // their digests
	agent   uint64
	at      time.Time
}

// Shares tells whether the passage is of a call that reads or writes one of the
// files.
func (p Passage) Shares(files []string) bool {
	for _, file := range files {
		for _, own := range p.files {
			if own == short(file) {
				return true
			}
		}
	}
	return false
}

// Known is what an agent of the session has before it, when it was asked for. Of
// the lines it has keyed sums only, so that nothing can be made to look like
// them.
type Known struct {
	Passages []Passage // the oldest first
	key      [keyLen]byte
	size     int64 // of the file, all of which could be read; 0: it could not
	lines    int   // in it
}

const keyLen = 16

// Sum puts the sums into a text's lines by which Known has them.
func (k *Known) Sum(t above.Text) {
	buf := append(make([]byte, 0, 256), k.key[:]...)
	for i := range t.Lines {
		sum := blake3.Sum256(append(buf[:keyLen], t.Bare[i]...))
		t.Lines[i].Sum = binary.LittleEndian.Uint64(sum[:])
	}
}

// Known returns what the agent was shown and wrote less than an hour ago, and
// before the time before: what calls that ran beside each other showed may stand
// on either side. Of what was shown, it is the last that has reach bytes together;
// 0: all.
func (m *Memory) Known(agent string, before time.Time, reach int) *Known {
	k := &Known{}
	rand.Read(k.key[:])
	if m == nil {
		return k
	}
	f, done, err := m.open(m.name+linesName, 0)
	if err != nil {
		return k
	}
	data, err := io.ReadAll(io.LimitReader(f, longest))
	done()
	file := parseLines(data)
	if err != nil || file == nil {
		return k
	}
	k.key = file.key
	if file.whole == len(data) {
		k.size, k.lines = int64(len(data)), file.lines()
	}
	since, left := m.now().Add(-shownLife), reach
	for i := len(file.passages) - 1; i >= 0; i-- {
		p := file.passages[i]
		if p.agent != short(agent) || p.at.Before(since) {
			continue
		}
		if left -= p.Bytes; reach > 0 && left < 0 {
			break
		}
		if p.at.Before(before) {
			k.Passages = append(k.Passages, p)
		}
	}
	for i, j := 0, len(k.Passages)-1; i < j; i, j = i+1, j-1 {
		k.Passages[i], k.Passages[j] = k.Passages[j], k.Passages[i]
	}
	return k
}

var errForgotten = errors.New("what was known was forgotten meanwhile")

// Tell adds what the agent has before it now, of texts that were summed by k. It
// fails if what k knows was forgotten meanwhile: then nothing may refer to it.
func (m *Memory) Tell(agent string, k *Known, passages []Passage) error {
	if m == nil || len(passages)+len(k.Passages) == 0 {
		return nil
	}
	f, done, err := m.open(m.name+linesName, os.O_CREATE)
	if err != nil {
		return err
	}
	defer done()
	fresh := freshOf(agent, passages, m.now())
	if k.unchanged(f) && k.lines+fresh.lines() <= mostLines {
		_, err = f.WriteAt(fresh.encode(nil), k.size)
		return err
	}
	data, err := io.ReadAll(io.LimitReader(f, longest))
	if err != nil {
		return err
	}
	file := parseLines(data)
	switch {
	case file == nil && len(k.Passages) > 0:
		return errForgotten
	case file == nil:
		file = &linesFile{key: k.key}
	case file.key != k.key:
		return errForgotten
	}
	file.passages = append(file.passages, fresh.passages...)
	file.halve()
	return overwrite(f, file.encode(append([]byte(linesHead), file.key[:]...)))
}

// unchanged tells whether the file is as Known read it.
func (k *Known) unchanged(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || k.size == 0 || info.Size() != k.size {
		return false
	}
	var key [keyLen]byte
	_, err = f.ReadAt(key[:], int64(len(linesHead)))
	return err == nil && key == k.key
}

// freshOf are the passages that are worth remembering, as they go into a file.
func freshOf(agent string, passages []Passage, now time.Time) linesFile {
	var l linesFile
	for _, p := range passages {
		if len(p.Lines) < above.Least || len(p.Lines) > mostLines/2 {
			continue
		}
		p.agent, p.at, p.files = short(agent), now, nil
		for _, name := range p.Files {
			p.files = append(p.files, short(name))
		}
		l.passages = append(l.passages, p)
	}
	return l
}

// forgetLines forgets what was shown.
func (m *Memory) forgetLines() error {
	f, done, err := m.open(m.name+linesName, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errForeign) {
		return nil
	}
	if err == nil {
		err = f.Truncate(0)
		done()
	}
	if err != nil {
		err = os.Remove(filepath.Join(m.folder, m.name+linesName))
	}
	return err
}

// short is a digest of a name.
func short(name string) uint64 {
	sum := blake3.Sum256([]byte(name))
	return binary.LittleEndian.Uint64(sum[:])
}

// linesHead is what a file of lines begins with, before its key.
const linesHead = "elide-lines 1\n"

// linesFile is such a file: records behind each other. A process that dies may
// leave one that is not whole, which ends it.
type linesFile struct {
	key      [keyLen]byte
	passages []Passage
	whole    int // bytes that could be read
}

func (l *linesFile) lines() int {
	n := 0
	for _, p := range l.passages {
		n += len(p.Lines)
	}
	return n
}

// halve drops the oldest passages if there are too many lines.
func (l *linesFile) halve() {
	n := l.lines()
	if n <= mostLines {
		return
	}
	for len(l.passages) > 0 && n > mostLines/2 {
		n -= len(l.passages[0].Lines)
		l.passages = l.passages[1:]
	}
}

// A record is its length, its sum, and what encodePassage says.
const recordHead = 4 + 8

func (l *linesFile) encode(dst []byte) []byte {
	for _, p := range l.passages {
		body := p.encode()
		sum := blake3.Sum256(body)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(body)))
		dst = append(append(dst, sum[:8]...), body...)
	}
	return dst
}

// parseLines reads a file as far as it is whole, nil if it is none.
func parseLines(data []byte) *linesFile {
	if len(data) < len(linesHead)+keyLen || !bytes.HasPrefix(data, []byte(linesHead)) {
		return nil
	}
	l := &linesFile{whole: len(linesHead) + keyLen}
	copy(l.key[:], data[len(linesHead):])
	for rest := data[l.whole:]; len(rest) >= recordHead; rest = data[l.whole:] {
		size := binary.LittleEndian.Uint32(rest)
		if uint64(size) > uint64(len(rest)-recordHead) {
			break
		}
		body := rest[recordHead : recordHead+int(size)]
		sum := blake3.Sum256(body)
		p, ok := decodePassage(body)
		if !bytes.Equal(sum[:8], rest[4:recordHead]) || !ok {
			break
		}
		l.passages = append(l.passages, p)
		l.whole += recordHead + len(body)
	}
	return l
}
