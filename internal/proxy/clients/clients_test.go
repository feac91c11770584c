// Package clients tries the proxy with the providers' own client libraries:
// what they send is rewritten, what they read is what the provider sent, and
// what they do about errors works as without a proxy.
//
// It is a module of its own, so that the libraries cost nobody else a
// dependency:
//
//	cd internal/proxy/clients && go test ./...
package clients

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"testing"
	"time"

	"elide.example/elide/internal/proxy"
	"elide.example/elide/internal/proxy/e2e"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// bin is the folder with elision-get.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "clients")
	status := 1
	if err == nil {
		bin = dir
		build := exec.Command("go", "build", "-o", dir+"/", "./cmd/elision-get")
		build.Dir, build.Stderr = "../../..", os.Stderr // this module doesn't have all that commands need
		if err = build.Run(); err == nil {
			status = m.Run()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

const final = "All is mended."

// stage is a model behind a proxy, and a project for an agent.
type stage struct {
	model *e2e.Model
	tools e2e.Shell
	url   string // of the proxy
	store *store.Store
	ran   []string // the tools that were called here
}

// steps are enough to meet a reduced result, one sent again, and an expansion.
var steps = []e2e.Step{
	{Run: "sort log/access.log", Say: "I'll read the log."},
	{Run: "go test -v ./..."},
	{Run: "grep -c INFO log/access.log", With: true},
	{Expand: &e2e.Expand{First: true}},
	{Run: "sort log/access.log"},
	{Run: "git status --short"},
}

func newStage(t *testing.T, set ...func(*e2e.Model)) *stage {
	t.Helper()
	dir, kept := t.TempDir(), t.TempDir()
	if err := e2e.MakeProject(dir); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(kept, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{
		model: &e2e.Model{Script: e2e.Script{Dir: dir, Steps: steps, Final: final}},
		tools: e2e.Shell{Dir: dir, Env: append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "ELIDE_STORE="+kept)},
	}
	for _, change := range set {
		change(s.model)
	}
	server := httptest.NewServer(s.model)
	t.Cleanup(server.Close)
	s.store = st
	s.url = before(t, server.URL, rewrite.New(rewrite.Config{Store: st, References: true}))
	return s
}

// before puts a proxy before an upstream and returns its address.
func before(t *testing.T, upstream string, rewriter proxy.Rewriter, set ...func(*proxy.Options)) string {
	t.Helper()
	u, err := url.Parse(upstream)
	if err != nil {
		t.Fatal(err)
	}
	opt := proxy.Options{Rewriter: rewriter, Upstreams: map[wire.Provider]*url.URL{
		wire.Anthropic: u, wire.OpenAI: u, wire.Gemini: u}}
	for _, change := range set {
		change(&opt)
	}
	handler, err := proxy.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// check judges what the model was sent in a conversation that ended with last.
func (s *stage) check(t *testing.T, last string, err error) {
	t.Helper()
	if err != nil || last != final {
		t.Fatalf("ended with %q, %v", last, err)
	}
	report := e2e.Audit(s.model.Exchanges())
	t.Log(report)
	if len(report.Faults) > 0 || report.Reduced < 3 || report.References < 1 || report.Expansions != 1 || report.Results != len(steps) {
		t.Error("not as it should be: ", report)
	}
}

// run runs a call of a tool that takes a JSON object.
func (s *stage) run(ctx context.Context, id, name, input string) e2e.Output {
	s.ran = append(s.ran, name)
	return s.tools.Run(ctx, e2e.Call{ID: id, Name: name, Input: input})
}

// conversation is an agent that is made of a client library. It says the
// model's last word.
type conversation func(ctx context.Context, s *stage) (last string, err error)

var conversations = map[string]conversation{
	"anthropic": anthropicAgent, "chat": chatAgent, "responses": responsesAgent, "gemini": geminiAgent,
}

// TestConversations: each library holds a conversation with tools through the
// proxy, streamed.
func TestConversations(t *testing.T) {
	for name, converse := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			last, err := converse(ctx, s)
			s.check(t, last, err)
		})
	}
}

func busyOnce(w http.ResponseWriter, e e2e.Exchange) bool {
	if e.N > 1 {
		return false
	}
	w.Header().Set("Retry-After-Ms", "20")
	w.Header().Set("Retry-After", "1")
	w.WriteHeader(http.StatusTooManyRequests)
	return true
}

// TestRetries: a provider that is busy says when to come again, and the
// libraries do.
func TestRetries(t *testing.T) {
	for name, converse := range conversations {
		if name == "gemini" {
			continue // its library doesn't try again by itself
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, func(m *e2e.Model) {
				m.Script.Steps = nil
				m.Intercept = busyOnce
			})
			last, err := converse(t.Context(), s)
			if err != nil || last != final || len(s.model.Exchanges()) != 2 {
				t.Errorf("ended with %q, %v after %d requests", last, err, len(s.model.Exchanges()))
			}
		})
	}
}

// closed is an address where nobody listens.
func closed(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return "http://" + l.Addr().String()
}
