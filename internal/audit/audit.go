// Package audit keeps the user's own account of what elide did: a file of JSON
// lines, one for each output that was reduced and one for each original that
// was given back. elide stats adds them up (package stats).
//
// A line holds sizes, names and a hash. It never holds what an output says, nor
// the arguments of a command, a path, a header or a key: of a shell line no more
// is kept than which program it runs (CommandName).
//
// Any number of processes and goroutines append to one file. Each takes a lock
// beside it, reads the running totals off the last line that is whole, and adds
// its own line to them in one write. So the totals of a file's last line are those
// of the file, and a line that a crash cut off costs nothing but itself. A file
// that would grow beyond its limit is renamed to NAME.1, the one before it to
// NAME.2, and so on; three are kept.
//
// The file is written for its owner alone. What is not a regular file of the
// user's own, or does not begin as such a file does, is refused and left as it
// is. The account is never worth an output: what goes wrong here is an error that
// the caller says once, and nothing more.
package audit

import (
	"fmt"
	"sync"
	"time"
)

// The front ends, as an Event names them.
const (
	Filter   = "filter"
	Run      = "run"
	Prompt   = "prompt"
	Messages = "messages"
	Proxy    = "proxy"
	Hook     = "hook"
	MCP      = "mcp"
	Get      = "get"
	API      = "api"
)

// Event is what became of one output. Counts below zero are taken for zero,
// and texts are written as plain ASCII of bounded length.
type Event struct {
	FrontEnd string // one of the constants above
	Host     string // the agent's program, such as "claude"; "" if it is not known
	Tool     string // the name of a tool, or of a command as CommandName gives it; never an argument
	Shape    string // of the output

	// Of a reduction, the output as it came and as it was shown. Of an
	// expansion, the original, 0 if that is not known, and what was given of it.
	// Tokens are estimates.
	BytesIn, BytesOut, TokensIn, TokensOut int

	Hash        string // of the stored original, as markers have it; "" if there is none, or several
	Correlation string // the host's own name for its session; "" if it is not known
	Group       string // of a proxy's conversation; "" if it is in none
}

// Log appends events to a file. A nil *Log does nothing. It is safe for
// concurrent use, also by several Logs of the same file, in any processes.
type Log struct {
	path     string
	maxBytes int64
	now      func() time.Time // overridden by tests

	mu      sync.Mutex
	failing bool // the last event could not be written
}

// Open returns the log of the file. It opens nothing: the first event does. An
// empty path gives nil. A file that would have more than maxBytes begins anew;
// 0 stands for no limit.
func Open(path string, maxBytes int64) *Log {
	if path == "" {
		return nil
	}
	return &Log{path: path, maxBytes: maxBytes, now: time.Now}
}

// Compressed appends that an output was reduced. The error says why that is not
// in the file; of several failures in a row only the first is returned, so that
// a caller may warn of each error that it gets.
func (l *Log) Compressed(e Event) error { return l.add(Compressed, e) }

// Expanded appends that an original was given back, whole or in part. The error
// is as that of Compressed.
func (l *Log) Expanded(e Event) error { return l.add(Expanded, e) }

// Observed appends that an output would have been reduced, and was not. It is in no
// total. The error is as that of Compressed.
func (l *Log) Observed(e Event) error { return l.add(Observed, e) }

func (l *Log) add(event string, e Event) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.append(newRecord(event, e, l.now()))
	told := l.failing
	l.failing = err != nil
	if err == nil || told {
		return nil
	}
	return fmt.Errorf("the audit log is not complete: %w", err)
}
