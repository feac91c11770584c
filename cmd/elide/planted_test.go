//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// plants are what may stand in the place of a store's file.
var plants = map[string]func(path, outside string) error{
	"FIFO":          func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
	"link":          func(path, outside string) error { return os.Symlink(outside, path) },
	"dangling link": func(path, _ string) error { return os.Symlink("nowhere", path) },
	"folder":        func(path, _ string) error { return os.Mkdir(path, 0o700) },
	"device":        func(path, _ string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 5<<8) }, // the terminal
	"socket": func(path, _ string) error {
		fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0) // net would link the C library
		if err == nil {
			err = errors.Join(syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}), syscall.Close(fd))
		}
		return err
	},
}

// tools are the real binaries, and a store with a small entry and a large one.
type tools struct {
	elide, get, store string
	small, large      []byte
}

func buildTools(t *testing.T) *tools {
	dir := t.TempDir()
	x := &tools{elide: filepath.Join(dir, "elide"), get: filepath.Join(dir, "elision-get"), store: filepath.Join(dir, "s")}
	for _, name := range []string{x.elide, x.get} {
		if out, err := exec.Command("go", "build", "-o", name, "elide.example/elide/cmd/"+filepath.Base(name)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	x.small = bytes.Repeat([]byte("2026-01-02 03:04:05 INFO all is well\n"), 200)
	for i := range 20_000 {
		x.large = fmt.Appendf(x.large, "2026-01-02 03:04:05 INFO request %d took %d ms\n", i, i*7919%1000)
	}
	return x
}

// run runs a program, and fails if it hangs.
func (x *tools) run(t *testing.T, stdin []byte, program string, args ...string) (stdout []byte, stderr string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "ELIDE_STORE="+x.store)
	cmd.Stdin = bytes.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("%s hangs", filepath.Base(program))
	}
	return out.Bytes(), errs.String(), cmd.ProcessState.ExitCode()
}

// fill stores both texts and returns the hashes of their entries.
func (x *tools) fill(t *testing.T) (hashes []string) {
	t.Helper()
	for _, data := range [][]byte{x.small, x.large} {
		out, errs, _ := x.run(t, data, x.elide)
		hash, ok := hashIn(out)
		if !ok {
			t.Fatalf("nothing is hidden: %s", errs)
		}
		hashes = append(hashes, hash)
	}
	return hashes
}

func hashIn(out []byte) (string, bool) {
	_, rest, ok := strings.Cut(string(out), "⟦elided:")
	if !ok || len(rest) < 12 {
		return "", false
	}
	return rest[:12], true
}

// TestPlanted: whatever stands in the place of a file of the store, elision-get
// gives the original or says why not, elide hides only what can be given back, and
// neither waits, nor touches what a link leads to.
func TestPlanted(t *testing.T) {
	longtest.Asked(t)
	x := buildTools(t)
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("precious\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	hashes := x.fill(t)
	whole := filepath.Join(t.TempDir(), "whole")
	if err := os.Rename(x.store, whole); err != nil {
		t.Fatal(err)
	}
	names := []string{"lock", "lock-gate", "README", ".gitignore", "counts", "pruned", "runs", "requests", hashes[0] + ".json", hashes[1] + ".json", hashes[1] + ".zst"}
	for _, hash := range hashes {
		names = append(names, "lock-"+hash[:1])
	}
	for kind, plant := range plants {
		for _, name := range names {
			if !longtest.Some(kind+name, 4) {
				continue
			}
			os.RemoveAll(x.store)
			if err := os.CopyFS(x.store, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(x.store, name)
			os.Remove(path)
			if err := plant(path, outside); err != nil {
				t.Logf("no %s here: %v", kind, err)
				break
			}
			t.Run(kind+" "+name, func(t *testing.T) {
				for i, data := range [][]byte{x.small, x.large} {
					if i == 0 || strings.HasPrefix(name, hashes[i]) {
						x.checkGet(t, hashes[i], data)
						x.checkElide(t, data)
					}
				}
			})
		}
	}
	if data, _ := os.ReadFile(outside); string(data) != "precious\n" {
		t.Errorf("what a link leads to was changed to %q", data)
	}
	if info, _ := os.Stat(outside); info.Mode().Perm() != 0o640 {
		t.Errorf("its mode was changed to %v", info.Mode())
	}
}

func (x *tools) checkGet(t *testing.T, hash string, data []byte) {
	t.Helper()
	out, errs, status := x.run(t, nil, x.get, hash)
	switch {
	case status == 0 && !bytes.Equal(out, data):
		t.Errorf("elision-get %s: status 0 with %d bytes of %d", hash, len(out), len(data))
	case status != 0 && (len(out) > 0 || !strings.HasPrefix(errs, "elision-get: error: ")):
		t.Errorf("elision-get %s: status %d, %d bytes, %q", hash, status, len(out), errs)
	}
}

func (x *tools) checkElide(t *testing.T, data []byte) {
	t.Helper()
	out, errs, status := x.run(t, data, x.elide)
	hash, hides := hashIn(out)
	switch {
	case status != 0:
		t.Errorf("elide: status %d, %q", status, errs)
	case hides:
		if got, errs, status := x.run(t, nil, x.get, hash); status != 0 || !bytes.Equal(got, data) {
			t.Errorf("a marker can't be expanded: status %d, %q", status, errs)
		}
	case !bytes.Equal(out, data) || strings.Count(errs, "\n") != 1:
		t.Errorf("elide: %d bytes of %d, and %q", len(out), len(data), errs)
	}
}

// TestNarrowUmask: under any umask a store that one process makes can be used by
// the next, and one whose lock files an earlier version left without their modes
// heals. Modes don't hold root up, so root tries as somebody else.
func TestNarrowUmask(t *testing.T) {
	longtest.Asked(t)
	x := buildTools(t)
	dir := t.TempDir()
	x.store = filepath.Join(dir, "a", "b", "s")
	as := []string{"sh", "-c"}
	if os.Geteuid() == 0 {
		setpriv, err := exec.LookPath("setpriv")
		if err != nil {
			t.Skip("no setpriv to be another user with")
		}
		for _, d := range []string{dir, filepath.Dir(dir), filepath.Dir(x.elide), filepath.Dir(filepath.Dir(x.elide))} {
			os.Chmod(d, 0o777)
		}
		as = append([]string{setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"}, as...)
	}
	for _, mask := range []string{"000", "077", "277", "777"} {
		os.RemoveAll(filepath.Join(dir, "a"))
		for round, prepare := range []string{"", "", "chmod 0400 " + x.store + "/lock*; ", "chmod 0 " + x.store + "/lock*; "} {
			line := prepare + "umask " + mask + "; HOME=" + dir + " " + x.elide
			out, errs, _ := x.run(t, x.large, as[0], append(as[1:], line)...)
			hash, ok := hashIn(out)
			if !ok || errs != "" {
				t.Fatalf("umask %s, run %d: nothing is hidden: %q", mask, round, errs)
			}
			line = "umask " + mask + "; HOME=" + dir + " " + x.get + " " + hash
			if got, errs, _ := x.run(t, nil, as[0], append(as[1:], line)...); !bytes.Equal(got, x.large) {
				t.Errorf("umask %s, run %d: can't be expanded: %q", mask, round, errs)
			}
		}
	}
}
