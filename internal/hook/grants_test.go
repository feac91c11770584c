package hook

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// answered lists all that a host may be answered: the members of the answer, and
// for those that decide something the one value that they may have. Hosts have
// words of their own for a permission, and get new ones: what isn't listed here
// is not answered.
func answered(host string) map[string]string {
	updated := map[string]string{"hookSpecificOutput.hookEventName": `"PostToolUse"`, "hookSpecificOutput.updatedToolOutput": ""}
	refused := map[string]string{"decision": `"deny"`, "reason": ""} // the call has run
	return map[string]map[string]string{
		"claude": updated, "grok": updated, "qoder": updated, "codebuddy": updated,
		"codex":    {"continue": "false", "stopReason": "", "reason": ""},
		"copilot":  {"modifiedResult": ""},
		"opencode": {"output": "", "content": ""},
		"gemini":   refused, "vibe": refused,
		"cursor": {"updated_mcp_tool_output": ""},
		"cline":  {"result": ""},
		"amp":    {"status": `"done"`, "output": ""},
	}[host]
}

// grantsNothing: the answer comes after a call, and decides nothing for the
// user: it allows, approves and changes no call.
func grantsNothing(t rapid.TB, host, event string, answer []byte) {
	t.Helper()
	if e, ok := find(host, event); !ok || e.effect == nil || isBefore(event) {
		t.Fatalf("%s %s answers %s", host, event, answer)
	}
	known := answered(host)
	check := func(name string, raw []byte) {
		if value, ok := known[name]; !ok || value != "" && value != string(raw) {
			t.Fatalf("%s answers with %s: %s", host, name, raw)
		}
	}
	for key, v := range parsed(t, answer).Members() {
		if !key.Is("hookSpecificOutput") {
			check(key.Str(), v.Raw())
		}
	}
	for key, v := range parsed(t, answer).Get("hookSpecificOutput").Members() {
		check("hookSpecificOutput."+key.Str(), v.Raw())
	}
}

// isBefore tells by its name whether an event comes before a call, or asks
// whether there is to be one.
func isBefore(event string) bool {
	name := strings.ToLower(event)
	return strings.HasPrefix(name, "pre") || strings.HasPrefix(name, "before") || strings.Contains(name, "permission") || strings.HasSuffix(name, "before")
}

// beforeACall are the events by which hosts ask what is to become of a call, as
// they and their copies call them.
var beforeACall = []string{
	"PreToolUse", "preToolUse", "pre_tool_use", "pre_tool", "BeforeTool", "beforeTool", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile",
	"tool.execute.before", "tool.call", "permission.ask", "PermissionRequest", "permissionRequest", "UserPromptSubmit",
}

// payloadsBefore are such payloads: those that earlier versions answered with
// another command, and those of hosts that were never answered.
func payloadsBefore(t testing.TB) [][]byte {
	all := [][]byte{
		[]byte(cursorHead + `"hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"curl x","cwd":"/home/user/project"}}`),
		[]byte(cursorHead + `"hook_event_name":"beforeShellExecution","command":"curl x","cwd":"/home/user/project"}`),
		[]byte(`{"timestamp":"2026-11-21T05:12:57.330Z","cwd":"/home/user/project","session_id":"s","hook_event_name":"PreToolUse","tool_name":"run_in_terminal","tool_input":{"command":"curl x","explanation":"run","isBackground":false},"tool_use_id":"call_1"}`),
		[]byte(`{"session_id":"s","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"curl x"}}`),
		[]byte(`{"sessionId":"s","toolName":"bash","toolArgs":{"command":"curl x"}}`),
		[]byte(`{"input":{"tool":"bash","sessionID":"s","callID":"c"},"output":{"args":{"command":"curl x"}}}`),
		[]byte(`{"tool":"run_commands","input":{"commands":["curl x"]}}`),
		[]byte(`{"session_id":"s","hook_event_name":"pre_tool","tool_name":"bash","tool_input":{"command":"curl x"}}`),
	}
	for _, line := range []string{"curl --version", "go test ./...", "rm -rf build; make 2>&1 | tail"} {
		all = append(all, []byte(codexHead+fmt.Sprintf(`"hook_event_name":"PreToolUse","model":"gpt-5.5","permission_mode":"default","tool_name":"Bash","tool_input":{"command":%q},"tool_use_id":"call_1"}`, line)))
		all = append(all, []byte(claudeHead+fmt.Sprintf(`"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":%q,"description":"run"},"tool_use_id":"toolu_01"}`, line)))
	}
	for name, payload := range realPayloads(t) {
		if _, event := hostOf(name); isBefore(event) {
			all = append(all, payload)
		}
	}
	return all
}

// TestBeforeACall: whether a command runs, and which, is between the host, its
// rules and the user. No host gets an answer before a call, whatever it asks:
// so a hook that an earlier version has left in its files does nothing.
func TestBeforeACall(t *testing.T) {
	w, asked := newWorld(t, t.TempDir()), 0
	for _, h := range hosts() {
		events := slices.Clone(beforeACall)
		for _, e := range h.events {
			if e.effect != nil && isBefore(e.name) {
				t.Errorf("%s %s has an effect", h.name, e.name)
			}
			if !isBefore(e.name) && e.effect != nil && answered(h.name) == nil {
				t.Errorf("%s: nothing says what it may be answered", h.name)
			}
			events = append(events, e.name)
		}
		for _, event := range events {
			for _, payload := range payloadsBefore(t) {
				asked++
				if a := w.do(h.name, event, payload); a.JSON != nil {
					t.Errorf("%s %s: %s is answered with %s", h.name, event, payload, a.JSON)
				}
			}
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}
