package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/spool"
)

// run runs the line with its output reduced, and returns its exit status. The
// host gives a file for the output and reads it when the line has ended: there
// the line writes by itself, as if elide were not there, and what it wrote is
// replaced at the end. Any other output is held back.
func (j *job) run(stdout, stderr *os.File) int {
	if p := findPlace(stdout, stderr); p != nil {
		defer p.close()
		return j.runInPlace(p, stdout, stderr)
	}
	return j.runHeld(stdout, stderr)
}

func (j *job) runInPlace(p *place, stdout, stderr *os.File) int {
	began := time.Now()
	c, err := child.Start(child.Command{Args: j.args, Stdin: os.Stdin, Stdout: stdout, Stderr: stderr})
	if err != nil {
		return become(j.args, stderr) // which says why, if it can't either
	}
	defer c.Release()
	status := c.Wait()
	if until := j.deadline(began); time.Now().Before(until) { // else it went on in the background, and was read there
		p.replace(func(held *spool.Spool) []byte { return j.reduce(held, status, until) })
	}
	return status
}

// mostReducing is how long a host is kept waiting at most, once the line has
// ended. It is enough for some hundred megabytes.
const mostReducing = 10 * time.Second

// headStart is how long before us a host may have begun to wait for a line.
const headStart = 500 * time.Millisecond

// deadline returns until when the output of a line that has just ended may be
// replaced: while the host waits for it, and has not ended it itself.
func (j *job) deadline(began time.Time) time.Time {
	return began.Add(min(j.limit-headStart, time.Since(began)+mostReducing))
}

// mostHeld is how long output is held back at most.
const mostHeld = 100 * time.Second

func (j *job) runHeld(stdout, stderr *os.File) int {
	began := time.Now()
	c, err := child.Start(child.Command{Args: j.args, Stdin: os.Stdin})
	if err != nil {
		return become(j.args, stderr)
	}
	defer c.Release()
	h := &holder{out: stdout}
	stop := h.letGoIn(min(mostHeld, j.limit*8/10))
	io.Copy(h, c) // if it can't be written, the line is told so by its pipe, as ever
	status := c.Wait()
	stop()
	err = h.end(func(held *spool.Spool) []byte { return j.reduce(held, status, j.deadline(began)) })
	if !j.late {
		h.held.Close()
	}
	c.HandOver(stdout)
	if err != nil {
		cli.Error(stderr, program, fmt.Errorf("the output could not be written: %w", err))
		status = cmp.Or(status, cli.Failure)
	}
	return status
}

// holder holds back what is written to it until it is told to let go, and
// passes on what comes after that.
type holder struct {
	out io.Writer

	mu      sync.Mutex
	held    spool.Spool
	passing bool
	err     error // the first of writing to out
}

func (h *holder) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.passing {
		return h.write(p)
	}
	if _, err := h.held.Write(p); err != nil { // it has p all the same
		return len(p), h.pass()
	}
	return len(p), nil
}

func (h *holder) write(p []byte) (int, error) {
	n, err := h.out.Write(p)
	h.err = cmp.Or(h.err, err)
	return n, err
}

func (h *holder) pass() error {
	if h.passing {
		return nil
	}
	h.passing = true
	_, err := h.held.WriteTo(h.out)
	h.err = cmp.Or(h.err, err)
	return err
}

func (h *holder) letGo() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pass() // where it can't be written, nor can what comes next, which says so
}

// letGoIn lets go after a time, or when we are told to end: the next signal
// may be one that leaves no time for it.
func (h *holder) letGoIn(d time.Duration) (stop func()) {
	timer := time.AfterFunc(d, h.letGo)
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, syscall.SIGHUP, os.Interrupt)
	go func() {
		for range told {
			h.letGo()
		}
	}()
	return func() {
		timer.Stop()
		signal.Stop(told)
		close(told)
	}
}

// end writes what is held, or what it is reduced to. Its error is the first of
// all writing.
func (h *holder) end(reduce func(*spool.Spool) []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.passing {
		return h.err
	}
	if text := reduce(&h.held); text != nil {
		h.passing = true
		h.write(text)
	} else {
		h.pass()
	}
	return h.err
}
