package hook

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// TestLogs: a log is nothing that is edited, so it is reduced also when it is
// read as a file.
func TestLogs(t *testing.T) {
	payload := fmt.Sprintf(`{"sessionId":"s","toolName":"bash","toolArgs":{"command":"cat server.log"},"toolResult":{"resultType":"success","textResultForLlm":%s}}`, jsonspan.AppendString(nil, []byte(logText(200))))
	if a := newWorld(t, t.TempDir()).do("copilot", "postToolUse", []byte(payload)); len(a.Outputs) != 1 {
		t.Errorf("%s, %v", a.JSON, a.Err)
	}
}

// TestAgain: what the same agent was shown by the same call, it gets as a
// reference, once, until its conversation is compacted.
func TestAgain(t *testing.T) {
	w := newWorld(t, t.TempDir())
	content := strings.Repeat("func f() {}\n", 300)
	read := func(agent, path, content string) string {
		payload := fmt.Sprintf(`{"session_id":"s","agent_id":%q,"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":%q},"tool_response":{"type":"text","file":{"filePath":%q,"content":%s,"numLines":301}}}`,
			agent, path, path, jsonspan.AppendString(nil, []byte(content)))
		a := w.do("claude", "PostToolUse", []byte(payload))
		got, err := Effect("claude", "PostToolUse", []byte(payload), a.JSON)
		if err != nil || a.Err != nil {
			t.Fatal(err, a.Err)
		}
		if got == content {
			return "whole"
		}
		if len(a.Outputs) != 1 || string(w.original(t, a.Outputs[0].Hash)) != content || len(got) > 100 {
			t.Fatalf("the model gets %q", got)
		}
		return "reference"
	}
	compact := func(event string) string {
		if a := w.do("claude", event, []byte(`{"session_id":"s","hook_event_name":"`+event+`"}`)); a.JSON != nil {
			t.Errorf("%s is answered: %s", event, a.JSON)
		}
		return ""
	}
	for i, c := range []struct{ got, want string }{
		{read("", "/a", content), "whole"},
		{read("", "/b", content), "whole"},
		{read("", "/a", content), "reference"},
		{read("", "/a", content), "whole"}, // it asks again for what it has a reference to
		{read("", "/a", content+"x"), "whole"},
		{read("", "/a", content), "whole"}, // not what it saw last
		{read("sub", "/a", content), "whole"},
		{read("sub", "/a", content), "reference"},
		{compact("PreCompact"), ""},
		{read("", "/a", content), "whole"},
		{read("", "/a", content), "reference"},
		{read("", "/b", content), "whole"},
		{compact("SessionStart"), ""},
		{read("", "/b", content), "whole"},
		{read("", "/c", "short\n"), "whole"},
		{read("", "/c", "short\n"), "whole"},
	} {
		if c.got != c.want {
			t.Errorf("step %d: %s, want %s", i, c.got, c.want)
		}
	}
	w.cfg.Pipeline.MinBytes = -1
	for range 3 {
		if read("", "/d", "short\n") != "whole" {
			t.Error("a reference that is longer than the text")
		}
	}
}

// TestAgainLost: a reference is made of what the store has, whatever became of
// the entry that it had before.
func TestAgainLost(t *testing.T) {
	w := newWorld(t, t.TempDir())
	content := strings.Repeat("func f() {}\n", 300)
	payload := []byte(`{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/a.go"},"tool_response":{"type":"text","file":{"content":` + quoteJSON(content) + `}}}`)
	for range 2 {
		if a := w.do("claude", "PostToolUse", payload); a.JSON != nil {
			t.Fatalf("the first time: %s", a.JSON)
		}
		a := w.do("claude", "PostToolUse", payload)
		if len(a.Outputs) != 1 || string(w.original(t, a.Outputs[0].Hash)) != content {
			t.Fatalf("%s, %v", a.JSON, a.Err)
		}
		must(t, os.Remove(filepath.Join(w.store.Dir(), a.Outputs[0].Hash+".json")))
	}
	w.do("claude", "PostToolUse", payload)
	w.cfg.Store = failing{kept{w.store}}
	if a := w.do("claude", "PostToolUse", payload); a.JSON != nil || a.Err == nil {
		t.Errorf("without a store: %s, %v", a.JSON, a.Err)
	}
}

// TestAgainCut: what the host showed a part of only was not seen, so that the
// next time it is no reference.
func TestAgainCut(t *testing.T) {
	content := strings.Repeat("func f() { return }\n", 4000)
	quoted := quoteJSON(content)
	home := t.TempDir()
	kept := map[string]spilling{}
	for _, s := range spillings(home) {
		kept[s.host] = s
	}
	spilled := func(host string) string {
		s := kept[host]
		return strings.Replace(s.payload(s.spill(t, home, content), content), `"make"`, `"cat main.go"`, 1)
	}
	for _, c := range []struct {
		host, event, payload string
		reference            bool
	}{
		{"claude", "PostToolUse", spilled("claude"), false},
		{"opencode", "tool.execute.after", spilled("opencode"), false},
		{"claude", "PostToolUse", `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"mcp__fs__read_file","tool_input":{"path":"/a.go"},"tool_response":[{"type":"text","text":` + quoted + `}]}`, false},
		{"claude", "PostToolUse", `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/a.go"},"tool_response":{"type":"text","file":{"content":` + quoted + `}}}`, true},
	} {
		w := worldAt(t, home)
		for i := range 2 {
			a := w.do(c.host, c.event, []byte(c.payload))
			if a.Err != nil || (a.JSON != nil) != (c.reference && i == 1) {
				t.Errorf("%s, %d: %.300s, %v", c.host, i, a.JSON, a.Err)
			}
		}
	}
}

