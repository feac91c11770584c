//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/store"
)

// TestMain makes the test binary the command elide-proxy, in PATH, and the
// agents of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(childtest.Tests{M: m}, map[string]func(){"elide-proxy": main, "elision-get": func() {}, "client": client})
}

// TestScripts runs elide-proxy from end to end. Each script has a home, a store
// and an upstream of its own, which writes the bodies that it gets to the
// folder up.
func TestScripts(t *testing.T) {
	testscript.RunT(quiet{t}, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("TMPDIR", env.WorkDir+"/.tmp")
			env.Setenv("ELIDE_STORE", env.WorkDir+"/store")
			for _, name := range []string{"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
				env.Setenv(name, "")
			}
			for _, name := range []string{"UPSTREAM", "OTHER"} {
				url, err := newUpstream(env, name)
				if err != nil {
					return err
				}
				env.Setenv(name, url)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ends": ends, "lines": writeLines, "conversation": writeRequest, "restores": restores,
		},
	})
}

// quiet is a test that shows what a script printed only when it fails.
type quiet struct{ *testing.T }

func (q quiet) Verbose() bool { return false }

func (q quiet) Run(name string, script func(testscript.T)) {
	q.T.Run(name, func(t *testing.T) { script(quiet{t}) })
}

func (q quiet) Log(args ...any) {
	q.T.Cleanup(func() {
		if q.T.Failed() {
			q.T.Log(args...)
		}
	})
}

// newUpstream starts a model that answers each request with a word, and writes
// method, path and body to files that are numbered in a folder of its name. The
// answer to a request below /slow is never done.
func newUpstream(env *testscript.Env, name string) (string, error) {
	dir := filepath.Join(env.WorkDir, strings.ToLower(name))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	var mu sync.Mutex
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		n++
		text := fmt.Sprintf("%s %s\n%s", r.Method, r.URL.RequestURI(), body)
		os.WriteFile(filepath.Join(dir, strconv.Itoa(n)), []byte(text), 0o600)
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"type":"message","model":"claude-sonnet-4-5","content":[{"type":"text","text":"hello"}],"usage":{"input_tokens":100,"output_tokens":5}}`)
		if strings.Contains(r.URL.Path, "/slow/") {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	}))
	env.Defer(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL, nil
}

// client VARIABLE PATH FILE posts a file to the path below the base URL in the
// variable, with a key, and prints the status and what came.
func client() {
	base, file := os.Getenv(os.Args[1]), os.Args[3]
	body, err := os.ReadFile(file)
	if err != nil {
		fail(err)
	}
	req, err := http.NewRequest(http.MethodPost, base+os.Args[2], bytes.NewReader(body))
	if err != nil {
		fail(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Api-Key", "the-key")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fail(err)
	}
	fmt.Println(resp.StatusCode)
	if _, err := io.Copy(os.Stdout, resp.Body); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "client:", err)
	os.Exit(9)
}

// ends STATUS COMMAND [ARG]... runs a command that must end with that status.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: ends STATUS COMMAND [ARG]...")
	}
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// lines FILE N writes N lines, the one in the middle an error.
func writeLines(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b bytes.Buffer
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "2026-01-02 03:04:%02d INFO request %d served in %d ms\n", i%60, i, i*7919%97)
		if i == n/2 {
			b.WriteString("2026-01-02 03:04:05 ERROR disk sda1 is full\n")
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

// conversation API FILE OUTPUT writes a request in which a tool has printed
// what the file OUTPUT holds.
func writeRequest(ts *testscript.TestScript, _ bool, args []string) {
	output, err := json.Marshal(ts.ReadFile(args[2]))
	ts.Check(err)
	form := map[string]string{
		"messages": `{"model":"claude-sonnet-4-5","max_tokens":64, "tools":[{"name":"Bash","input_schema":{"type":"object"}}],"messages":[
 {"role":"user","content":"fix it"},
 {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make test"}}]},
 {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":%s}]}]}`,
		"chat": `{"model":"gpt-5","messages":[{"role":"user","content":"fix it"},
 {"role":"assistant","tool_calls":[{"id":"t1","type":"function","function":{"name":"bash","arguments":"{\"command\":\"make test\"}"}}]},
 {"role":"tool","tool_call_id":"t1","content":%s}]}`,
		"generate": `{"contents":[{"role":"user","parts":[{"text":"fix it"}]},
 {"role":"model","parts":[{"functionCall":{"id":"t1","name":"run_shell_command","args":{"command":"make test"}}}]},
 {"role":"user","parts":[{"functionResponse":{"id":"t1","name":"run_shell_command","response":{"output":%s}}}]}]}`,
	}[args[0]]
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), fmt.Appendf(nil, form, output), 0o600))
}

// restores REQUEST FILE checks that the marker in a request that the upstream
// got gives the file back, byte for byte.
func restores(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile("⟦elided:([0-9a-f]{12})").FindStringSubmatch(ts.ReadFile(args[0]))
	if found == nil {
		ts.Fatalf("there is no marker in %s", args[0])
	}
	s, err := store.Open(ts.Getenv("ELIDE_STORE"), store.Options{})
	ts.Check(err)
	got, err := s.Expand(found[1])
	ts.Check(err)
	defer got.Close()
	text, err := io.ReadAll(io.NewSectionReader(got, 0, got.Size()))
	ts.Check(err)
	if string(text) != ts.ReadFile(args[1]) {
		ts.Fatalf("%s gives %d bytes that are not %s", found[1], len(text), args[1])
	}
}
