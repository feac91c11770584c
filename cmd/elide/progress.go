package main

import (
	"os"

	"elide.example/elide/internal/terminal"
)

// progress begins to tell how the command is getting on and what it asks, if
// somebody is there to see it; nil if not.
func (a *app) progress() *terminal.Progress {
	return terminal.StartProgress(a.in, a.out, a.err, os.Getenv)
}
