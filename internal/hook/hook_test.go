package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// kept is a store that can renew, as hosts' hooks have it.
type kept struct{ *store.Store }

func (k kept) Renewed(reference string, ttl time.Duration) (*store.Expanded, error) {
	x, err := k.Expand(reference)
	if err != nil {
		return nil, err
	}
	digest, err := store.Digest(x)
	if err == nil {
		_, err = k.Put(context.Background(), x, digest, store.Meta{Type: x.Entry.Type, TTL: ttl})
	}
	return x, err
}

// world is a store with the memories beside it.
type world struct {
	store *store.Store
	cfg   Config
}

func newWorld(t testing.TB, folder string) world {
	t.Helper()
	st, err := store.Open(filepath.Join(folder, "store"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return world{st, Config{
		Store:    kept{st},
		Pipeline: pipeline.Options{TTL: 24 * time.Hour},
		Memory:   func(host, session string) *seen.Memory { return seen.Open(st.Dir(), host, session) },
	}}
}

func (w world) do(host, event string, payload []byte) Answer {
	return Do(context.Background(), w.cfg, host, event, payload)
}

// original returns what is stored under a hash.
func (w world) original(t testing.TB, hash string) []byte {
	t.Helper()
	x, err := w.store.Expand(hash)
	if err != nil {
		t.Fatalf("no original under %s: %v", hash, err)
	}
	defer x.Close()
	data := make([]byte, x.Size())
	if _, err := x.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	return data
}

// logText is what a server prints, with one line that matters.
func logText(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "2026-11-22T03:%02d:%02d INFO worker %d handled request %d in %d ms\n", i/60%60, i%60, i%7, i*37%1000, i%13)
		if i == lines/2 {
			b.WriteString("2026-11-22T03:59:59 ERROR worker 3 failed: connection refused\n")
		}
	}
	return b.String()
}

// after lists the events by which a result is replaced.
func after() map[string]string {
	all := map[string]string{}
	for _, h := range hosts() {
		for _, e := range h.events {
			if e.effect != nil && !strings.HasPrefix(strings.ToLower(e.name), "pre") {
				all[h.name+" "+e.name] = e.name
			}
		}
	}
	return all
}

// TestEachHost: of a log the model gets the line that matters and a marker by
// which all of it can be had, in far less, whatever the host.
func TestEachHost(t *testing.T) {
	text := logText(250)
	for name, event := range after() {
		t.Run(name, func(t *testing.T) {
			w, host := newWorld(t, t.TempDir()), strings.Fields(name)[0]
			payload, ok := Sample(host, event, text)
			if !ok || !json.Valid(payload) {
				t.Fatalf("sample: %s", payload)
			}
			a := w.do(host, event, payload)
			if a.Err != nil || !json.Valid(a.JSON) {
				t.Fatalf("answer %q, %v", a.JSON, a.Err)
			}
			got, err := Effect(host, event, payload, a.JSON)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got, "connection refused") || len(marker.Find([]byte(got))) != 1 || len(got) > len(text)/4 {
				t.Errorf("the model gets %q", got)
			}
			if len(a.Outputs) != 1 || string(w.original(t, a.Outputs[0].Hash)) != text {
				t.Errorf("not what was printed is stored: %+v", a.Outputs)
			}
			if said := map[string]string{"codex": codexStatus, "gemini": geminiNotice}[host]; !strings.Contains(got, said) {
				t.Errorf("what the host can't tell is not said: %q", got)
			}
			if a.Session == "" && host != "cline" {
				t.Error("no session")
			}
		})
	}
}

// TestWithoutAnswer: the model gets what the host has.
func TestWithoutAnswer(t *testing.T) {
	for name, event := range after() {
		host := strings.Fields(name)[0]
		payload, _ := Sample(host, event, "short\n")
		if a := newWorld(t, t.TempDir()).do(host, event, payload); a.JSON != nil || a.Err != nil {
			t.Errorf("%s: answer %s, %v", name, a.JSON, a.Err)
		}
		if got, err := Effect(host, event, payload, nil); err != nil || !strings.Contains(got, "short") {
			t.Errorf("%s: effect %q, %v", name, got, err)
		}
	}
}

// realPayloads returns the payloads that real hosts sent.
func realPayloads(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/payloads/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no payloads: %v", err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".json")] = data
	}
	return all
}

