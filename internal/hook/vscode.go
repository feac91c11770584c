package hook

import "elide/internal/jsonspan"

// VS Code's own agent can't have results replaced, but commands rewritten. No
// decision goes with it, so the user is asked as ever. What is known of it
// was read, not tried.
func vscode() host {
	return host{"vscode", []event{{"PreToolUse", vscodeBefore, vscodeSample, vscodeEffect}}}
}

func vscodeBefore(t *turn) []byte {
	p := t.payload
	if t.cfg.Env("COPILOT_CLI") != "" || p.Get("turn_id").Exists() || p.Get("cursor_version").Exists() {
		return nil // hosts that run VS Code's hooks too
	}
	if !first(p, "hook_event_name", "hookEventName").Is(t.event) {
		return nil
	}
	input := p.Get("tool_input")
	if tool := p.Get("tool_name"); !tool.Is("run_in_terminal") && !tool.Is("runInTerminal") && !tool.Is("runTerminalCommand") {
		return nil
	}
	t.session, t.tool = first(p, "session_id", "sessionId").Str(), p.Get("tool_name").Str()
	rewritten := t.rewritten(input)
	if rewritten == nil {
		return nil
	}
	return appendAll([]byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":`), rewritten, []byte(`}}`))
}

func vscodeSample(line string) []byte {
	return sample(`{"timestamp":"2026-11-21T05:12:57.330Z","cwd":"/home/user/project","session_id":"s","hook_event_name":"PreToolUse","tool_name":"run_in_terminal","tool_input":{"command":`, line, `,"explanation":"run","isBackground":false},"tool_use_id":"call_1"}`)
}

func vscodeEffect(payload, answer jsonspan.Value) (string, bool) {
	line := answer.Path("hookSpecificOutput", "updatedInput", "command")
	if !line.Exists() {
		line = payload.Path("tool_input", "command")
	}
	return line.Str(), line.Kind() == jsonspan.String
}

// windsurf has hooks that can only look on.
func windsurf() host { return host{"windsurf", nil} }
