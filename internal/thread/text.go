package thread

import (
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// AppendText appends a message of this conversation's shape that holds a text.
// Where the provider has no such role in its list, and for Tool, the message is
// the user's. An empty text is refused by some providers.
func (t *Thread) AppendText(dst []byte, role Role, text []byte) []byte {
	switch t.API {
	case wire.Generate, wire.GeminiCount:
		dst = append(dst, `{"role":"`+t.roleName(role)+`","parts":[{"text":`...)
		return append(jsonspan.AppendString(dst, text), "}]}"...)
	case wire.Responses:
		dst = append(dst, `{"type":"message","role":"`+t.roleName(role)+`","content":`...)
	default:
		dst = append(dst, `{"role":"`+t.roleName(role)+`","content":`...)
	}
	return append(jsonspan.AppendString(dst, text), '}')
}

// roleName returns what the provider calls the role.
func (t *Thread) roleName(role Role) string {
	switch {
	case role == Assistant && t.API.Provider() == wire.Gemini:
		return "model"
	case role == Assistant:
		return "assistant"
	case role == System && t.API.Provider() == wire.OpenAI:
		return "system"
	}
	return "user"
}
