//go:build !unix

package child

import "os"

// Become runs the command, as a process can't be replaced here, and returns its
// exit status. The error is a *StartError.
func Become(args []string) (status int, err error) {
	p, err := Start(Command{Args: args, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr})
	if err != nil {
		return notStarted(err)
	}
	defer p.Release()
	return p.Wait(), nil
}
