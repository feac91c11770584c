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

// ConversationVariable holds a name of the conversation that a process belongs to,
// where who started it knows one: elide proxy does.
const ConversationVariable = "ELIDE_CONVERSATION"

// Conversation returns a name of the agent's conversation in which this process was
// started, "" if its environment tells none. It is for telling one from another.
func Conversation(env func(name string) string) string {
	if name := env(ConversationVariable); name != "" {
		return name
	}
	host, name := Session(env)
	if name == "" {
		return ""
	}
	return host + " " + name
}
