package doctor

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// mostOutput bounds what is kept of what a program prints.
const mostOutput = 1 << 20

// run runs a program, and returns what it printed on both its outputs. It may
// leave nothing running.
func (d *Doctor) run(ctx context.Context, env []string, stdin []byte, args ...string) (out, errs []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var stdout, stderr bounded
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &stdout, &stderr
	cmd.Dir, cmd.Env = d.Dir, env
	cmd.WaitDelay = time.Second // for what it has started to let go of the pipes
	ownGroup(cmd)
	err = cmd.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("no answer within %s", deadline)
	}
	return stdout.Bytes(), stderr.Bytes(), err
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(data []byte) (int, error) {
	if room := mostOutput - b.Len(); room > 0 {
		b.Buffer.Write(data[:min(room, len(data))])
	}
	return len(data), nil
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}
