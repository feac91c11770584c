package transcript

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// told writes a conversation in a few words.
func told(c *Conversation) string {
	var b strings.Builder
	for _, e := range c.Events {
		switch e.Kind {
		case User:
			fmt.Fprintf(&b, "user@%d %.40q\n", e.Line, e.Text)
		case Agent:
			fmt.Fprintf(&b, "agent@%d %.40q", e.Line, strings.TrimSpace(e.Text))
			for _, c := range e.Calls {
				fmt.Fprintf(&b, " %s(%.60s)", c.Name, c.Args.Raw())
			}
			b.WriteByte('\n')
		case Results:
			for _, r := range e.Results {
				fmt.Fprintf(&b, "result@%d %v %.30q\n", r.Line, r.Error, r.Text)
			}
		}
	}
	return b.String()
}

// TestHosts: of every host's form the same small conversation is read: what was said,
// by whom, which call was made and what it gave, in which places.
func TestHosts(t *testing.T) {
	for name, c := range map[string]struct{ host, model, id, at string }{
		"claude.jsonl":         {"claude", "claude-sonnet-4-5", "5e6f0c1e-0000-4000-8000-000000000001", "10:00:01"},
		"codex.jsonl":          {"codex", "gpt-5.5", "019ed9f4-0000-7000-8000-000000000001", "10:00:00"},
		"pi.jsonl":             {"pi", "claude-sonnet-4-5", "d703a1a9-0000-4000-8000-000000000001", "10:00:00"},
		"copilot.jsonl":        {"copilot", "claude-sonnet-4.6", "45f1a36c-0000-4000-8000-000000000001", "10:00:00"},
		"copilot-history.json": {"copilot", "", "9a000000-0000-4000-8000-000000000001", "10:00:00"},
		"gemini.jsonl":         {"gemini", "gemini-3.1-pro-preview", "6727b31e-0000-4000-8000-000000000001", "10:00:00"},
		"gemini.json":          {"gemini", "gemini-3.1-pro-preview", "6727b31e-0000-4000-8000-000000000001", "10:00:00"},
		"opencode/storage/session/proj/ses_a1.json": {"opencode", "claude-sonnet-4-5", "ses_a1", "10:00:00"},
		"opencode-export.json":                      {"opencode", "claude-sonnet-4-5", "ses_a1", "10:00:00"},
		"swe-agent.traj":                            {"swe-agent", "", "swe_main", ""},
		"mini.traj.json":                            {"mini-swe-agent", "openai/gpt-5-mini", "app-1", ""},
		"openhands.json":                            {"openhands", "claude-sonnet-4-5", "", "10:00:00"},
		"openhands/conv-1/events":                   {"openhands", "claude-sonnet-4-5", "conv-1", "10:00:00"},
		"openhands2/conv-2/events":                  {"openhands", "", "conv-2", "10:00:00"},
		"neutral.json":                              {"codex", "", "app-1", ""},
	} {
		list, unread, err := Read(filepath.Join("testdata", filepath.FromSlash(name)))
		if err != nil || unread > 0 || len(list) == 0 {
			t.Errorf("%s: %d conversations, %d unread, %v", name, len(list), unread, err)
			continue
		}
		got := list[0]
		if got.Host != c.host || got.Model != c.model || got.ID != c.id || !got.Start.IsZero() && got.Start.UTC().Format("15:04:05") != c.at || got.Start.IsZero() != (c.at == "") {
			t.Errorf("%s: host %s, model %s, id %s, %v", name, got.Host, got.Model, got.ID, got.Start)
		}
		text := told(got)
		for _, want := range []string{`I'll build it.`, "go build ./...", `undefined`, "Fix the build."} {
			if !strings.Contains(text+userText(got)+resultText(got), want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		if got.Requests() != 2 {
			t.Errorf("%s: %d requests\n%s", name, got.Requests(), text)
		}
	}
}

func resultText(c *Conversation) (text string) {
	for _, e := range c.Events {
		for _, r := range e.Results {
			text += r.Text
		}
	}
	return text
}

func userText(c *Conversation) (text string) {
	for _, e := range c.Events {
		if e.Kind == User {
			text += e.Text
		}
	}
	return text
}

// TestClaude: an answer in several lines is one, though results stand between them;
// a subagent's, a synthetic one and a line that stands twice are none; a compaction
// begins a conversation.
func TestClaude(t *testing.T) {
	list, _, err := Read("testdata/claude.jsonl")
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	want := `user@2 "Fix the build."
agent@4 "I'll build it." Bash({"command": "go build ./...", "description": "Build"}) Read({"file_path": "/home/dev/app/go.mod"})
result@6 true "src/a.go:12: undefined: widthO"
result@8 false "     1→module app\n"
agent@10 "widthOf is not there."
`
	if got := told(list[0]); got != want {
		t.Errorf("%s", got)
	}
	want = `user@14 "This session is being continued from a p"
agent@15 "" Bash({"command": "go vet ./..."})
result@16 false "ok"
`
	if got := told(list[1]); got != want {
		t.Errorf("%s", got)
	}
}

func TestCodex(t *testing.T) {
	list, _, err := Read("testdata/codex.jsonl")
	if err != nil || len(list) != 2 {
		t.Fatal(len(list), err)
	}
	if e := list[0].Events[1]; len(e.Calls) != 2 || e.Calls[0].Args.Get("cmd").Str() != "go build ./..." || !strings.HasPrefix(e.Calls[1].Args.Str(), "*** Begin Patch") {
		t.Errorf("%s", told(list[0]))
	}
	if got := told(list[1]); !strings.HasPrefix(got, "user@12 \"What was done so far.\"\nuser@12 \"Fix the build.\"\nagent@13 \"\" local_shell(") {
		t.Errorf("%s", got)
	}
}

// TestLeftOut: what is no transcript is left out with a reason that names it, and
// what is cut is read as far as it goes.
func TestLeftOut(t *testing.T) {
	claude, err := os.ReadFile("testdata/claude.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	whole := string(claude)
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"empty":        {"", ErrEmpty},
		"blank":        {"\n \n", ErrEmpty},
		"prose":        {"Dear diary\n", ErrUnknown},
		"binary":       {"\x00\x01\x1b[2J\xff", ErrUnknown},
		"other JSON":   {`{"name":"app","version":"1.0.0"}`, ErrUnknown},
		"other lines":  {"{\"level\":\"info\"}\n{\"level\":\"info\"}\n", ErrUnknown},
		"array":        {`[1,2,3]`, ErrUnknown},
		"cut JSON":     {`{"events":[{"t":"user","te`, ErrBroken},
		"no results":   {`{"id":"a","events":[{"t":"user","text":"hi"}]}`, ErrSilent},
		"cut early":    {whole[:strings.Index(whole, `"tool_result"`)], ErrBroken},
		"cut":          {whole[:len(whole)-30], nil},
		"a bad line":   {strings.Replace(whole, "\n", "\n{bad\n", 3), nil},
		"no last line": {strings.TrimSuffix(whole, "\n"), nil},
	} {
		file := filepath.Join(t.TempDir(), "a.jsonl")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Read(file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestFind: in folders the transcripts are found once, whatever folders they are in,
// and in a home those in the known places.
func TestFind(t *testing.T) {
	files, err := Find([]string{"testdata"})
	if err != nil || len(files) != 15 {
		t.Errorf("%d: %q %v", len(files), files, err)
	}
	link := filepath.Join(t.TempDir(), "link")
	whole, err := filepath.Abs("testdata")
	if err == nil && os.Symlink(whole, link) == nil {
		if linked, err := Find([]string{link}); err != nil || len(linked) != len(files) {
			t.Errorf("by a link %d, %v", len(linked), err)
		}
	}
	if _, err := Find([]string{"testdata/none"}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	home := t.TempDir()
	for _, name := range []string{
		".claude/projects/-home-dev-app/a.jsonl", ".codex/sessions/2026/03/02/rollout-a.jsonl", ".gemini/tmp/ab/chats/session-a.json", ".gemini/tmp/ab/logs.json",
		".copilot/session-state/a/events.jsonl", ".pi/agent/sessions/p/a.jsonl", ".local/share/opencode/storage/session/p/ses_a.json", ".local/share/opencode/storage/part/m/prt_a.json",
		".claude/settings.json",
	} {
		name = filepath.Join(home, filepath.FromSlash(name))
		if os.MkdirAll(filepath.Dir(name), 0o700) != nil || os.WriteFile(name, []byte("{}"), 0o600) != nil {
			t.Fatal(name)
		}
	}
	none := func(string) string { return "" }
	if got := Known(home, none); len(got) != 6 {
		t.Errorf("%d: %q", len(got), got)
	}
	moved := func(name string) string {
		if name == "CLAUDE_CONFIG_DIR" {
			return filepath.Join(home, "elsewhere")
		}
		return ""
	}
	if got := Known(home, moved); len(got) != 5 {
		t.Errorf("%d: %q", len(got), got)
	}
}

// FuzzParse: whatever is in a file, there is no panic, and no result without its call.
func FuzzParse(f *testing.F) {
	files, _ := Find([]string{"testdata"})
	for _, name := range files {
		if data, err := os.ReadFile(name); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, _, err := parse("none", data)
		if (err == nil) != (len(list) > 0) {
			t.Fatal(len(list), err)
		}
		for _, c := range list {
			open := map[string]bool{}
			for _, e := range c.Events {
				for _, call := range e.Calls {
					open[call.ID] = true
				}
				for _, r := range e.Results {
					if !open[r.ID] {
						t.Fatalf("result of no call %q", r.ID)
					}
				}
			}
		}
	})
}