// hostOf takes the name of a payload apart: HOST-EVENT[-what].
func hostOf(name string) (host, event string) {
	host, rest, _ := strings.Cut(name, "-")
	event, _, _ = strings.Cut(rest, "-")
	return host, event
}

// TestRealPayloads: what hosts really sent is understood, and its text can be
// made shorter in its place, with no other byte of the result changed.
func TestRealPayloads(t *testing.T) {
	silent := []string{"codex-PostToolUse-code-mode", "gemini-AfterTool-tail", "gemini-AfterTool-read", "claude-PostToolUse-large"}
	text := logText(200)
	for name, payload := range realPayloads(t) {
		if name == "copilot-postToolUse-spilled" {
			continue // it has no output, but where one is: see TestSpilled
		}
		host, event := hostOf(name)
		e, ok := find(host, event)
		if strings.HasPrefix(event, "Pre") {
			continue // see TestBeforeACall
		}
		if !ok || e.effect == nil {
			t.Fatalf("%s is of no event", name)
		}
		before, err := Effect(host, event, payload, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		long := grown(t, payload, before, text)
		a := newWorld(t, t.TempDir()).do(host, event, long)
		if quiet := slices.Contains(silent, name); quiet != (a.JSON == nil) {
			t.Errorf("%s: answer %q, %v", name, a.JSON, a.Err)
			continue
		}
		if a.JSON == nil {
			continue
		}
		grantsNothing(t, host, event, a.JSON)
		after, err := Effect(host, event, long, a.JSON)
		if err != nil || !strings.Contains(after, "connection refused") || len(after) > len(text)/2 {
			t.Errorf("%s: %q, %v", name, after, err)
		}
	}
}

// grown puts a log in front of the output in a payload: behind what the host
// writes before it, and before what it writes behind.
func grown(t *testing.T, payload []byte, shown, text string) []byte {
	t.Helper()
	first := strings.TrimPrefix(shown, "<untrusted_context>\n")
	first = strings.TrimPrefix(first, "Output: ")
	first, _, _ = strings.Cut(first, "\n")
	old, more := jsonspan.AppendString(nil, []byte(first)), jsonspan.AppendString(nil, []byte(text+first))
	old, more = old[1:len(old)-1], more[1:len(more)-1]
	at := bytes.LastIndex(payload, old)
	for _, key := range []string{`"stdout"`, `"llmContent"`, `"textResultForLlm"`, `"text_result_for_llm"`, `"tool_response"`, `"result"`, `"output":`} {
		if i := bytes.LastIndex(payload, []byte(key)); i >= 0 {
			at = i + len(key) + bytes.Index(payload[i+len(key):], old)
			break
		}
	}
	if at < 0 {
		t.Fatalf("%q is not in %s", old, payload)
	}
	return appendAll(payload[:at], more, payload[at+len(old):])
}

// TestForeign: the payload of another host, of another event, or of none has
// no answer.
func TestForeign(t *testing.T) {
	text := logText(200)
	alike := map[string][]string{
		"qoder": {"claude", "codebuddy"}, "codebuddy": {"claude", "qoder"}, "claude": {"qoder", "codebuddy"},
	}
	for name, event := range after() {
		from := strings.Fields(name)[0]
		payload, _ := Sample(from, event, text)
		for other, otherEvent := range after() {
			to := strings.Fields(other)[0]
			if to == from || slices.Contains(alike[to], from) {
				continue
			}
			if a := newWorld(t, t.TempDir()).do(to, otherEvent, payload); a.JSON != nil {
				t.Errorf("%s answers the payload of %s: %s", other, name, a.JSON)
			}
		}
	}
	for _, broken := range []string{"", "{", "[]", "null", `"x"`, `{"hook_event_name":"PostToolUse","hook_event_name":"PostToolUse"}`, "{}\xff", `{"tool_response":7}`} {
		for name, event := range after() {
			if a := newWorld(t, t.TempDir()).do(strings.Fields(name)[0], event, []byte(broken)); a.JSON != nil {
				t.Errorf("%s answers %q: %s", name, broken, a.JSON)
			}
		}
	}
}

// TestClaudeElsewhere: hosts that run Claude Code's hooks get no answer of
// them.
func TestClaudeElsewhere(t *testing.T) {
	payload, _ := Sample("claude", "PostToolUse", logText(200))
	for _, name := range []string{"CURSOR_VERSION", "GROK_HOOK_EVENT", "COPILOT_CLI", "FACTORY_PROJECT_DIR", "DEVIN_PROJECT_DIR", "QODER_PROJECT_DIR", "CODEBUDDY_PROJECT_DIR"} {
		w := newWorld(t, t.TempDir())
		w.cfg.Env = func(n string) string { return map[string]string{name: "x"}[n] }
		if a := w.do("claude", "PostToolUse", payload); a.JSON != nil {
			t.Errorf("with %s: %s", name, a.JSON)
		}
	}
	for _, member := range []string{`"cursor_version":"1",`, `"turn_id":"1",`, `"hookEventName":"post_tool_use",`} {
		if a := newWorld(t, t.TempDir()).do("claude", "PostToolUse", append([]byte("{"+member), payload[1:]...)); a.JSON != nil {
			t.Errorf("with %s: %s", member, a.JSON)
		}
	}
}

// TestHalfCharacters: a text with half of a character has no bytes that could
// be stored and given back, so it stays.
func TestHalfCharacters(t *testing.T) {
	for name, event := range after() {
		host := strings.Fields(name)[0]
		payload, _ := Sample(host, event, logText(100)+"@"+logText(100))
		half := bytes.Replace(payload, []byte("@"), []byte(`\ud83d`), 1)
		if a := newWorld(t, t.TempDir()).do(host, event, half); a.JSON != nil || a.Err != nil || len(a.Outputs) > 0 {
			t.Errorf("%s: %.300s, %v", name, a.JSON, a.Err)
		}
	}
}

// TestLeftAlone: expansions, what people and models say, small failures, and
// commands on the user's list.
func TestLeftAlone(t *testing.T) {
	text := logText(200)
	w := newWorld(t, t.TempDir())
	w.cfg.Ignored = func(line string) bool { return strings.HasPrefix(line, "git diff") }
	mcp := `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":%q,"tool_input":{},"tool_response":[{"type":"text","text":%s}]}`
	shell := `{"sessionId":"s","toolName":"bash","toolArgs":{"command":%q},"toolResult":{"resultType":"success","textResultForLlm":%s}}`
	quoted := func(s string) string { return string(jsonspan.AppendString(nil, []byte(s))) }
	for _, c := range []struct{ host, event, payload string }{
		{"claude", "PostToolUse", fmt.Sprintf(mcp, "mcp__elide__context_expand", quoted(text))},
		{"claude", "PostToolUse", fmt.Sprintf(mcp, "mcp__x__y", quoted(text+"⟦elided:0123456789ab 7 lines, elision-get⟧\n"))},
		{"claude", "PostToolUse", fmt.Sprintf(mcp, "Task", quoted(text))},
		{"claude", "PostToolUse", fmt.Sprintf(mcp, "Unknown", quoted(text))},
		{"copilot", "postToolUse", fmt.Sprintf(shell, "elision-get 0123456789ab", quoted(text))},
		{"copilot", "postToolUse", fmt.Sprintf(shell, "git diff HEAD", quoted(text))},
		{"copilot", "postToolUse", fmt.Sprintf(shell, "cat main.go", quoted(text))},
		{"copilot", "postToolUse", fmt.Sprintf(shell, "cat server.log main.go", quoted(text))},
		{"claude", "PostToolUse", fmt.Sprintf(`{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/server.log"},"tool_response":{"type":"text","file":{"content":%s}}}`, quoted(text))},
		{"copilot", "postToolUse", fmt.Sprintf(shell, "make", quoted(logText(80)+"<shellId: 0 completed with exit code 1>"))},
	} {
		if !json.Valid([]byte(c.payload)) {
			t.Fatal(c.payload)
		}
		if a := w.do(c.host, c.event, []byte(c.payload)); a.JSON != nil || a.Err != nil {
			t.Errorf("%.150s: %s, %v", c.payload, a.JSON, a.Err)
		}
	}
	payload := fmt.Sprintf(shell, "make", quoted(logText(200)+"<shellId: 0 completed with exit code 1>"))
	a := w.do("copilot", "postToolUse", []byte(payload))
	if got, _ := Effect("copilot", "postToolUse", []byte(payload), a.JSON); !strings.HasSuffix(got, "⟧\n<shellId: 0 completed with exit code 1>") {
		t.Errorf("of a long failure the model gets %q", got)
	}
}

// failures is what a compiler prints that likes nothing. There is much to show
// of it.
func failures(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "src/file%d.c:%d:7: error: use of undeclared identifier 'x%d' in function f%d\n", i*7919%1000, i, i*31, i*17)
	}
	return b.String()
}

