// Package progress tells the person who waits for a command, whose output is
// held back meanwhile, how it is getting on: one line on the terminal, drawn
// over and over and wiped out at the end, with the time that has passed, the
// lines that were printed and how many of them announce a failure.
//
// The output is only looked at as it is read. Nothing is drawn but on a
// terminal in whose foreground we are, and not while the command asks there for
// a password.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"elide/internal/terminal"
)

// every is how often the line is drawn: often enough to look alive.
const every = 250 * time.Millisecond

// patience is how long a command runs before anything is drawn. Most are done
// by then.
const patience = 500 * time.Millisecond

// wipe puts the terminal's cursor at the start of its line and wipes the line
// out.
const wipe = "\r\x1b[K"

// Wanted tells whether a line is to be drawn on the file: it is a terminal
// that can go back on its line, and no CI server's.
func Wanted(f *os.File, env func(string) string) bool {
	return env("CI") == "" && !terminal.Dumb(env) && terminal.Is(f)
}

// Line is a line that is being drawn. A nil one draws nothing.
type Line struct {
	out   *os.File
	since time.Time

	// A terminal may be stopped, by Ctrl-S: the output is read on meanwhile,
	// so what is counted is not guarded by what drawing holds.
	lines, failures atomic.Int64

	mu    sync.Mutex // held while drawing
	drawn bool
	ended bool
	stop  chan struct{}
}

// Start begins to draw on a terminal. It goes on until End.
func Start(out *os.File) *Line {
	l := &Line{out: out, since: time.Now(), stop: make(chan struct{})}
	go l.draw()
	return l
}

// Watch returns a reader that gives what r gives, and counts it.
func (l *Line) Watch(r io.Reader) io.Reader {
	if l == nil {
		return r
	}
	return &watched{Reader: r, line: l}
}

// End wipes the line out. Nothing is drawn after it. It may be called again.
func (l *Line) End() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.ended = true
	close(l.stop)
	if l.drawn {
		io.WriteString(l.out, wipe)
	}
}

type watched struct {
	io.Reader
	line  *Line
	count counter
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.count.add(p[:n])
	w.line.lines.Store(int64(w.count.lines))
	w.line.failures.Store(int64(w.count.failures))
	return n, err
}

func (l *Line) draw() {
	next := time.NewTimer(patience)
	defer next.Stop()
	for {
		select {
		case <-l.stop:
			return
		case now := <-next.C:
			l.redraw(now)
			next.Reset(every)
		}
	}
}

// redraw draws the line in place of the one before. End doesn't run
// meanwhile.
func (l *Line) redraw(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || !terminal.Foreground(l.out) || terminal.Taken(l.out) {
		return
	}
	text := text(now.Sub(l.since), l.lines.Load(), l.failures.Load())
	width := terminal.Columns(l.out) - 1 // in the last column some terminals go on to the next line
	if width < 1 {
		return
	}
	io.WriteString(l.out, wipe+text[:min(len(text), width)])
	l.drawn = true
}

// text says how far it is, in ASCII.
func text(passed time.Duration, lines, failures int64) string {
	s := fmt.Sprintf("elide: %s, %s", passed.Truncate(time.Second), plural(lines, "line"))
	if failures > 0 {
		s += ", " + plural(failures, "failure")
	}
	return s
}

// plural writes a count of things.
func plural(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
