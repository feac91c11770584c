package history

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/thread"
)

// Sent tells of the messages of a request what they were and as what they were
// sent, so that the next request of the conversation sends them so again,
// whether the agent keeps them as they were or as they were sent. The zero Sent
// knows nothing.
type Sent struct{ marks []sentMark }

type sentMark struct{ original, sent mark }

// mark is the front of a digest.
type mark [16]byte

func markOf(text []byte) (m mark) {
	digest := blake3.Sum256(text)
	copy(m[:], digest[:])
	return m
}

// sentHead is the first line of what Append writes. Each other line has the 32
// digits of a message as it was, a blank, and those of the message as it was sent.
const sentHead = "elide-sent.v1"

// Append appends what Sent knows, as a text for a file.
func (s Sent) Append(dst []byte) []byte {
	dst = append(dst, sentHead+"\n"...)
	for _, m := range s.marks {
		dst = append(hex.AppendEncode(dst, m.original[:]), ' ')
		dst = append(hex.AppendEncode(dst, m.sent[:]), '\n')
	}
	return dst
}

// ParseSent reads what Append wrote. An empty text knows nothing.
func ParseSent(text []byte) (Sent, error) {
	var s Sent
	if len(text) == 0 {
		return s, nil
	}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if n == 1 {
			if string(line) != sentHead {
				return Sent{}, fmt.Errorf("line 1: %s is expected", sentHead)
			}
			continue
		}
		var m sentMark
		before, after, ok := bytes.Cut(line, []byte{' '})
		if !ok || !m.original.read(before) || !m.sent.read(after) {
			return Sent{}, fmt.Errorf("line %d: two digests are expected", n)
		}
		s.marks = append(s.marks, m)
	}
	return s, nil
}

func (m *mark) read(digits []byte) bool {
	if len(digits) != hex.EncodedLen(len(m)) {
		return false
	}
	_, err := hex.Decode(m[:], digits)
	return err == nil
}

// known returns how many messages at the front of a conversation were sent
// before.
func (s Sent) known(t *thread.Thread) int {
	for i, m := range t.Messages {
		if i == len(s.marks) {
			return i
		}
		if own := markOf(m.Value.Raw()); own != s.marks[i].original && own != s.marks[i].sent {
			return i
		}
	}
	return len(t.Messages)
}

// reduces tells whether message i was reduced when it was sent, and is here as it
// was before.
func (s Sent) reduces(i, known int, m thread.Message) bool {
	return i < known && markOf(m.Value.Raw()) != s.marks[i].sent
}

// source returns the mark of message i as it was before anything was reduced.
func (s Sent) source(i, known int, m thread.Message) mark {
	if i < known {
		return s.marks[i].original
	}
	return markOf(m.Value.Raw())
}