// TestLimits: what a host would cut is made to fit.
func TestLimits(t *testing.T) {
	text := failures(1200)
	for _, c := range []struct {
		host, event string
		most        int
	}{
		{"codex", "PostToolUse", 9_500}, {"cline", "afterTool", 8_000}, {"gemini", "AfterTool", 40_000},
		{"copilot", "postToolUse", 20_000}, {"opencode", "tool.execute.after", 50_000}, {"claude", "PostToolUse", 50_000},
	} {
		payload, _ := Sample(c.host, c.event, text)
		a := newWorld(t, t.TempDir()).do(c.host, c.event, payload)
		got, err := Effect(c.host, c.event, payload, a.JSON)
		if err != nil || a.JSON == nil || len(got) > c.most || len(marker.Find([]byte(got))) != 1 {
			t.Errorf("%s: %d bytes, %v", c.host, len(got), err)
		}
	}
}

// TestCuts: where a host has cut an output before the hook sees it, the model
// still sees that it did.
func TestCuts(t *testing.T) {
	for _, c := range []struct{ host, event, head, note string }{
		{"codex", "PostToolUse", "Warning: truncated output (original token count: 25478)\nTotal output lines: 1000\n\n", "…15478 tokens truncated…"},
		{"cline", "afterTool", "", "\n[... output truncated: 101911 chars total. Refine the command (grep, head, tail) to view the elided middle ...]\n"},
	} {
		half := failures(300)
		payload, _ := Sample(c.host, c.event, c.head+half[:len(half)-30]+c.note+half[20:])
		got, err := Effect(c.host, c.event, payload, newWorld(t, t.TempDir()).do(c.host, c.event, payload).JSON)
		if err != nil || !strings.Contains(got, c.head) || !strings.Contains(got, strings.TrimSpace(c.note)) || len(got) > len(half) {
			t.Errorf("%s: %v: %s", c.host, err, got)
		}
	}
}

