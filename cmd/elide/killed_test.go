//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// TestKilledAfterTheMarker: a marker that was printed gives its original back, also
// if elide is killed just then. Only kills count that found it alive behind its
// marker; ELIDE_TEST_KILLS says how many are wanted.
func TestKilledAfterTheMarker(t *testing.T) {
	wanted, _ := strconv.Atoi(os.Getenv("ELIDE_TEST_KILLS"))
	if wanted == 0 {
		wanted = 10
	}
	var killed, tried atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for killed.Load() < int64(wanted) && tried.Load() < int64(100*wanted) && !t.Failed() {
				dir := t.TempDir()
				for range 100 { // originals of one store
					if killBehindMarker(t, dir, int(tried.Add(1))) && killed.Add(1) >= int64(wanted) {
						break
					}
				}
				os.RemoveAll(dir)
			}
		})
	}
	wg.Wait()
	t.Logf("%d killed behind their marker, of %d", killed.Load(), tried.Load())
	if killed.Load() == 0 {
		t.Error("none was alive behind its marker: nothing was tried")
	}
}

// killBehindMarker reduces an output of its own, kills elide as soon as the marker is
// read, and tells whether it was alive then.
func killBehindMarker(t *testing.T, dir string, n int) bool {
	input := append(logLines(200), fmt.Sprintf("another original, %d\n", n)...)
	cmd := exec.Command(program, "--store", dir)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Error(err)
		return false
	}
	var text strings.Builder
	for r := bufio.NewReader(out); ; {
		line, err := r.ReadString('\n')
		text.WriteString(line)
		if err != nil || strings.HasPrefix(line, "⟦elided:") && strings.HasSuffix(line, "⟧\n") {
			break
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	checkRestores(t, dir, text.String(), input)
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}
