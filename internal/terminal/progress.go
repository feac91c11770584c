package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"elide.example/elide/internal/cli"
)

// drawEvery is how often the line is drawn: often enough to look alive.
const drawEvery = 250 * time.Millisecond

// drawAfter is how long a command runs before anything is drawn. Most are done
// by then.
const drawAfter = 500 * time.Millisecond

// wipe puts the terminal's cursor at the start of its line and wipes the line
// out.
const wipe = "\r\x1b[K"

// lookEvery is how often we look whether something is asked.
const lookEvery = 100 * time.Millisecond

// drawable tells whether a line is to be drawn on the file: it is a terminal
// that can go back on its line, and no CI server's.
func drawable(f *os.File, env func(string) string) bool {
	return env("CI") == "" && !dumb(env) && Is(f)
}

// Progress tells the person who waits for a command, whose output is held back
// meanwhile, how it is getting on: one line on the terminal, drawn over and over
// and wiped out at the end, with the time that has passed, the lines that were
// printed and how many of them announce a failure. A nil one draws nothing.
//
// The output is only looked at as it is read. Nothing is drawn but on a
// terminal in whose foreground we are, and not while the command asks there for
// a password.
//
// What the command asks is shown as well, when it asks: a line that is not
// ended, and stands. It is shown beside the output, which has it again.
type Progress struct {
	out   *os.File // where it is drawn; nil: nowhere
	since time.Time
	last  time.Time // when it was drawn

	in        *os.File // which the command reads
	questions *os.File // where those of the command are shown; nil: nowhere
	person    bool     // sits there
	asking    asking

	// A terminal may be stopped, by Ctrl-S: the output is read on meanwhile,
	// so what is counted is not guarded by what drawing holds.
	lines, failures atomic.Int64

	mu    sync.Mutex // held while drawing
	drawn bool
	ended bool
	stop  chan struct{}
}

// StartProgress begins to tell of a command that reads in, and whose output will
// go to out, if somebody is there to see it on err or at the terminal; nil if
// not. It goes on until End.
func StartProgress(in, out, err *os.File, env func(string) string) *Progress {
	p := &Progress{in: in, since: time.Now(), stop: make(chan struct{})}
	p.questions, p.person = questionsTo(in, out, err)
	if drawable(err, env) {
		p.out = err
	}
	if p.out == nil && p.questions == nil {
		return nil
	}
	go p.draw()
	return p
}

// Watch returns a reader that gives what r gives, and counts it.
func (p *Progress) Watch(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &watched{Reader: r, of: p}
}

// End wipes the line out. Nothing is drawn after it. It may be called again.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.ended = true
	close(p.stop)
	if p.drawn {
		io.WriteString(p.out, wipe)
	}
}

type watched struct {
	io.Reader
	of    *Progress
	count counter
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.of.asking.add(p[:n])
	w.count.add(p[:n])
	w.of.lines.Store(int64(w.count.lines))
	w.of.failures.Store(int64(w.count.failures))
	return n, err
}

func (p *Progress) draw() {
	next := time.NewTicker(lookEvery)
	defer next.Stop()
	for {
		select {
		case <-p.stop:
			return
		case now := <-next.C:
			p.redraw(now)
		}
	}
}

// redraw draws the line in place of the one before. End doesn't run
// meanwhile.
func (p *Progress) redraw(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.show(now)
	early := now.Sub(p.since) < drawAfter || now.Sub(p.last) < drawEvery
	if p.out == nil || early || p.asking.open() || !inForeground(p.out) || taken(p.out) {
		return
	}
	text := progressText(now.Sub(p.since), int(p.lines.Load()), int(p.failures.Load()))
	width := Columns(p.out) - 1 // in the last column some terminals go on to the next line
	if width < 1 {
		return
	}
	io.WriteString(p.out, wipe+text[:min(len(text), width)])
	p.drawn, p.last = true, now
}

// progressText says how far it is, in ASCII.
func progressText(passed time.Duration, lines, failures int) string {
	s := fmt.Sprintf("elide: %s, %s", passed.Truncate(time.Second), cli.Plural(lines, "line"))
	if failures > 0 {
		s += ", " + cli.Plural(failures, "failure")
	}
	return s
}
