//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/cmd/elide-redis/internal/redisstore/redistest"
	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/longtest"
)

// bin is a folder with the programs as they are installed.
var bin string

func TestMain(m *testing.M) {
	longtest.AskedPackage()
	dir, err := os.MkdirTemp("", "elide-redis-test-*")
	if err == nil {
		bin = dir
		var out []byte
		if out, err = exec.Command("go", "build", "-o", bin+"/", "elide.example/elide/cmd/elide", "elide.example/elide/cmd/elision-get", "elide.example/elide/cmd/elide-redis").CombinedOutput(); err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
	}
	status := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		status = childtest.Tests{M: m}.Run()
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

// host is a machine: it has a store and a home of its own.
type host struct {
	t   testing.TB
	dir string
	env []string
	bin string
}

// newHost returns a host whose shared store is at the URL. A busy machine has
// ten seconds for a call.
func newHost(t testing.TB, url string) *host {
	h := &host{t: t, dir: t.TempDir(), bin: bin}
	h.set("HOME=" + h.dir)
	h.set("TMPDIR=" + h.dir)
	h.set("ELIDE_STORE=" + filepath.Join(h.dir, "store"))
	h.set("ELIDE_ELISION_URL=" + url)
	h.set("ELIDE_ELISION_TIMEOUT_MS=10000")
	return h
}

func (h *host) set(variable string) { h.env = append(h.env, variable) }

// result is what a program did.
type result struct {
	out, err string
	status   int
}

func (h *host) run(stdin string, name string, args ...string) result {
	h.t.Helper()
	cmd := exec.Command(filepath.Join(h.bin, name), args...)
	cmd.Dir, cmd.Env = h.dir, append(os.Environ(), h.env...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		h.t.Error(err)
	}
	return result{out.String(), complaint.String(), cmd.ProcessState.ExitCode()}
}

// elide reduces a log and returns the hash in its marker.
func (h *host) elide(log string) string {
	h.t.Helper()
	got := h.run(log, "elide")
	_, hash, ok := strings.Cut(got.out, "⟦elided:")
	if !ok || got.status != 0 || got.err != "" {
		h.t.Errorf("no marker: status %d, %s", got.status, got.err)
		return ""
	}
	return hash[:12]
}

// expands fails unless the reference gives the log back.
func (h *host) expands(reference, log string) {
	h.t.Helper()
	if got := h.run("", "elision-get", reference); got.out != log || got.status != 0 {
		h.t.Errorf("%s: %d bytes of %d, status %d, %s", reference, len(got.out), len(log), got.status, got.err)
	}
}

// fails fails unless the reference can't be expanded, for that reason.
func (h *host) fails(reference string, status int, reason string) {
	h.t.Helper()
	if got := h.run("", "elision-get", reference); got.status != status || got.out != "" || !strings.Contains(got.err, reason) {
		h.t.Errorf("%s: status %d, want %d; %s", reference, got.status, status, got.err)
	}
}

// passes fails unless elide prints the log as it came, with one warning that
// gives the reason.
func (h *host) passes(log, reason string) {
	h.t.Helper()
	got := h.run(log, "elide")
	if got.out != log || got.status != 0 || strings.Count(got.err, "\n") != 1 || !strings.HasPrefix(got.err, "elide: warning: ") || !strings.Contains(got.err, reason) {
		h.t.Errorf("%d bytes of %d, status %d, %q; want %q", len(got.out), len(log), got.status, got.err, reason)
	}
}

// logOf returns a log of its own for each name.
func logOf(name string, lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "2026-01-02 03:04:%02d INFO %s: request %d served in %d ms\n", i%60, name, i, i*7919%97)
	}
	return b.String()
}

// Several processes on each of two hosts: what one shows in part, the other
// gives back, and then has itself.
func TestTwoHosts(t *testing.T) {
	server := redistest.Start(t, "--requirepass", "a secret")
	url := "redis://default:a%20secret@" + server.Addr + "/1"
	hosts := []*host{newHost(t, url), newHost(t, url)}
	hashes := make([]string, 16)
	log := func(i int) string { return logOf(fmt.Sprint("log ", i/3), 100+i/3*400) } // some of them on both
	var wg sync.WaitGroup
	for i := range hashes {
		wg.Go(func() { hashes[i] = hosts[i%2].elide(log(i)) })
	}
	wg.Wait()
	for i, hash := range hashes {
		wg.Go(func() {
			other := hosts[1-i%2]
			other.expands([]string{hash, hash[:8], "⟦elided:" + hash + "⟧"}[i%3], log(i))
		})
	}
	wg.Wait()
	server.Kill()
	for i, hash := range hashes {
		hosts[0].expands(hash, log(i))
		hosts[1].expands(hash, log(i))
	}
}

