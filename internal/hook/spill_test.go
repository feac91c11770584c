package hook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
)

// spilling makes a payload of a host that keeps a long output in a file, of
// which it shows the beginning or the end.
type spilling struct {
	host, event string
	folder      string // of the file, below the user's own
	file        string
	payload     func(path, output string) string
}

func quoteJSON(text string) string { return string(jsonspan.AppendString(nil, []byte(text))) }

func spillings(home string) []spilling {
	transcript := filepath.Join(home, ".claude/projects/p/s.jsonl")
	return []spilling{
		{"claude", "PostToolUse", ".claude/projects/p/s/tool-results", "b1.txt", func(path, output string) string {
			return fmt.Sprintf(`{"session_id":"s","transcript_path":%s,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"make"},"tool_response":{"stdout":%s,"stderr":"","persistedOutputPath":%s,"isImage":false,"persistedOutputSize":%d}}`,
				quoteJSON(transcript), quoteJSON(output[:30_000]), quoteJSON(path), len(output))
		}},
		{"copilot", "postToolUse", "tmp", "1795-copilot-tool-output-1.txt", func(path, output string) string {
			text := "Output too large to read at once (98.5 KB). Saved to: " + path + "\nConsider using tools.\n\nPreview (first 500 chars):\n" + output[:500] + "\n<shellId: 0 completed with exit code 1>"
			return fmt.Sprintf(`{"sessionId":"s","toolName":"bash","toolArgs":{"command":"make"},"toolResult":{"resultType":"success","textResultForLlm":%s}}`, quoteJSON(text))
		}},
		{"opencode", "tool.execute.after", "share/opencode/tool-output", "tool_1", func(path, output string) string {
			text := "...output truncated...\n\nFull output saved to: " + path + "\n\n" + output[len(output)-51_200:]
			return fmt.Sprintf(`{"input":{"tool":"bash","sessionID":"s","args":{"command":"make"}},"output":{"metadata":{"truncated":true,"outputPath":%s},"output":%s}}`, quoteJSON(path), quoteJSON(text))
		}},
	}
}

// spill writes the output where the host would, and returns its path.
func (s spilling) spill(t *testing.T, home, output string) string {
	t.Helper()
	folder := filepath.Join(home, s.folder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, s.file)
	os.Remove(path)
	if err := os.WriteFile(path, []byte(output), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSpilled: of an output that the host keeps in a file the whole is
// reduced, and stored.
func TestSpilled(t *testing.T) {
	home := t.TempDir()
	output := logText(1500)
	for _, s := range spillings(home) {
		w := worldAt(t, home)
		payload := s.payload(s.spill(t, home, output), output)
		if !json.Valid([]byte(payload)) {
			t.Fatal(payload)
		}
		a := w.do(s.host, s.event, []byte(payload))
		got, err := Effect(s.host, s.event, []byte(payload), a.JSON)
		if err != nil || !strings.Contains(got, "connection refused") {
			t.Errorf("%s: %s, %v, %v", s.host, a.JSON, a.Err, err)
			continue
		}
		if string(w.original(t, a.Outputs[0].Hash)) != output {
			t.Errorf("%s: not the whole output is stored", s.host)
		}
		if strings.Contains(string(a.JSON), "persisted") || !strings.Contains(string(a.JSON), "isImage") && s.host == "claude" {
			t.Errorf("%s: %s", s.host, a.JSON)
		}
		if s.host == "copilot" && !strings.HasSuffix(got, "\n<shellId: 0 completed with exit code 1>") {
			t.Errorf("how the command ended is lost: %s", got)
		}
	}
}

func worldAt(t *testing.T, home string) world {
	w := newWorld(t, t.TempDir())
	w.cfg.Env = func(name string) string { return map[string]string{"TMPDIR": filepath.Join(home, "tmp")}[name] }
	return w
}

// TestSpilledInTwo: a host may show half of a character.
func TestSpilledInTwo(t *testing.T) {
	home := t.TempDir()
	for _, s := range spillings(home)[:2] { // of those that show the beginning
		cut := map[string]int{"claude": 30_000, "copilot": 500}[s.host]
		log := logText(1500)
		output := log[:cut-1] + "😀" + log[cut-1:]
		payload := s.payload(s.spill(t, home, output), log[:cut-1]+"\x01"+log[cut:])
		half := strings.Replace(payload, `\u0001`, `\ud83d`, 1)
		if half == payload {
			t.Fatal("nothing was cut")
		}
		if a := worldAt(t, home).do(s.host, s.event, []byte(half)); len(a.Outputs) != 1 || a.Outputs[0].BytesIn != len(output) {
			t.Errorf("%s: %.200s, %v", s.host, a.JSON, a.Err)
		}
	}
}

// TestSpilledElsewhere: a payload can't make us read a file that is not the
// one in which the host keeps the output that it shows.
func TestSpilledElsewhere(t *testing.T) {
	output := logText(1500)
	for _, c := range []struct {
		what   string
		change func(t *testing.T, home, path string) string
	}{
		{"gone", func(t *testing.T, _, path string) string { must(t, os.Remove(path)); return path }},
		{"a link", func(t *testing.T, home, path string) string {
			other := filepath.Join(home, "other")
			must(t, os.Rename(path, other))
			must(t, os.Symlink(other, path))
			return path
		}},
		{"a folder", func(t *testing.T, _, path string) string {
			must(t, os.Remove(path))
			must(t, os.Mkdir(path, 0o700))
			return path
		}},
		{"another text", func(t *testing.T, _, path string) string {
			must(t, os.WriteFile(path, []byte("secret "+strings.ReplaceAll(output, "INFO", "info")), 0o600))
			return path
		}},
		{"in another folder", func(t *testing.T, home, path string) string {
			other := filepath.Join(home, filepath.Base(path))
			must(t, os.Rename(path, other))
			return other
		}},
		{"not plain", func(_ *testing.T, _, path string) string {
			return filepath.Dir(path) + "/./" + filepath.Base(path)
		}},
		{"relative", func(_ *testing.T, _, path string) string { return filepath.Base(path) }},
	} {
		home := t.TempDir()
		for _, s := range spillings(home) {
			path := c.change(t, home, s.spill(t, home, output))
			a := worldAt(t, home).do(s.host, s.event, []byte(s.payload(path, output)))
			if a.JSON != nil {
				t.Errorf("%s, %s: %.300s", s.host, c.what, a.JSON)
			}
			os.RemoveAll(path)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
