// Package redistest starts Redis servers for tests: real ones, each on a free
// port of this machine and gone with its test.
package redistest

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// Variable makes it a failure, if it is 1, that there is no redis-server here.
// Otherwise the test is skipped.
const Variable = "ELIDE_TEST_REDIS"

// Server is a server that runs.
type Server struct {
	Addr string // host:port
	Dir  string // where it keeps its files

	args []string
	mu   sync.Mutex
	cmd  *exec.Cmd // nil: it was killed
}

// Start starts a server that keeps nothing on disk, with further arguments,
// and waits until it answers.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	return start(t, append([]string{"--save", ""}, args...))
}

// StartFile starts a server with a configuration file.
func StartFile(t testing.TB, file string) *Server {
	t.Helper()
	return start(t, []string{file})
}

func start(t testing.TB, args []string) *Server {
	t.Helper()
	need(t)
	for range 5 {
		port := FreePort(t)
		s := &Server{Addr: fmt.Sprintf("127.0.0.1:%d", port), Dir: t.TempDir()}
		s.args = append(slices.Clone(args), "--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--dir", s.Dir, "--loglevel", "warning")
		t.Cleanup(s.Kill)
		if s.start(t) {
			return s
		}
	}
	t.Fatal("redis-server doesn't answer")
	return nil
}

// StartSentinel starts a sentinel that watches a master named main.
func StartSentinel(t testing.TB, master *Server) *Server {
	t.Helper()
	port := FreePort(t)
	s := &Server{Addr: fmt.Sprintf("127.0.0.1:%d", port), Dir: t.TempDir()}
	host, masterPort, _ := net.SplitHostPort(master.Addr)
	file := s.Dir + "/sentinel.conf"
	text := fmt.Sprintf("port %d\nbind 127.0.0.1\ndir %s\nsentinel monitor main %s %s 1\n"+
		"sentinel down-after-milliseconds main 500\nsentinel failover-timeout main 3000\n", port, s.Dir, host, masterPort)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.args = []string{file, "--sentinel"}
	t.Cleanup(s.Kill)
	if !s.start(t) {
		t.Fatal("the sentinel doesn't answer")
	}
	return s
}

func need(t testing.TB) {
	t.Helper()
	longtest.Only(t)
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv(Variable) == "1" {
			t.Fatal(err)
		}
		t.Skip("no redis-server here: install the package redis-server; with " + Variable + "=1 this fails")
	}
}

// FreePort returns a port of this machine that nobody listens on.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (s *Server) start(t testing.TB) bool {
	t.Helper()
	cmd := exec.Command("redis-server", s.args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	s.cmd = cmd
	s.mu.Unlock()
	for range 500 {
		if s.answers() {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// answers tells whether the server does, and has read its files.
func (s *Server) answers() bool {
	conn, err := net.DialTimeout("tcp", s.Addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	fmt.Fprint(conn, "PING\r\n")
	line, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && !strings.HasPrefix(line, "-LOADING")
}

// URL returns the server's URL.
func (s *Server) URL() string { return "redis://" + s.Addr }

// Kill ends the server as kill -9 does.
func (s *Server) Kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		s.cmd = nil
	}
}

// Restart starts a server that was killed again.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if !s.start(t) {
		t.Fatal("redis-server doesn't answer")
	}
}

// Silent starts what takes connections and never answers, and returns where.
func Silent(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			if _, err := l.Accept(); err != nil {
				return
			}
		}
	}()
	return l.Addr().String()
}
