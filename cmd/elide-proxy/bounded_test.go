//go:build linux

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"elide.example/elide/internal/longtest"
)

// mostMemory bounds what elide-proxy takes, whatever is sent to it by however many:
// 128 MiB of large bodies are held at once, with the outputs in them as much again,
// and 16 MiB of outputs are worked on. By trial it comes to 270 to 400 MB.
const mostMemory = 500 << 20

// outputs are, as they stand in a JSON string, all of what something keeps an
// account of.
var outputs = map[string]string{
	"brackets": `[`, "braces": `{`, "closed": `[]`, "quotes": `\"`, "backslashes": `\\`, "cells": `,x`, "errors": `error: failed\n`, "lines": `a\n`,
}

// skipShort leaves out what measures or bounds the memory of the program, where
// it may be built with the race detector, which takes several times as much.
func skipShort(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes the program as it is built for use")
	}
}

// TestMemory: bodies with one output of 20 MB, four at once, plain and encoded;
// eight as long as can be; and one that is no conversation take no more than the
// bound. With ELIDE_TEST_BIG all kinds are tried, and each 20 times.
func TestMemory(t *testing.T) {
	longtest.Only(t)
	skipShort(t)
	p := startProxy(t)
	kinds, rounds := []string{"brackets", "braces"}, 1
	if os.Getenv("ELIDE_TEST_BIG") != "" {
		kinds, rounds = nil, 5
		for kind := range outputs {
			kinds = append(kinds, kind)
		}
	}
	for _, kind := range kinds {
		for round := range rounds {
			p.together(4, func(i int) { p.send(t, messages(outputs[kind], 20_000_000, 4*round+i), i%2 == 1) })
		}
		t.Logf("%s: %d MB", kind, p.peak(t)>>20)
	}
	p.together(8, func(i int) { p.send(t, messages("[", 64<<20-1000, i), false) })
	t.Logf("64 MiB: %d MB", p.peak(t)>>20)
	p.send(t, around(`{"messages":[`, "0,", `0]}`, 64<<20-1000), false)
	t.Logf("numbers: %d MB", p.peak(t)>>20)
	if most := p.peak(t); most > mostMemory {
		t.Errorf("%d MB of memory", most>>20)
	}
}

// TestTooLarge: a body above the limit reaches the upstream byte for byte, announced
// or not, and is not held.
func TestTooLarge(t *testing.T) {
	longtest.Asked(t)
	skipShort(t)
	for _, announced := range []bool{true, false} {
		p := startProxy(t)
		body := messages("[", 100_000_000, 1)
		sum := sha256.New()
		body.Reader = io.TeeReader(body.Reader, sum)
		if !announced {
			body.length = -1
		}
		p.send(t, body, false)
		if p.got != fmt.Sprintf("%x", sum.Sum(nil)) {
			t.Error("other bytes reached the upstream")
		}
		most := int64(40 << 20)
		if !announced { // its start is held until it is seen to be too large
			most += 2 * 64 << 20
		}
		if has := p.peak(t); has > most {
			t.Errorf("announced %v: %d MB of memory", announced, has>>20)
		}
	}
}

// process is an elide-proxy that serves.
type process struct {
	id   int
	base string

	mu  sync.Mutex
	got string // the digest of the last body that reached the upstream
}

func startProxy(t *testing.T) *process {
	t.Helper()
	p := &process{}
	upstream := httptest.NewServer(p)
	t.Cleanup(upstream.Close)
	cmd := exec.Command("elide-proxy", "--listen", "127.0.0.1:0", "--upstream", upstream.URL, "--store", t.TempDir(), "--quiet")
	cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir(), "GOCOVERDIR=")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, p.base, _ = strings.Cut(strings.TrimSpace(line), "=")
	if err != nil || p.base == "" {
		t.Fatalf("it printed %q: %v", line, err)
	}
	p.id = cmd.Process.Pid
	return p
}

// ServeHTTP is the upstream: it takes the body's digest.
func (p *process) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sum := sha256.New()
	io.Copy(sum, r.Body)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = fmt.Sprintf("%x", sum.Sum(nil))
	io.WriteString(w, `{"type":"message"}`)
}

// peak returns the most memory that the process has had.
func (p *process) peak(t *testing.T) (n int64) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.id))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	if _, err := fmt.Sscan(rest, &n); err != nil {
		t.Fatal(err)
	}
	return n << 10
}

// together calls do n times at once.
func (p *process) together(n int, do func(int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

// body is one that is not held here: what it takes is not to be seen beside what
// the proxy does.
type body struct {
	io.Reader
	length int64
}

func (p *process) send(t *testing.T, b body, encoded bool) {
	req, err := http.NewRequest(http.MethodPost, p.base+"/v1/messages", b)
	if err != nil {
		t.Error(err)
		return
	}
	req.ContentLength = b.length
	if encoded {
		var coded bytes.Buffer
		w, _ := gzip.NewWriterLevel(&coded, gzip.BestSpeed)
		io.Copy(w, b)
		w.Close()
		req.Body, req.ContentLength = io.NopCloser(&coded), int64(coded.Len())
		req.Header.Set("Content-Encoding", "gzip")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("status %d", res.StatusCode)
	}
}

// messages is a request with one result, which no other number has.
func messages(text string, n int64, number int) body {
	head := `{"model":"claude-sonnet-4-5","max_tokens":64,"messages":[{"role":"user","content":"fix it"},` +
		`{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make test"}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"` + fmt.Sprint(number) + `\n`
	return around(head, text, `"}]}]}`, n)
}

// around is a body of about n bytes between the two.
func around(head, text, tail string, n int64) body {
	n -= n % int64(len(text))
	return body{io.MultiReader(strings.NewReader(head), io.LimitReader(again(text), n), strings.NewReader(tail)), int64(len(head)+len(tail)) + n}
}

// again is a text again and again.
type again string

func (a again) Read(p []byte) (n int, err error) {
	for n+len(a) <= len(p) {
		n += copy(p[n:], a)
	}
	return n, nil
}
