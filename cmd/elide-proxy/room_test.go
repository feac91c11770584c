//go:build linux

package main

import (
	"fmt"
	"os/exec"
	"testing"
)

// TestLittleRoom: however little room there is, the command runs as it would, with or
// without a proxy. A shell that is started takes six files.
func TestLittleRoom(t *testing.T) {
	skipShort(t)
	limits := []string{"ulimit -v 1350000", "ulimit -v 1600000", "ulimit -v 2200000", "ulimit -d 500000", "ulimit -f 0"}
	for n := 6; n <= 26; n++ {
		limits = append(limits, fmt.Sprintf("ulimit -n %d", n))
	}
	for _, limit := range limits {
		// With 1.35 GB Go itself fails to start now and then, by how many threads it
		// has by then: 1 of 40 times.
		var out []byte
		var err error
		for range 5 {
			cmd := exec.Command("sh", "-c", limit+"; exec elide-proxy --store "+t.TempDir()+" -- sh -c 'echo ran; exit 5'")
			cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir(), "GOCOVERDIR=")
			if out, err = cmd.Output(); string(out) == "ran\n" && cmd.ProcessState.ExitCode() == 5 {
				err = nil
				break
			}
		}
		if err != nil {
			t.Errorf("%s: %q, %v", limit, out, err)
		}
	}
}
