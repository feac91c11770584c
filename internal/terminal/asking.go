package terminal

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/child"
)

// How long a line that is not ended stands before it is shown: one that looks
// like a question, to a person and to a program that answers, and any other.
// Programs such as configure and pytest have lines stand that ask nothing.
const (
	askedPerson  = 250 * time.Millisecond
	askedProgram = time.Second
	standing     = 3 * time.Second
)

// What a person sees of what stands before a question: a screen at most.
const (
	mostAbove = 20 // lines
	mostShown = 4 << 10
)

// asking holds the end of what was printed, until it is shown.
type asking struct {
	mu    sync.Mutex
	text  []byte
	grown time.Time // when it came
	begun bool      // the start of the line that is not ended was shown
}

func (a *asking) add(p []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(p) == 0 {
		return
	}
	a.begun = a.begun && bytes.IndexByte(p, '\n') < 0
	a.text = append(a.text, p[max(0, len(p)-mostShown):]...)
	if over := len(a.text) - mostShown; over > 0 {
		a.text = append(a.text[:0], a.text[over:]...)
	}
	a.grown = time.Now()
}

// shown returns what is to be shown now, nil if nothing is: a line that is not
// ended, and stands. A person gets the lines above it as well.
func (a *asking) shown(now time.Time, person bool) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	line := a.text[bytes.LastIndexByte(a.text, '\n')+1:]
	if len(line) == 0 || draws(line) || now.Sub(a.grown) < a.patience(line, person) {
		return nil
	}
	text := line
	if person {
		text = lastLines(a.text, mostAbove)
	}
	a.text, a.begun = nil, true
	return text
}

func (a *asking) patience(line []byte, person bool) time.Duration {
	switch {
	case a.begun:
		return 0
	case person && asks(line):
		return askedPerson
	case person:
		return standing
	case asks(line):
		return askedProgram
	}
	return time.Duration(1<<63 - 1) // a program knows what it waits for
}

// open tells whether a line that was shown is not ended yet.
func (a *asking) open() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begun
}

// asks tells whether a line ends as questions do.
func asks(line []byte) bool {
	last, _ := utf8.DecodeLastRune(bytes.TrimRight(block.Resolve(line), " \t"))
	return strings.ContainsRune(":?>])}$#»❯：？", last)
}

// draws tells whether a line goes back on itself or moves about, as a bar of
// progress does, or what takes the whole screen.
func draws(line []byte) bool {
	for i, c := range line {
		switch c {
		case '\r':
			return true
		case 0x1b:
			end := bytes.IndexFunc(line[i+1:], func(r rune) bool { return r != '[' && r >= '@' })
			if i+1 < len(line) && (line[i+1] != '[' || end >= 0 && strings.IndexByte("mhlK", line[i+1+end]) < 0) {
				return true
			}
		}
	}
	return false
}

// lastLines returns the end of the text: so many lines, whole ones, and the one
// that is not ended.
func lastLines(text []byte, most int) []byte {
	if len(text) == mostShown { // the first line may lack its start
		text = text[bytes.IndexByte(text, '\n')+1:]
	}
	at := len(text)
	for range most + 1 {
		if at = bytes.LastIndexByte(text[:at], '\n'); at < 0 {
			return text
		}
	}
	return text[at+1:]
}

// show shows a question, if somebody may answer it: a person at the terminal,
// or who writes to the pipe that the command reads, and hasn't yet.
func (p *Progress) show(now time.Time) {
	if p.questions == nil || p.person && !inForeground(p.questions) || !p.person && child.Readable(p.in, false) {
		return
	}
	goesOn := p.asking.open()
	text := p.asking.shown(now, p.person)
	if text == nil {
		return
	}
	if p.drawn && !goesOn {
		text = append([]byte(wipe), text...)
	}
	p.questions.Write(text)
	p.drawn = p.out != nil
}

// questionsTo returns where questions are shown: at the terminal where a person
// sits, or to a program on standard error, if that is not where the command's
// output goes; nil if nowhere.
func questionsTo(in, out, err *os.File) (to *os.File, person bool) {
	atTerminal := Is(in)
	for _, f := range [...]*os.File{err, out} {
		if atTerminal && Is(f) {
			return f, true
		}
	}
	a, errA := out.Stat()
	b, errB := err.Stat()
	if errA != nil || errB != nil || os.SameFile(a, b) {
		return nil, false
	}
	return err, false
}
