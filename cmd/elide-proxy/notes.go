package main

import (
	"errors"
	"io"
	"sync"

	"elide.example/elide/internal/cli"
)

// notes says to the user what he should know. While a command runs, the
// terminal is the command's: what is to be said then is held back until it has
// ended. It is safe for concurrent use.
type notes struct {
	out   io.Writer
	quiet bool

	mu      sync.Mutex
	holding bool
	held    []error
	dropped int
}

// mostHeld bounds what is held back.
const mostHeld = 20

// warn says that something went wrong, or says it later.
func (n *notes) warn(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.quiet:
	case !n.holding:
		cli.Warn(n.out, program, err)
	case len(n.held) == mostHeld:
		n.dropped++
	default:
		n.held = append(n.held, err)
	}
}

// hold begins to hold back.
func (n *notes) hold() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.holding = true
}

// release says what was held back.
func (n *notes) release() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.holding = false
	for _, err := range n.held {
		cli.Warn(n.out, program, err)
	}
	if n.dropped > 0 {
		cli.Warn(n.out, program, errors.New("there were more warnings like these"))
	}
	n.held, n.dropped = nil, 0
}

// summarize prints the summary.
func (n *notes) summarize(line string) {
	if !n.quiet {
		io.WriteString(n.out, program+": "+line+"\n") // nowhere to report that this failed
	}
}
