package hook

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/jsonspan"
)

// Claude Code replaces the result of a tool by hookSpecificOutput's
// updatedToolOutput, which must have the shape that the tool gave; one of
// another shape is ignored. Failing tools don't come here: what Bash prints is
// better reduced by elide-shell, which SessionStart sets up.
func claude() host {
	return host{"claude", []event{
		{"PostToolUse", claudeAfter, claudeSample, claudeEffect},
		{"PreToolUse", claudeBefore, nil, nil},
		{"SessionStart", claudeStart, nil, nil},
		{"PreCompact", claudeForget, nil, nil},
	}}
}

// What Claude Code hands on to the model as it is; what is longer goes to a
// file, of which the model gets the path.
const (
	claudeLimit    = 28_000
	claudeMCPLimit = 48_000
)

// notClaude returns the variables that hosts set which run the hooks in Claude
// Code's settings too, or may: Cursor, Grok, Copilot, Droid, Devin, Qoder and
// CodeBuddy.
func notClaude() []string {
	return []string{"CURSOR_VERSION", "GROK_HOOK_EVENT", "COPILOT_CLI", "FACTORY_PROJECT_DIR", "DEVIN_PROJECT_DIR", "QODER_PROJECT_DIR", "CODEBUDDY_PROJECT_DIR"}
}

// isClaude tells whether a payload is Claude Code's own. Those of others are
// made to look alike.
func isClaude(t *turn) bool {
	if slices.ContainsFunc(notClaude(), func(name string) bool { return t.cfg.Env(name) != "" }) {
		return false
	}
	p := t.payload
	return p.Get("hook_event_name").Is(t.event) && p.Get("session_id").Kind() == jsonspan.String &&
		!p.Get("cursor_version").Exists() && !p.Get("hookEventName").Exists() && !p.Get("turn_id").Exists()
}

// claudeCall says what is called, and by which agent.
func claudeCall(t *turn) {
	p := t.payload
	t.call(p.Get("session_id").Str(), p.Get("tool_name").Str(), p.Get("tool_input"))
	t.agent, t.refers, t.limit = p.Get("agent_id").Str(), true, claudeLimit
	if took := p.Get("duration_ms"); took.Kind() == jsonspan.Number {
		t.began = t.cfg.now().Add(-milliseconds(took) - slack)
	}
}

func claudeAfter(t *turn) []byte {
	if !isClaude(t) {
		return nil
	}
	claudeCall(t)
	result := t.payload.Get("tool_response")
	t.bare, t.numbers = t.tool == "Read" || t.tool == "Grep", t.tool == "Read"
	var edits []jsonspan.Edit
	switch {
	case t.tool == "Bash":
		edits = claudeBash(t, result)
	case t.tool == "Read" && result.Get("type").Is("text"):
		edits = claudeRead(t, result.Get("file"))
	case t.tool == "Grep" && result.Get("mode").Is("content"):
		edits = t.shorten(result.Get("content"))
	case t.tool == "WebFetch":
		edits = t.shorten(result.Get("result"))
	case strings.HasPrefix(t.tool, "mcp__"):
		t.limit = claudeMCPLimit
		edits = t.shorten(claudeMCP(result)...)
	}
	t.notice()
	if len(edits) == 0 {
		return nil
	}
	return updatedToolOutput("PostToolUse", spliced(result, edits))
}

// claudeRead makes what was read of a file shorter. The host numbers the lines
// from startLine on: so many fewer before the first that is shown are made up for
// there.
func claudeRead(t *turn, file jsonspan.Value) []jsonspan.Edit {
	start := file.Get("startLine")
	t.limit = 0 // a file that is too long is refused
	t.first = 1
	if n, err := strconv.Atoi(string(start.Raw())); err == nil && n > 0 {
		t.first = n
	}
	t.fixed = start.Kind() != jsonspan.Number
	edits := t.shorten(file.Get("content"))
	if len(edits) > 0 && t.lead > 0 {
		edits = append(edits, start.Replace(strconv.AppendInt(nil, int64(t.first+t.lead), 10)))
	}
	return edits
}

// updatedToolOutput is the answer of Claude Code's hooks, and of those that
// take after it.
func updatedToolOutput(event string, output []byte) []byte {
	if output == nil {
		return nil
	}
	return appendAll([]byte(`{"hookSpecificOutput":{"hookEventName":"`+event+`","updatedToolOutput":`), output, []byte(`}}`))
}

// claudeMCP returns the texts of an MCP tool's result: a string, or a list of
// parts of which those that are no text stay.
func claudeMCP(result jsonspan.Value) []jsonspan.Value {
	switch result.Kind() {
	case jsonspan.String:
		return []jsonspan.Value{result}
	case jsonspan.Array:
		texts, _ := content(result)
		return texts
	}
	return nil
}

// claudeBash makes the streams of a command shorter.
func claudeBash(t *turn, result jsonspan.Value) []jsonspan.Edit {
	for _, key := range [...]string{"isImage", "interrupted"} {
		if on, _ := result.Get(key).Bool(); on {
			return nil
		}
	}
	if result.Get("backgroundTaskId").Exists() {
		return nil
	}
	if result.Get("persistedOutputPath").Exists() {
		return claudePersisted(t, result)
	}
	return t.shorten(result.Get("stdout"), result.Get("stderr"))
}