func TestLargeOriginal(t *testing.T) {
	url := redistest.Start(t).URL()
	log := logOf("large", 400_000) // some 25 MB
	newHost(t, url).expands(newHost(t, url).elide(log), log)
}

// When the server is gone, a host still has what it made. Another one says that
// it can't know, not that there is nothing.
func TestServerGoneAfterStoring(t *testing.T) {
	server := redistest.Start(t)
	a, b := newHost(t, server.URL()), newHost(t, server.URL())
	log := logOf("gone", 200)
	hash := a.elide(log)
	server.Kill()
	a.expands(hash, log)
	b.fails(hash, 1, "connection refused")
	b.fails(hash, 1, server.Addr)
	a.passes(logOf("later", 200), server.Addr+": dial tcp "+server.Addr+": connect: connection refused")
	if got := a.run(logOf("later", 200), "elide", "--strict"); got.status != 1 || got.out != logOf("later", 200) {
		t.Errorf("--strict: status %d", got.status)
	}
	server.Restart(t) // empty
	b.fails(hash, 3, "not in the store")
	a.expands(a.elide(log), log)
	b.expands(hash, log)
}

// A server that is killed while hosts store: what they print is the log, or has
// a marker that the other host can expand once the server is back.
func TestServerKilledWhileHostsStore(t *testing.T) {
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	hosts := []*host{newHost(t, server.URL()), newHost(t, server.URL())}
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		marked = map[string]string{} // log by hash, of host 0
		passed int
		kill   sync.Once
	)
	for worker := range 4 {
		wg.Go(func() {
			for i := range 25 {
				log := logOf(fmt.Sprint("killed ", worker, i), 2000)
				got := hosts[0].run(log, "elide")
				_, hash, ok := strings.Cut(got.out, "⟦elided:")
				mu.Lock()
				switch {
				case ok && got.err == "":
					marked[hash[:12]] = log
				case got.out == log && strings.HasPrefix(got.err, "elide: warning: not reduced: the shared store"):
					passed++
				default:
					t.Errorf("%d bytes of %d, %s", len(got.out), len(log), got.err)
				}
				if len(marked) == 10 {
					kill.Do(func() { go server.Kill() })
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	server.Kill()
	server.Restart(t)
	for hash, log := range marked {
		hosts[1].expands(hash, log)
	}
	if len(marked) < 10 || passed == 0 {
		t.Errorf("%d markers, %d passed through", len(marked), passed)
	}
}

// A server that takes connections and never answers costs a block the time-out
// once, and not its bytes.
func TestServerThatDoesNotAnswer(t *testing.T) {
	addr := redistest.Silent(t)
	h := newHost(t, "redis://"+addr)
	h.set("ELIDE_ELISION_TIMEOUT_MS=250")
	h.passes(logOf("silent", 200), "the shared store at "+addr+" didn't answer within 250ms")
	var names []string
	for i := range 40 {
		names = append(names, filepath.Join(h.dir, fmt.Sprint("log", i)))
		os.WriteFile(names[i], []byte(logOf(fmt.Sprint(i), 200)), 0o600)
	}
	h.set("ELIDE_ELISION_TIMEOUT_MS=2000") // 80 seconds, if each block waited
	began := time.Now()
	got := h.run("", "elide", names...)
	if took := time.Since(began); took > 40*time.Second || strings.Contains(got.out, "⟦") {
		t.Errorf("40 blocks took %s", took)
	}
	h.set("ELIDE_ELISION_TIMEOUT_MS=20")
	h.fails("0123456789ab", 1, "didn't answer within 400ms")
}

// With rediss:// the server has to show who it is.
func TestTLS(t *testing.T) {
	addr, cert := redistest.StartTLS(t)
	a, b := newHost(t, "rediss://"+addr), newHost(t, "rediss://"+addr)
	log := logOf("tls", 200)
	a.passes(log, "certificate signed by unknown authority")
	a.set("SSL_CERT_FILE=" + cert)
	b.set("SSL_CERT_FILE=" + cert)
	b.expands(a.elide(log), log)
}

func TestFullServer(t *testing.T) {
	server := redistest.Start(t, "--maxmemory", "500kb") // less than it needs for itself
	h := newHost(t, server.URL())
	h.passes(logOf("full", 200), "the shared store at "+server.Addr+": OOM command not allowed")
	if got := h.run("", "elide", "store", "stat"); !strings.Contains(got.out, "of 0.5 MB, then noeviction") {
		t.Error(got.out)
	}
}

// Of a wrong password nothing is seen, whatever is called and wherever it
// stands.
func TestWrongPasswordIsNotShown(t *testing.T) {
	server := redistest.Start(t, "--requirepass", "right")
	const wrong = "hunter2-and-more"
	for _, url := range []string{
		"redis://:" + wrong + "@" + server.Addr,
		"redis://joe:" + wrong + "@" + server.Addr + "/2",
		"rediss://:" + wrong + "@" + server.Addr,
		"redis://" + server.Addr + "?master_name=m&password=" + wrong,
		"redis://:" + wrong + "@" + server.Addr + "?addr=127.0.0.1:1",
		"redis://:" + wrong + "@127.0.0.1:1",
		"redis://:/" + wrong + "@" + server.Addr,
		"redis://:" + wrong + "@" + server.Addr + "?unknown=1",
	} {
		h := newHost(t, url)
		h.set("ELIDE_ELISION_TIMEOUT_MS=100") // some lead nowhere
		log := logOf("wrong", 200)
		for _, call := range [][]string{
			{"elide"}, {"elide", "--json"}, {"elide", "--explain"}, {"elide", "store", "stat"}, {"elide", "store", "ls"}, {"elide", "config"},
			{"elision-get", "0123456789ab"}, {"elide-redis", "stat"}, {"elide-redis", "get", "0123456789ab"}, {"elide-redis", "put", "3"},
		} {
			got := h.run(log, call[0], call[1:]...)
			if strings.Contains(got.out+got.err, wrong) {
				t.Errorf("%s: %s shows it:\n%s%s", url, call, got.out, got.err)
			}
			if len(call) == 1 && got.out != log {
				t.Errorf("%s: not passed through: %s", url, got.err)
			}
		}
		files, _ := exec.Command("grep", "-rl", wrong, h.dir).Output()
		if len(files) > 0 {
			t.Errorf("it is in %s", files)
		}
	}
	newHost(t, "redis://:"+wrong+"@"+server.Addr).passes(logOf("wrong", 200), server.Addr+": WRONGPASS")
}

// The URL goes to the program by a variable: arguments can be read by all.
func TestURLIsNoArgument(t *testing.T) {
	h := newHost(t, "redis://:hunter2@127.0.0.1:1")
	h.bin = t.TempDir()
	seen := filepath.Join(h.dir, "seen")
	script := "#!/bin/sh\nprintf '%s %s\\n' \"$0\" \"$*\" >>'" + seen + "'\ncat >/dev/null\n"
	if err := errors.Join(os.Link(filepath.Join(bin, "elide"), filepath.Join(h.bin, "elide")),
		os.WriteFile(filepath.Join(h.bin, "elide-redis"), []byte(script), 0o700)); err != nil {
		t.Fatal(err)
	}
	h.elide(logOf("args", 200))
	got, _ := os.ReadFile(seen)
	if strings.Count(string(got), "\n") != 1 || !strings.Contains(string(got), "/elide-redis put ") || strings.Contains(string(got), "hunter2") {
		t.Errorf("started as %q", got)
	}
	os.Remove(seen)
	h.set("ELIDE_ELISION_URL=")
	h.elide(logOf("not configured", 200))
	if _, err := os.Stat(seen); err == nil {
		t.Error("it is started without a URL")
	}
	os.Remove(filepath.Join(h.bin, "elide-redis"))
	h.set("ELIDE_ELISION_URL=redis://127.0.0.1:1")
	h.set("PATH=" + h.dir)
	h.passes(logOf("missing", 200), "elision.url needs the program elide-redis")
}

// Of a value that doesn't come in full nothing is stored: whoever wrote it was
// killed.
func TestHalfAValueIsNotStored(t *testing.T) {
	server := redistest.Start(t)
	a := newHost(t, server.URL())
	log := logOf("half", 200)
	hash := a.elide(log)
	value := a.run("", "elide-redis", "get", hash).out
	server.Kill()
	server.Restart(t)
	for _, size := range []int{0, 1, len(value) / 2, len(value) - 1} {
		if got := a.run(value[:size], "elide-redis", "put", fmt.Sprint(len(value))); got.status != 1 {
			t.Errorf("%d bytes: status %d", size, got.status)
		}
	}
	if got := a.run("", "elide-redis", "get", hash); got.status != 3 {
		t.Errorf("status %d: %s", got.status, got.err)
	}
	if got := a.run(value, "elide-redis", "put", fmt.Sprint(len(value))); got.status != 0 {
		t.Errorf("the whole value: status %d, %s", got.status, got.err)
	}
	newHost(t, server.URL()).expands(hash, log)
}

// Another original that stands under the hash stays, and the block passes
// through. No two with equal 12 digits are known, so one is made up.
func TestCollision(t *testing.T) {
	server := redistest.Start(t)
	a := newHost(t, server.URL())
	log := logOf("collision", 200)
	hash := a.elide(log)
	value := a.run("", "elide-redis", "get", hash).out
	server.Kill()
	server.Restart(t)
	head, frames, _ := strings.Cut(value, "\n")
	head, _, _ = strings.Cut(head, `,"seal":`)
	_, rest, _ := strings.Cut(head, `","type":`)
	other := fmt.Sprintf(`{"version":1,"hash":"%s","digest":"%s%052d","type":%s}`, hash, hash, 0, rest) + "\n" + frames
	if got := a.run(other, "elide-redis", "put", fmt.Sprint(len(other))); got.status != 0 {
		t.Fatalf("status %d, %s", got.status, got.err)
	}
	a.passes(log, "another original is stored as "+hash)
	if got := a.run(value, "elide-redis", "put", fmt.Sprint(len(value))); got.status != 7 {
		t.Errorf("status %d, %s", got.status, got.err)
	}
	newHost(t, server.URL()).fails(hash, 5, "is corrupt") // what was made up has not that digest
}

// A host can compare with what ran on another.
func TestSinceAnotherHost(t *testing.T) {
	server := redistest.Start(t)
	a, b := newHost(t, server.URL()), newHost(t, server.URL())
	log := logOf("since", 2000)
	hash := a.elide(log)
	got := b.run(log+"2026-01-02 03:05:00 ERROR disk full\n", "elide", "--since", hash)
	if got.status != 0 || got.err != "" || !strings.Contains(got.out, hash) || !strings.Contains(got.out, "disk full") {
		t.Errorf("status %d: %s%s", got.status, got.out, got.err)
	}
}

// A host whose store can't be written expands all the same.
func TestStoreThatCannotBeWritten(t *testing.T) {
	server := redistest.Start(t)
	log := logOf("unwritable", 200)
	hash := newHost(t, server.URL()).elide(log)
	b := newHost(t, server.URL())
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("no folder here in which nobody can make one")
	}
	b.set("ELIDE_STORE=/proc/no/store")
	b.expands(hash, log)
}

func TestHelpNamesEveryExitStatus(t *testing.T) {
	var out bytes.Buffer
	if status := run([]string{"--help"}, nil, &out, &out); status != 0 {
		t.Errorf("status %d", status)
	}
	for _, status := range []int{0, 1, 2, 3, 5, 6, 7} {
		if !strings.Contains(out.String(), fmt.Sprintf("\n  %d  ", status)) {
			t.Errorf("%d is missing", status)
		}
	}
}

// TestCallThatIsNone: a mistake in the call is told before it is found that no server
// is named.
func TestCallThatIsNone(t *testing.T) {
	t.Setenv("ELIDE_ELISION_URL", "")
	for _, args := range [][]string{{"--nosuch"}, {"put"}, {"get", "0123", "4567"}, {"stat", "now"}} {
		var out, errs bytes.Buffer
		status := run(args, nil, &out, &errs)
		want := fmt.Sprintf("elide-redis: error: %q: neither put BYTES nor get PREFIX nor stat\nelide-redis: hint: elide-redis --help\n", strings.Join(args, " "))
		if status != 2 || out.Len() > 0 || errs.String() != want {
			t.Errorf("%q: status %d, %s%s", args, status, &out, &errs)
		}
	}
}
