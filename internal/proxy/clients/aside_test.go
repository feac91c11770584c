package clients

import (
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"elide.example/elide/internal/aside"
	"elide.example/elide/internal/proxy"
	"elide.example/elide/internal/proxy/e2e"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
)

// asides are steps in which the model asks for what is hidden by the tool that the proxy
// adds: alone, in front of a call, twice in a row, beside the client's own, and at last.
var asides = []e2e.Step{
	{Run: "sort log/access.log", Say: "I'll read the log."},
	{Expand: &e2e.Expand{First: true, Tool: true, Range: "60-70"}, Say: "It hides something."},
	{Run: "grep -c INFO log/access.log", Say: "Now I know."},
	{Run: "git status --short"},
	{Expand: &e2e.Expand{First: true, Tool: true, Range: "100-110"}, With: true},
	{Run: "go test -v ./..."},
	{Expand: &e2e.Expand{First: true, Tool: true, Range: "120-130"}},
	{Expand: &e2e.Expand{First: true, Tool: true, Range: "140-150"}},
}

// memory keeps asides as the store does.
type memory struct {
	mu   sync.Mutex
	kept map[[32]byte][]byte
}

func (m *memory) Remember(key [32]byte, recipe []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[[32]byte][]byte{}
	}
	m.kept[key] = recipe
	return nil
}

func (m *memory) Recall(key [32]byte) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	recipe, ok := m.kept[key]
	return recipe, ok
}

// behindAsides puts a proxy before the stage's model that answers context_expand, and
// starts another one, with the same memory, for each request.
func (s *stage) behindAsides(t *testing.T) {
	t.Helper()
	model := httptest.NewServer(s.model)
	t.Cleanup(model.Close)
	kept := &memory{}
	find := func(prefix string) (*store.Expanded, *store.Store, error) {
		x, err := s.store.Expand(prefix)
		return x, s.store, err
	}
	s.url = before(t, model.URL, rewrite.New(rewrite.Config{Store: s.store, References: true}), func(o *proxy.Options) {
		o.Asides = aside.New(find, kept)
	})
}

// TestAsides: each library holds a conversation in which the proxy answers context_expand,
// and hears nothing of it. The model meets its own calls and the answers in every request
// that follows, as they were.
func TestAsides(t *testing.T) {
	for name, converse := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, func(m *e2e.Model) { m.Script.Steps = asides })
			s.behindAsides(t)
			last, err := converse(t.Context(), s)
			if err != nil || last != final {
				t.Fatalf("ended with %q, %v", last, err)
			}
			all := s.model.Exchanges()
			report := e2e.Audit(all)
			t.Log(report)
			if len(report.Faults) > 0 || report.Results != len(asides) || report.Expansions != 4 || report.Missed > 0 && name != "anthropic" { // whose library marks no place to cache to
				t.Error("not as it should be: ", report)
			}
			if slices.Contains(s.ran, "context_expand") || len(s.ran) != 4 {
				t.Errorf("the client ran %q", s.ran)
			}
			extends(t, all)
			for _, lines := range []string{"60-70", "100-110", "120-130", "140-150"} {
				if body := string(all[len(all)-1].Body); !strings.Contains(body, lines) {
					t.Errorf("the last request has no call for %s", lines)
				}
			}
		})
	}
}

// extends checks that each request has all of the conversation of the one before, as it was.
func extends(t *testing.T, all []e2e.Exchange) {
	t.Helper()
	var before []json.RawMessage
	for _, e := range all {
		var body struct{ Messages, Input, Contents []json.RawMessage }
		if err := json.Unmarshal(e.Body, &body); err != nil {
			t.Fatal(err)
		}
		now := slices.Concat(body.Messages, body.Input, body.Contents)
		for i, value := range before {
			if i >= len(now) || !sameJSON(value, now[i]) {
				t.Fatalf("request %d: value %d was %s", e.N, i, value)
			}
		}
		before = now
	}
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