// claudePersisted makes an output shorter that the host has in a file, as it
// is too long for the model. Unless the file's path is taken out, that is what
// the model gets.
func claudePersisted(t *turn, result jsonspan.Value) []jsonspan.Edit {
	path, begins := result.Get("persistedOutputPath").Str(), result.Get("stdout")
	transcript := t.payload.Get("transcript_path").Str()
	folder := filepath.Join(strings.TrimSuffix(transcript, ".jsonl"), "tool-results")
	if filepath.Dir(path) != folder || !strings.HasSuffix(transcript, ".jsonl") {
		return nil
	}
	whole, ok := readSpilled(path)
	if !ok || !holdsHead(whole, []byte(begins.Str())) {
		return nil
	}
	shorter := t.text(whole)
	if shorter == nil {
		return nil
	}
	edits := without(result, "persistedOutputPath", "persistedOutputSize")
	return append(edits, begins.Replace(jsonspan.AppendString(nil, shorter)))
}

// claudeBefore notes how a command is about to be run, which elide-shell can't
// see. It answers nothing.
func claudeBefore(t *turn) []byte {
	if !isClaude(t) || !t.payload.Get("tool_name").Is("Bash") {
		return nil
	}
	input := t.payload.Get("tool_input")
	t.session, t.tool = t.payload.Get("session_id").Str(), "Bash"
	call := seen.Call{Background: background(input), Limit: milliseconds(input.Get("timeout"))}
	if line := input.Get("command").Str(); line != "" && call != (seen.Call{}) {
		t.err = t.memory().Expect(line, call)
	}
	return nil
}

// background tells whether a tool's input asks for a command to go on while the
// agent does.
func background(input jsonspan.Value) bool {
	on, _ := input.Get("run_in_background").Bool()
	return on
}

func milliseconds(v jsonspan.Value) time.Duration {
	const most = 24 * time.Hour
	if v.Kind() != jsonspan.Number {
		return 0
	}
	d, err := time.ParseDuration(string(v.Raw()) + "ms")
	if err != nil || d < 0 {
		return 0
	}
	return min(d, most)
}

// claudeForget forgets what was shown when the conversation is about to be
// compacted, or begins anew, or is another's that goes on.
func claudeForget(t *turn) []byte {
	if isClaude(t) {
		t.session = t.payload.Get("session_id").Str()
		t.err = t.memory().Forget()
	}
	return nil
}

// claudeStart has the lines of the session's Bash tool reduced, by what the host
// puts ahead of them.
func claudeStart(t *turn) []byte {
	claudeForget(t)
	ahead := t.cfg.Env("CLAUDE_ENV_FILE")
	if t.cfg.Lines != nil && isClaude(t) && ofSession(ahead) {
		t.err = errors.Join(t.err, t.cfg.Lines(ahead))
	}
	return nil
}

// ofSession tells whether a file is one that the host has made for this hook.
// The variable may also name one of the user's own.
func ofSession(path string) bool {
	return filepath.IsAbs(path) && filepath.Base(filepath.Dir(filepath.Dir(path))) == "session-env" &&
		strings.HasPrefix(filepath.Base(path), "sessionstart-hook-")
}

const claudeHead = `{"session_id":"00000000-0000-4000-8000-000000000000","transcript_path":"/home/user/.claude/projects/-home-user-project/00000000-0000-4000-8000-000000000000.jsonl","cwd":"/home/user/project","permission_mode":"default",`

// claudeSample is the result of an MCP tool: what Bash prints goes another way.
func claudeSample(text string) []byte {
	return sample(claudeHead+`"hook_event_name":"PostToolUse","tool_name":"mcp__sample__run","tool_input":{"command":"make test"},"tool_response":[{"type":"text","text":`, text,
		`}],"tool_use_id":"toolu_01","duration_ms":46}`)
}

// sample puts a text as a JSON string between two parts.
func sample(before, text, behind string) []byte {
	return appendAll([]byte(before), jsonspan.AppendString(nil, []byte(text)), []byte(behind))
}

func claudeEffect(payload, answer jsonspan.Value) (string, bool) {
	result := payload.Get("tool_response")
	if updated := answer.Path("hookSpecificOutput", "updatedToolOutput"); updated.Exists() {
		if updated.Kind() != result.Kind() {
			return "", false
		}
		result = updated
	}
	return claudeText(result)
}

// claudeText returns the text of a result, whatever tool's it is.
func claudeText(result jsonspan.Value) (string, bool) {
	for _, v := range [...]jsonspan.Value{result, result.Path("file", "content"), result.Get("content"), result.Get("result")} {
		if v.Kind() == jsonspan.String {
			return v.Str(), true
		}
	}
	if out := result.Get("stdout"); out.Kind() == jsonspan.String {
		return strings.TrimSuffix(out.Str()+"\n"+result.Get("stderr").Str(), "\n"), true
	}
	texts, _ := content(result)
	return string(joined(texts)), len(texts) > 0
}
