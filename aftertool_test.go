package elide_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide"
)

func TestAfterTool(t *testing.T) {
	long := string(testRun(120))
	tests := []struct {
		name   string
		opt    elide.Options
		call   elide.Call
		output string
		reason string // "": it is reduced
	}{
		{"shell", elide.Options{}, call("bash", `{"command":"go test ./..."}`), long, ""},
		{"unknown tool", elide.Options{}, call("weather", `{"city":"Bern"}`), long, ""},
		{"no tool", elide.Options{}, call("", ``), long, ""},
		{"broken input", elide.Options{}, call("bash", `{"command":`), long, ""},
		{"expansion by shell", elide.Options{}, call("bash", `{"command":"elision-get 0123456789ab"}`), long, "an expanded original"},
		{"expansion by tool", elide.Options{}, call("mcp__elide__context_expand", `{"ref":"0123456789ab"}`), long, "an expanded original"},
		{"file", elide.Options{}, call("read_file", `{"path":"a.go"}`), long, "what a file holds"},
		{"file in the shell", elide.Options{}, call("bash", `{"command":"cat a.go"}`), long, "what a file holds"},
		{"file, to be reduced", elide.Options{ReduceReads: true}, call("read_file", `{"path":"a.go"}`), long, ""},
		{"subagent", elide.Options{}, call("Task", `{"prompt":"look"}`), long, "what a person or a model said"},
		{"short error", elide.Options{}, failed("bash", `{"command":"make"}`), long, "a short error"},
		{"long error", elide.Options{}, failed("bash", `{"command":"make"}`), string(testRun(400)), ""},
		{"short error, to be reduced", elide.Options{MinErrorBytes: -1}, failed("bash", `{"command":"make"}`), long, ""},
		{"small", elide.Options{}, call("bash", `{"command":"ls"}`), "a\nb\n", "shorter than 2048 bytes"},
		{"empty", elide.Options{}, call("bash", `{"command":"true"}`), "", "empty"},
		{"off", elide.Options{Off: true}, call("bash", `{"command":"make"}`), long, "switched off"},
		{"off in the line", elide.Options{}, call("bash", `{"command":"cd x && ELIDE=off make"}`), long, "its call says ELIDE=off"},
		{"off in a text", elide.Options{}, call("bash", `{"command":"grep ELIDE=off x"}`), long, ""},
		{"short in its wrapping", elide.Options{}, call("bash", `{"command":"make"}`), "Exit code 1\n" + string(testRun(3)), "shorter than 2048 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReducer(t, tt.opt)
			res := r.AfterTool(t.Context(), tt.call, []byte(tt.output))
			if res.Reduced != (tt.reason == "") || res.Reason != tt.reason {
				t.Fatalf("reduced %t, %q", res.Reduced, res.Reason)
			}
			checkResult(t, r, []byte(tt.output), res)
		})
	}
}

func call(name, input string) elide.Call { return elide.Call{Name: name, Input: []byte(input)} }

func failed(name, input string) elide.Call {
	return elide.Call{Name: name, Input: []byte(input), Failed: true}
}

// TestWrapping: what an agent writes round an output stays around it.
func TestWrapping(t *testing.T) {
	long := strings.TrimSuffix(string(testRun(200)), "\n")
	for name, w := range map[string]struct{ before, after string }{
		"claude":  {"Exit code 1\n", ""},
		"codex":   {"Exit code: 1\nWall time: 0.5 seconds\nOutput:\n", ""},
		"copilot": {"", "\n<shellId: 0 completed with exit code 1>"},
		"gemini":  {"Output: ", "\nExit Code: 1\nProcess Group PGID: 4711"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReducer(t, elide.Options{})
			res := r.AfterTool(t.Context(), call("shell", `{"command":"go test ./..."}`), []byte(w.before+long+w.after))
			text := string(res.Text)
			if !res.Reduced || !strings.HasPrefix(text, w.before) || !strings.HasSuffix(text, w.after) {
				t.Fatalf("reduced %t:\n%s", res.Reduced, text)
			}
			if inner := strings.TrimSuffix(text, w.after); !strings.HasSuffix(inner, "⟧") {
				t.Errorf("a line was added:\n%q", text)
			}
			page, err := r.Expand(t.Context(), res.Hash, elide.Part{})
			if err != nil || string(page.Text) != long {
				t.Errorf("the original is not the output alone: %v, %.60q", err, page.Text)
			}
		})
	}
}

