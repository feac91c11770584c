//go:build unix

package install

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// forever has this test binary install and uninstall without an end, below the
// folder that it names.
const forever = "ELIDE_TEST_FOREVER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(forever); dir != "" {
		again(dir)
	}
	os.Exit(m.Run())
}

func again(dir string) {
	p := Place{Home: dir, Env: func(string) string { return "" }, System: "linux"}
	for {
		plan, err := claude().Plan(p, programs)
		if err == nil {
			err = plan.Write()
		}
		if err == nil {
			plan, err = claude().Unplan(p)
		}
		if err == nil {
			err = plan.Write()
		}
		if err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
	}
}

// TestKilled: a process that is killed leaves each file as it was or as it is to
// be, and what it leaves besides goes in time.
func TestKilled(t *testing.T) {
	longtest.Asked(t)
	p := newPlace(t, t.TempDir(), false)
	name := p.at(".claude", "settings.json")
	before := "{ // mine\n" + strings.Repeat("  // "+strings.Repeat("x", 70)+"\n", 3000) + "}\n"
	put(t, name, before)
	plan, err := claude().Plan(p, programs)
	if err != nil {
		t.Fatal(err)
	}
	after := string(plan.Changes[0].New)
	for i := range 25 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), forever+"="+p.Home)
		var errs strings.Builder
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+5*i) * time.Millisecond)
		cmd.Process.Signal(syscall.SIGKILL)
		if cmd.Wait(); errs.Len() > 0 {
			t.Fatal(errs.String())
		}
		if got := text(t, name); got != before && got != after {
			t.Fatalf("it has %d bytes, not %d or %d", len(got), len(before), len(after))
		}
	}
	long := time.Now().Add(-2 * time.Hour)
	put(t, p.at(".claude", partName+"1"), "half")
	for part := range tree(t, p.Home) {
		if !strings.HasPrefix(filepath.Base(part), partName) {
			continue
		}
		if err := os.Chtimes(part, long, long); err != nil {
			t.Fatal(err)
		}
	}
	written(t, p, "claude")
	taken(t, p, "claude")
	left := tree(t, p.Home)
	if len(left) != 1 || left[name] != before {
		t.Errorf("left are %v", slices.Collect(maps.Keys(left)))
	}
}

// TestGroup: a file keeps its group.
func TestGroup(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may choose a group")
	}
	p := newPlace(t, t.TempDir(), false)
	name := p.at(".claude", "settings.json")
	put(t, name, "{}")
	if err := os.Chown(name, -1, 12); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o440); err != nil {
		t.Fatal(err)
	}
	written(t, p, "claude")
	info, err := os.Stat(name)
	if err != nil || info.Sys().(*syscall.Stat_t).Gid != 12 || info.Mode() != 0o440 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	taken(t, p, "claude")
	if info, err := os.Stat(name); err != nil || info.Sys().(*syscall.Stat_t).Gid != 12 || info.Mode() != 0o440 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// TestTooLarge: what is too large says so.
func TestTooLarge(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	put(t, p.at(".claude.json"), "")
	if err := os.Truncate(p.at(".claude.json"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, err := planned(t, p, "claude"); err == nil || !strings.Contains(err.Error(), "it has more than 67108864 bytes") {
		t.Error(err)
	}
}
