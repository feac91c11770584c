// Package seen remembers, between the calls that an agent's host makes of us,
// what matters of its session: which calls are about to run and how, what
// each agent was shown last by a call, and which entries of the store its
// conversation refers to.
//
// A host starts a process for each call, so the memory is a file, one a
// session, in a folder beside the store. It holds no text of a command, a path
// or an output, only digests. It may be lost at any time: then an output is
// shown whole that could have been a reference, and what the conversation
// refers to already is not renewed. So what can't be read or written is an
// error only where the caller can do something about it.
//
// Many processes may use a session's memory at once.
package seen

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/zeebo/blake3"
)

// callLife is how long a call that was announced may take to begin: the user
// may be asked first.
const callLife = time.Hour

// shownLife is how long an agent is taken to have before it what it was shown.
// Some hosts drop old results from a conversation that rested for an hour, and
// tell nobody.
const shownLife = time.Hour

// Memory is what is known of one session of a host. A nil Memory knows
// nothing and forgets all. It is safe for concurrent use.
type Memory struct {
	folder, name string
	wait         time.Duration    // for another process
	now          func() time.Time // overridden by test
}

// Open returns the memory of the session, beside the store in the folder
// store. Nothing is made or read before it is used. It is nil if there is no
// store or no session to know it by.
func Open(store, host, session string) *Memory { return OpenAt(store, host, session, time.Now) }

// OpenAt is Open with a clock of the caller's.
func OpenAt(store, host, session string, now func() time.Time) *Memory {
	if store == "" || session == "" {
		return nil
	}
	return &Memory{store + "-sessions", digest(host, session), lockWait, now}
}

// digest returns a name that doesn't tell what it is of.
func digest(parts ...string) string {
	h := blake3.New()
	for _, part := range parts {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Call says how a command is about to be run.
type Call struct {
	Background bool          // its output is read while it runs
	Limit      time.Duration // after which the host goes on without it; 0: its default
}

// Expect notes that the shell line is about to be run so.
func (m *Memory) Expect(line string, c Call) error {
	return m.change(func(s *state) { s.expect(expected{digest(line), c, m.now().Unix()}) })
}

// Take returns how the shell line that begins to run was said to be run, false
// if nobody said so, and takes the note away. Of several with the same line
// one that is in the background stands for all: which of them begins can't be
// told, and to hold back what is read as it comes does more harm than not to
// reduce something.
func (m *Memory) Take(line string) (c Call, ok bool) {
	m.ask(func(s *state) { c, ok = s.take(digest(line), m.now().Add(-callLife).Unix()) })
	return c, ok
}

// Before is what an agent got by the same call before, less than an hour ago.
type Before uint8

const (
	Other   Before = iota // nothing, or something else
	Same                  // the same text, of which it was shown all that could be
	Pointed               // the same text, with words of where it stands above in its place
)

// Show notes that the agent is shown a text with the digest by the call of that
// key, and tells what the same call gave it last time. If that was the same, a
// reference will do. An agent that asks once more, although it got one, is to be
// shown the text: that is noted with the reference.
func (m *Memory) Show(agent, key string, sum [32]byte) (before Before) {
	m.change(func(s *state) {
		now := m.now()
		is := shown{digest(agent, key), hex.EncodeToString(sum[:16]), now.Unix(), false}
		before = s.show(is, now.Add(-shownLife).Unix())
	})
	return before
}

// Point notes that of the text that Show was told of last by the call of that key
// the agent gets words of where it stands above.
func (m *Memory) Point(agent, key string) {
	m.ask(func(s *state) { s.point(digest(agent, key)) })
}

// Forget says that no agent of the session has before it any more what it was
// shown: its conversation was compacted, or began again. If another process
// doesn't let go of the memory, all of it is removed: to refer to what an agent
// hasn't before it is worse than to know nothing.
func (m *Memory) Forget() error {
	if m == nil {
		return nil
	}
	lines := m.forgetLines()
	err := m.ask(func(s *state) { s.forget() })
	if err != nil && !errors.Is(err, errForeign) {
		err = os.Remove(filepath.Join(m.folder, m.name))
	}
	return errors.Join(lines, err)
}

// Stored notes that the conversation refers to the entry of that hash, which
// was stored just now.
func (m *Memory) Stored(hash string) error {
	return m.change(func(s *state) { s.store(hash, m.now().Unix()) })
}

// Refers notes that the conversation refers to the entry of that hash, of which
// is not known how long it is kept: it is due at once.
func (m *Memory) Refers(hash string) error {
	return m.change(func(s *state) { s.refer(hash) })
}

// Due returns up to most hashes of entries that were stored or renewed longer
// ago than age, and notes that they are renewed now.
func (m *Memory) Due(age time.Duration, most int) (hashes []string) {
	m.ask(func(s *state) { hashes = s.due(m.now().Add(-age).Unix(), m.now().Unix(), most) })
	return hashes
}
