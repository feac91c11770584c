package main

import (
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"elide.example/elide/cmd/elide/early"
	"elide.example/elide/internal/child"
	"elide.example/elide/internal/spool"
)

// lastWords is how long the end of the input is waited for when somebody tells
// us to end: who prints has mostly been told the same.
const lastWords = time.Second

// interrupts have the filter outlive the signal that ends the program in front
// of it: what that had printed is still reduced and shown, and then the filter
// ends of the signal too. The first Ctrl-C only makes us wait for the end of the
// input, as long as that takes; a second one, or another signal that tells us
// to end, has what is held go out whole. A nil one does nothing.
type interrupts struct {
	in   *os.File
	held *spool.Spool
	out  *os.File
	got  chan os.Signal
	done chan struct{} // closed when all that came were heard

	turn sync.Mutex // held by who may change or print what is held: the filter, but while it waits for input or reduces
	last os.Signal  // nil: none came
}

// interruptible returns the interrupts of an input that another program may
// still write to, nil for any other: of a file nothing is lost, and at a
// terminal Ctrl-C is for us.
func (a *app) interruptible(in *os.File, held *spool.Spool) *interrupts {
	info, err := in.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return nil
	}
	i := &interrupts{in: in, held: held, out: a.out, got: early.Listen(), done: make(chan struct{})}
	i.turn.Lock()
	go i.listen()
	return i
}

// listen takes the signals.
func (i *interrupts) listen() {
	defer close(i.done)
	for sig := range i.got {
		again := i.last != nil
		i.last = sig
		switch {
		case again || sig == syscall.SIGQUIT:
			signal.Reset() // the next one is for nobody to delay
			go i.letGo(sig)
		case sig != os.Interrupt:
			time.AfterFunc(lastWords, func() { i.letGo(sig) })
		}
	}
}

// mostDrained is as much as a pipe holds.
const mostDrained = 1 << 20

// letGo prints all that there is, and ends. If the filter itself has begun to
// print, it never gets its turn.
func (i *interrupts) letGo(sig os.Signal) {
	i.turn.Lock()
	i.held.WriteTo(i.out)
	buf := make([]byte, 64<<10)
	for drained := 0; drained < mostDrained && child.Readable(i.in, false); {
		n, err := i.in.Read(buf)
		i.out.Write(buf[:n])
		drained += n
		if err != nil {
			break
		}
	}
	child.DieOf(sig.(syscall.Signal))
}

// over returns the reader of the input.
func (i *interrupts) over(in io.Reader) io.Reader {
	if i == nil {
		return in
	}
	return i
}

// Read reads the input. What it takes from the pipe is held before anybody
// else has the turn.
func (i *interrupts) Read(p []byte) (int, error) {
	i.turn.Unlock()
	child.Readable(i.in, true)
	i.turn.Lock()
	return i.in.Read(p)
}

// reducing tells of what is held that it is only read from now on.
func (i *interrupts) reducing() {
	if i != nil {
		i.turn.Unlock()
	}
}

// reduced ends that.
func (i *interrupts) reduced() {
	if i != nil {
		i.turn.Lock()
	}
}

// printing says that the filter prints from now on. Signals do again what they
// do to any program.
func (i *interrupts) printing() {
	if i != nil {
		signal.Stop(i.got)
		close(i.got)
	}
}

// signal returns the signal that is to end us now that all is printed, nil if
// none came.
func (i *interrupts) signal() os.Signal {
	if i == nil {
		return nil
	}
	<-i.done
	return i.last
}
