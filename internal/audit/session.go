package audit

// Session tells in which agent's session this process was started, as far as
// its environment (as os.Getenv gives it) says: the host, as an Event has it,
// and the host's own name for the session. Either may be "".
func Session(env func(name string) string) (host, correlation string) {
	for _, h := range [...]struct{ host, session, sign string }{
		{"claude", "CLAUDE_CODE_SESSION_ID", "CLAUDECODE"},
		{"codex", "CODEX_THREAD_ID", "CODEX_SANDBOX"},
		{"gemini", "GEMINI_SESSION_ID", "GEMINI_CLI"},
		{"opencode", "", "OPENCODE"},
		{"copilot", "", "COPILOT_CLI"},
	} {
		if h.session != "" && env(h.session) != "" {
			return h.host, env(h.session)
		}
		if env(h.sign) != "" {
			return h.host, ""
		}
	}
	return "", ""
}
