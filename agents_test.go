//go:build unix

package elide_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"elide.example/elide"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/proxy/e2e"
)

// shell runs the calls of an agent. What elision-get would give, Expand does.
type shell struct {
	e2e.Shell
	reducer *elide.Reducer
}

func (s shell) Run(ctx context.Context, call e2e.Call) e2e.Output {
	_, after, expands := strings.Cut(call.Input, "elision-get ")
	if !expands {
		return s.Shell.Run(ctx, call)
	}
	words, _, _ := strings.Cut(after, `"`)
	ref, lines, _ := strings.Cut(words, " ")
	page, err := s.reducer.Expand(ctx, ref, elide.Part{Lines: lines})
	if err != nil {
		return e2e.Output{Call: call, Text: err.Error(), Exit: 1}
	}
	return e2e.Output{Call: call, Text: string(page.Text)}
}

// TestAgents: the agents that are known, each with its API and its own way to
// wrap what tools print, hold a conversation of twenty turns through a
// Transport; the model keeps to the rules of the real servers.
func TestAgents(t *testing.T) {
	longtest.Asked(t)
	dialects := e2e.Dialects()
	if longtest.Left() {
		dialects = dialects[:1]
	}
	for _, d := range dialects {
		t.Run(d.Name, func(t *testing.T) {
			dir := t.TempDir()
			if err := e2e.MakeProject(dir); errors.Is(err, exec.ErrNotFound) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			model := &e2e.Model{Script: e2e.Script{Dir: dir, Steps: e2e.Story(), Final: "All is mended."}}
			server := httptest.NewServer(model)
			t.Cleanup(server.Close)
			r := newReducer(t, elide.Options{})
			agent := e2e.Agent{
				Dialect: d, BaseURL: server.URL + d.Suffix,
				Tools:  shell{e2e.Shell{Dir: dir, Env: os.Environ()}, r},
				Client: &http.Client{Transport: elide.NewTransport(r, elide.TransportOptions{})},
			}
			ctx, tally := elide.WithTotals(t.Context())
			talk, err := agent.Run(ctx, "Mend the tests.")
			if err != nil || talk.Final != "All is mended." {
				t.Fatalf("it ended with %q, %v", talk.Final, err)
			}
			report := e2e.Audit(model.Exchanges())
			t.Log(report)
			if len(report.Faults) > 0 || report.Reduced < 5 || report.References < 2 || report.Expansions != 2 {
				t.Error("not as it should be: ", report)
			}
			totals, _ := tally.Take()
			if totals.Requests != len(talk.Requests) || totals.Unmetered > 0 || totals.Failures > 0 || totals.Usage.Output == 0 ||
				totals.Sent.Saved() <= totals.SentExpansions || totals.Expansions != 2 {
				t.Errorf("%+v", totals)
			}
		})
	}
}
