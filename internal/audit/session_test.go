package audit

import "testing"

func TestSession(t *testing.T) {
	for _, c := range []struct {
		env               map[string]string
		host, correlation string
	}{
		{nil, "", ""},
		{map[string]string{"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "5f0c"}, "claude", "5f0c"},
		{map[string]string{"CLAUDECODE": "1"}, "claude", ""},
		{map[string]string{"CODEX_THREAD_ID": "0199"}, "codex", "0199"},
		{map[string]string{"OPENCODE": "1"}, "opencode", ""},
	} {
		host, correlation := Session(func(name string) string { return c.env[name] })
		if host != c.host || correlation != c.correlation {
			t.Errorf("Session(%v) = %q, %q", c.env, host, correlation)
		}
	}
}