// TestAudit: what is written down has sizes and names, and nothing that was said.
// A Transport writes each result down once, however often it is sent.
func TestAudit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "audit.jsonl")
	r := newReducer(t, elide.Options{Audit: name})
	ctx := elide.WithSession(t.Context(), "s-1")
	res := r.AfterTool(ctx, call("bash", `{"command":"cd /secret/place && TOKEN=hidden go test -run Secret ./..."}`), testRun(120))
	r.AfterTool(ctx, call("bash", `{"command":"ls"}`), []byte("short"))
	if _, err := r.Expand(ctx, res.Hash, elide.Part{Lines: "1-2"}); err != nil {
		t.Fatal(err)
	}
	m, rt := newMirror(t), elide.NewTransport(r, plain)
	for range 2 {
		send(t, rt, post(t, ctx, m.URL+"/v1/messages", bytes.NewReader(conversation(testRun(120), res.Text))))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if len(lines) != 3 {
		t.Fatalf("%d events:\n%s", len(lines), data)
	}
	for i, want := range []string{"context_compressed", "context_expanded", "context_compressed"} {
		var event map[string]any
		if err := json.Unmarshal(lines[i], &event); err != nil {
			t.Fatal(err)
		}
		if event["event"] != want || event["front_end"] != "api" || event["hash"] != res.Hash || event["correlation"] != "s-1" {
			t.Errorf("%s: %s", want, lines[i])
		}
	}
	if !bytes.Contains(lines[0], []byte(`"go test"`)) || !bytes.Contains(lines[2], []byte(`"go test"`)) {
		t.Errorf("the command has no name:\n%s", data)
	}
	for _, said := range []string{"secret", "hidden", "Secret", "Price", "TOKEN"} {
		if bytes.Contains(data, []byte(said)) {
			t.Errorf("it tells %s:\n%s", said, data)
		}
	}
}

// FuzzAfterTool: whatever a tool is and gives, its result can be shown, is no
// larger than the output, and is the output if it was not reduced.
func FuzzAfterTool(f *testing.F) {
	long := testRun(120)
	for _, name := range []string{"bash", "read_file", "mcp__x__context_expand", ""} {
		f.Add(name, []byte(`{"command":"go test ./..."}`), long, false)
	}
	f.Add("shell", []byte(`{"command":["bash","-lc","make"]}`), append([]byte("Exit code: 1\nWall time: 0.5 seconds\nOutput:\n"), long...), true)
	wrapped, err := json.Marshal([]map[string]string{{"type": "text", "text": string(long)}, {"type": "text", "text": string(testRun(130))}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("mcp__x__search", []byte(`{}`), wrapped, false)
	f.Add("exec", []byte("const r = await tools.exec_command({cmd: 'ls'}); text(r);"), append([]byte("\xff"), long...), false)
	r := newReducer(f, elide.Options{MinErrorBytes: -1})
	f.Fuzz(func(t *testing.T, name string, input, output []byte, failed bool) {
		res := r.AfterTool(t.Context(), elide.Call{Name: name, Input: input, Failed: failed}, output)
		switch {
		case res.Err != nil:
			t.Error(res.Err)
		case !res.Reduced && !bytes.Equal(res.Text, output):
			t.Error("what stays is not what came")
		case res.Reduced && (len(res.Text) >= len(output) || res.TokensOut >= res.TokensIn || !bytes.Contains(res.Text, []byte("elided:"+res.Hash))):
			t.Errorf("%d bytes became %d", len(output), len(res.Text))
		}
	})
}
