//go:build !unix

package main

import (
	"os"

	"elide/internal/child"
	"elide/internal/cli"
)

// become runs the command, as a process can't be replaced here, and returns
// its status.
func become(args []string, stderr *os.File) int {
	p, err := child.Start(child.Command{Args: args, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: stderr})
	if err != nil {
		cli.Error(stderr, program, err)
		return child.NotFound
	}
	defer p.Release()
	return p.Wait()
}
