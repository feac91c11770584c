package main

import (
	"os"

	"elide/internal/progress"
)

// progress begins to draw how the command is getting on, if somebody is there
// to see it; nil if not.
func (a *app) progress() *progress.Line {
	if !progress.Wanted(a.err, os.Getenv) {
		return nil
	}
	return progress.Start(a.err)
}