// TestRenewSlow: what there was no time for is renewed by a later call.
func TestRenewSlow(t *testing.T) {
	w := newWorld(t, t.TempDir())
	memory := w.cfg.Memory("claude", "s")
	for _, hash := range []string{"0123456789aa", "0123456789bb", "0123456789cc"} {
		must(t, memory.Stored(hash))
	}
	w.cfg.Pipeline.TTL = time.Nanosecond // so that they are due
	ctx, cancel := context.WithCancel(context.Background())
	asked := asking{w.cfg.Store, cancel, nil}
	w.cfg.Store = &asked
	Renew(ctx, w.cfg, "claude", "s")
	if len(asked.hashes) != 1 {
		t.Fatalf("out of time, but %v were renewed", asked.hashes)
	}
	if left := memory.Due(-time.Minute, 9); len(left) != 3 { // all, the one that was renewed last
		t.Fatalf("%v", left)
	} else if left[2] != asked.hashes[0] {
		t.Errorf("%v was renewed, but %v come first", asked.hashes, left[:2])
	}
}

// asking is a store by which time is up when it is asked to renew something.
type asking struct {
	Store
	up     func()
	hashes []string
}

func (a *asking) Renewed(reference string, _ time.Duration) (*store.Expanded, error) {
	a.hashes = append(a.hashes, reference)
	a.up()
	return nil, errBroken
}

// TestRenewOthers: an entry that a command of the agent's made lives as long as
// one of ours, once its marker is in the conversation.
func TestRenewOthers(t *testing.T) {
	for _, end := range []string{"exit code 0>", "exit code 1>"} {
		w := newWorld(t, t.TempDir())
		data := []byte(logText(200))
		digest := blake3.Sum256(data)
		_, err := w.store.Put(context.Background(), bytes.NewReader(data), digest, store.Meta{Type: "log", TTL: time.Minute})
		must(t, err)
		text := "a line\n" + string(marker.Append(nil, marker.Hash(digest), "200 lines, elision-get")) + "\n<shellId: 0 completed with " + end
		payload := `{"sessionId":"s","toolName":"bash","toolArgs":{"command":"make | elide"},"toolResult":{"resultType":"success","textResultForLlm":` + quoteJSON(text) + `}}`
		if a := w.do("copilot", "postToolUse", []byte(payload)); a.JSON != nil || a.Err != nil || a.Session != "s" {
			t.Fatalf("%s, %v", a.JSON, a.Err)
		}
		Renew(context.Background(), w.cfg, "copilot", "s")
		e, err := w.store.Get(marker.Hash(digest))
		if err != nil || time.Until(e.ExpiresAt()) < 23*time.Hour {
			t.Errorf("%s: it expires at %v, %v", end, e.ExpiresAt(), err)
		}
	}
}

// TestExpects: how a command is about to be run is noted for elide-shell.
func TestExpects(t *testing.T) {
	w := newWorld(t, t.TempDir())
	payload := `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":%q,"run_in_background":%v,"timeout":%s}}`
	for _, c := range []struct {
		line       string
		background bool
		timeout    string
		want       seen.Call
		noted      bool
	}{
		{"make serve", true, "null", seen.Call{Background: true}, true},
		{"make test", false, "600000", seen.Call{Limit: 10 * time.Minute}, true},
		{"make odd", false, `"x"`, seen.Call{}, false},
		{"make far", false, "1e300", seen.Call{}, false},
		{"make", false, "null", seen.Call{}, false},
	} {
		if a := w.do("claude", "PreToolUse", fmt.Appendf(nil, payload, c.line, c.background, c.timeout)); a.JSON != nil || a.Err != nil {
			t.Errorf("%s: %s, %v", c.line, a.JSON, a.Err)
		}
		call, ok := seen.Open(w.store.Dir(), "claude", "s").Take(c.line)
		if call != c.want || ok != c.noted {
			t.Errorf("%s: %+v, %v", c.line, call, ok)
		}
	}
}

// TestRenew: entries that a session refers to are renewed when a quarter of
// their time is over, by any later call.
func TestRenew(t *testing.T) {
	now := time.Now()
	folder := t.TempDir()
	st, err := store.Open(filepath.Join(folder, "store"), store.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, folder)
	w.cfg.Store = kept{st}
	payload, _ := Sample("claude", "PostToolUse", logText(200))
	a := w.do("claude", "PostToolUse", payload)
	if len(a.Outputs) != 1 {
		t.Fatal("nothing to renew")
	}
	before, _ := st.Get(a.Outputs[0].Hash)
	Renew(context.Background(), w.cfg, "claude", a.Session)
	if fresh, _ := st.Get(a.Outputs[0].Hash); !fresh.ExpiresAt().Equal(before.ExpiresAt()) {
		t.Error("a fresh entry was renewed")
	}
	now = now.Add(time.Hour)
	w.cfg.Pipeline.TTL = time.Nanosecond // so that it is due
	time.Sleep(time.Second)              // the memory counts in seconds
	Renew(context.Background(), w.cfg, "claude", "another session")
	if kept, _ := st.Get(a.Outputs[0].Hash); !kept.ExpiresAt().Equal(before.ExpiresAt()) {
		t.Error("another session renewed it")
	}
	Renew(context.Background(), w.cfg, "claude", a.Session)
	if renewed, err := st.Get(a.Outputs[0].Hash); err != nil || !renewed.CreatedAt.After(before.CreatedAt) {
		t.Errorf("not renewed: %v", err)
	}
}
