package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Counting tells the person who waits how much of a command is done: one line on the
// terminal, drawn over and over and wiped out at the end. A nil one draws nothing.
type Counting struct {
	out   *os.File
	what  string
	since time.Time

	mu    sync.Mutex
	last  time.Time
	drawn bool
	ended bool
}

// StartCount begins to tell, if somebody is there to see it on out; nil if not.
func StartCount(out *os.File, env func(string) string, what string) *Counting {
	if !drawable(out, env) {
		return nil
	}
	return &Counting{out: out, what: what, since: time.Now()}
}

// Set says how much is done, of how much.
func (c *Counting) Set(done, of int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.ended || now.Sub(c.since) < drawAfter || now.Sub(c.last) < drawEvery || !inForeground(c.out) || taken(c.out) {
		return
	}
	text := fmt.Sprintf("elide: %s, %d %%", c.what, 100*done/max(1, of))
	width := Columns(c.out) - 1
	if width < 1 {
		return
	}
	io.WriteString(c.out, wipe+text[:min(len(text), width)])
	c.drawn, c.last = true, now
}

// End wipes the line out.
func (c *Counting) End() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended = true; c.drawn {
		io.WriteString(c.out, wipe)
	}
}
