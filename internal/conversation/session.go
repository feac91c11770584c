package conversation

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/wire"
)

// session returns the name of the session in a body, "" if there is none.
func session(r *wire.Request) string {
	switch r.API {
	case wire.Messages, wire.CountTokens, wire.Invoke:
		return anthropicSession(r.Root.Path("metadata", "user_id").Str())
	case wire.Chat, wire.Responses:
		return openAISession(r.Body)
	case wire.Converse:
		return inMetadata(r.Body.Get("requestMetadata"))
	}
	return ""
}

// anthropicSession returns the session in a user's id as Claude Code writes it: behind
// those of the user and the account, or as JSON. An id of a user alone is no session's.
func anthropicSession(user string) string {
	if _, name, ok := strings.Cut(user, "_session_"); ok {
		return name
	}
	if !strings.HasPrefix(user, "{") {
		return ""
	}
	doc, err := jsonspan.Parse([]byte(user))
	if err != nil {
		return ""
	}
	return doc.Root().Get("session_id").Str()
}

// openAISession returns what a request to OpenAI says of its conversation: that of the
// API itself, what the client says in its metadata, or the key by which it wants it
// cached, if that is one session's.
func openAISession(body jsonspan.Value) string {
	c := body.Get("conversation")
	for _, name := range []string{c.Str(), c.Get("id").Str(), inMetadata(body.Get("metadata"))} {
		if name != "" {
			return name
		}
	}
	if key := body.Get("prompt_cache_key").Str(); isSessions(key) {
		return key
	}
	return ""
}

// inMetadata returns the name that a client gave a session or conversation.
func inMetadata(v jsonspan.Value) string {
	for _, key := range [...]string{"session_id", "conversation_id", "thread_id"} {
		if name := v.Get(key).Str(); name != "" {
			return name
		}
	}
	return ""
}

// isSessions tells whether a key to a cache is one session's, as agents have it: it
// holds a UUID, or opencode's name of a session. Any other may be that of all requests
// of a program.
func isSessions(key string) bool {
	if strings.HasPrefix(key, "ses_") {
		return true
	}
	text := []byte(key)
	for i := range text {
		if scan.UUID(text[i:]) > 0 {
			return true
		}
	}
	return false
}
