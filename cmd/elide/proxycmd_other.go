//go:build !unix

package main

import "elide.example/elide/internal/child"

// become runs the program, as a process can't be replaced here, and ends with
// its status.
func (a *app) become(path string, args []string) error {
	p, err := child.Start(child.Command{Args: append([]string{path}, args[1:]...), Stdin: a.in, Stdout: a.out, Stderr: a.err})
	if err != nil {
		return notStarted(err)
	}
	defer p.Release()
	a.status = p.Wait()
	return nil
}
