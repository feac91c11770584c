// Package child runs a command for elide: its output through one pipe, in the
// order in which it came, the signals that elide gets handed on to it, and
// its exit status as a shell has it.
//
// The command stays in elide's process group. So a terminal's Ctrl-C reaches
// it as it would without elide, it may read the terminal, and who kills the
// group leaves nothing running that would be gone without elide.
//
// What the command leaves behind with its output open is left alone: a relay,
// a process of its own, writes what still comes to where it would have gone.
// On Windows a pipe can't be asked whether more is to come: there the output is
// read until everything that has it open is gone.
package child

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// The exit statuses that shells have for a command that can't be run, and
// what they add to the number of the signal that ended one.
const (
	NotExecutable = 126
	NotFound      = 127
	signalled     = 128
)

// Processes that the command left behind may hold its output open. What they
// print at once, as the end of a tee does, is still read with the rest; what
// comes later is the relay's.
const (
	graceQuiet = 100 * time.Millisecond // without output
	graceTotal = 500 * time.Millisecond // after the command's end
	pipeBytes  = 1 << 20                // the most that a pipe may hold, unread
)

// Command says what is to be run.
type Command struct {
	Args   []string // the command and its arguments
	Stdin  *os.File // handed on as it is
	Stdout *os.File // where it writes itself; nil: Process reads it
	Stderr *os.File
}

// Shell returns the arguments that run a shell's command line.
func Shell(line string) []string { return shell(line) }

// StartError tells why a command could not be run.
type StartError struct {
	Name   string
	Reason string
	Status int // NotFound or NotExecutable
}

func (e *StartError) Error() string { return e.Name + ": " + e.Reason }

// Process is a command that runs. Its output is read by one goroutine, to the
// end; then Wait is called, HandOver once the output is shown, and at last
// Release.
type Process struct {
	cmd    *exec.Cmd
	out    *os.File // nil if the command writes itself
	stop   func()   // of handing on signals
	ended  chan struct{}
	status int
	last   time.Time // until which output is waited for; set once ended is closed
	late   bool      // output is no longer waited for
	left   int       // bytes that are read of what is there, once late
	open   bool      // all that there was is read, but somebody may still print
}

// Start starts the command. The error is a *StartError.
func Start(c Command) (*Process, error) {
	p := &Process{ended: make(chan struct{})}
	writer, err := p.attach(c)
	if err != nil {
		return nil, startError(p.cmd.Path, err)
	}
	signals := catch() // before the command is there, so that none is lost
	err = p.start(c)
	if writer != nil {
		writer.Close()
	}
	if err != nil {
		signals.stop()
		p.close()
		return nil, startError(p.cmd.Path, err)
	}
	signals.forward(p.cmd.Process)
	p.stop = signals.stop
	go p.reap()
	return p, nil
}

// attach makes the command with its files. The writer that it returns is the
// command's end of the pipe.
func (p *Process) attach(c Command) (writer *os.File, err error) {
	p.cmd = exec.Command(c.Args[0], c.Args[1:]...)
	if errors.Is(p.cmd.Err, exec.ErrDot) { // shells run it, if PATH says so
		p.cmd.Err = nil
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = c.Stdin, c.Stdout, c.Stderr
	if c.Stdout != nil {
		return nil, nil
	}
	p.out, writer, err = os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdout, p.cmd.Stderr = writer, writer
	return writer, nil
}

// start starts the command; a file that is no program, and says none that
// runs it, is run by the shell.
func (p *Process) start(c Command) error {
	err := p.cmd.Start()
	if !errors.Is(err, syscall.ENOEXEC) {
		return err
	}
	script := exec.Command(FindShell("sh"), append([]string{p.cmd.Path}, c.Args[1:]...)...)
	script.Stdin, script.Stdout, script.Stderr = p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr
	p.cmd = script
	return p.cmd.Start()
}

// reap waits for the command, and limits how long its output is waited for.
func (p *Process) reap() {
	p.cmd.Wait() // what it says is in ProcessState
	p.status = exitStatus(p.cmd.ProcessState)
	p.last = time.Now().Add(graceTotal)
	if p.out != nil {
		p.out.SetReadDeadline(time.Now().Add(graceQuiet)) // for a Read that waits already
	}
	close(p.ended)
}

// Read reads the command's output. It is at its end when every process that
// has the output open is gone, or shortly after the command is.
func (p *Process) Read(buf []byte) (int, error) {
	if p.out == nil || p.open {
		return 0, io.EOF
	}
	select {
	case <-p.ended:
		p.out.SetReadDeadline(earlier(p.last, time.Now().Add(graceQuiet)))
	default:
	}
	if p.late {
		return p.readLate(buf)
	}
	n, err := p.out.Read(buf)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		p.late, p.left = true, pipeBytes
		return p.readLate(buf)
	}
	return n, err
}

// readLate reads what the pipe holds without waiting for more: if we were
// slow to read, that is still the command's own output.
func (p *Process) readLate(buf []byte) (int, error) {
	if p.left == 0 {
		p.open = true
		return 0, io.EOF
	}
	p.out.SetReadDeadline(time.Time{})
	n, err := readNow(p.out, buf[:min(len(buf), p.left)])
	if err == errNothing {
		p.open, err = true, io.EOF
	}
	p.left -= n
	return n, err
}

// errNothing says that a pipe holds nothing just now.
var errNothing = errors.New("nothing to read")

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Wait waits for the command's end and returns its exit status: its own, or
// 128 and the number of the signal that ended it. Output that was not read to
// its end is wanted by nobody, and who prints it is told so, as in any pipe.
func (p *Process) Wait() int {
	if !p.open {
		p.close()
	}
	<-p.ended
	return p.status
}

// HandOver has all that is still printed by what the command left behind
// written to a file, as it comes, and doesn't wait for it. Where no relay can be
// started it is the relay, and returns late.
func (p *Process) HandOver(to *os.File) {
	if !p.open {
		return
	}
	p.open = false
	p.out.SetReadDeadline(time.Time{})
	if startRelay(p.out, to) != nil {
		relay(p.out, to)
	}
	p.close()
}

// Release lets signals reach elide again. Up to then they are the command's,
// also when that has ended: what it printed is still to be shown.
func (p *Process) Release() {
	p.close()
	p.stop()
}

func (p *Process) close() {
	if p.out != nil {
		p.out.Close()
	}
}

// startError says in a shell's words why a command could not be run.
func startError(name string, err error) error {
	e := &StartError{Name: name, Reason: err.Error(), Status: NotExecutable}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		e.Reason = errno.Error()
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		e.Reason, e.Status = "command not found", NotFound
	case errors.Is(err, fs.ErrNotExist) && exists(name):
		e.Reason = "the program that is to run it does not exist"
	case errors.Is(err, fs.ErrNotExist):
		e.Status = NotFound
	}
	return e
}

// notStarted returns the error and the status that goes with it.
func notStarted(err error) (int, error) {
	var start *StartError
	errors.As(err, &start)
	return start.Status, err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
