//go:build linux

package audit

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// writeUntilFull writes events into a file that has room for two and a half.
func writeUntilFull(path string) int {
	signal.Ignore(syscall.SIGXFSZ)
	const room = 1000
	if syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: room, Max: room}) != nil {
		return 1
	}
	l := Open(path, 0)
	for _, fails := range []bool{false, false, true, false} { // the last fails as the one before, which is told once
		if err := l.Compressed(example); (err != nil) != fails {
			return 1
		}
	}
	return 0
}

// TestFull: of a line that there is no room for nothing is left, and where there is
// room again the totals go on.
func TestFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fullVariable+"="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := read(t, path); strings.Count(got, "\n") != 2 || !strings.HasSuffix(got, "}}\n") {
		t.Fatalf("left is %q", got)
	}
	if err := Open(path, 0).Compressed(example); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); strings.Count(got, "\n") != 3 || !strings.Contains(got, `"totals":{"compressed":3,`) {
		t.Errorf("%s", got)
	}
}