// failing is a store that can't be written.
type failing struct{ kept }

var errBroken = errors.New("the disk is full")

func (failing) Prepare(context.Context, store.Original, [32]byte) (*store.Pending, error) {
	return nil, errBroken
}

// TestStoreFails: nothing is shortened that could not be had back.
func TestStoreFails(t *testing.T) {
	for name, event := range after() {
		w, host := newWorld(t, t.TempDir()), strings.Fields(name)[0]
		w.cfg.Store = failing{kept{w.store}}
		payload, _ := Sample(host, event, logText(200))
		if a := w.do(host, event, payload); a.JSON != nil || !errors.Is(a.Err, errBroken) || len(a.Outputs) > 0 {
			t.Errorf("%s: %s, %v", name, a.JSON, a.Err)
		}
	}
}

// panicking is a store with a mistake in it.
type panicking struct{ kept }

func (panicking) Prepare(context.Context, store.Original, [32]byte) (*store.Pending, error) {
	panic("mistake")
}

func TestPanics(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.cfg.Store = panicking{kept{w.store}}
	payload, _ := Sample("claude", "PostToolUse", logText(200))
	if a := w.do("claude", "PostToolUse", payload); a.JSON != nil || a.Err == nil {
		t.Errorf("%s, %v", a.JSON, a.Err)
	}
}

// TestNames: each event that is listed is known, and no name stands twice.
func TestNames(t *testing.T) {
	names := Hosts()
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("a host twice: %v", names)
	}
	events := 0
	for _, host := range names {
		for _, event := range Events(host) {
			if _, ok := find(host, event); !ok {
				t.Errorf("%s %s is not found", host, event)
			}
			events++
		}
	}
	if events == 0 || Events("nobody") != nil {
		t.Errorf("%d events", events)
	}
	if len(slices.Collect(maps.Keys(after()))) < 12 {
		t.Error("hosts are missing")
	}
}
