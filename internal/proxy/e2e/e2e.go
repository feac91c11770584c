// Package e2e plays both ends of an agent's conversation, so that what stands
// between them can be tried with nothing made up but the model's ideas.
//
// Model is a server that speaks the APIs of Anthropic, OpenAI and Google as
// they stream, follows a Script of tool calls, refuses what the real servers
// refuse, and keeps each request as it came. Agent is the other end: it runs
// the tools for real, wraps what they print as known agents do, and sends its
// whole history each turn. A real agent can take its place: the command in
// the folder model serves a script for one.
//
// Audit judges the requests that a model was sent by the promises of the
// proxy: each result has one text for the whole conversation, and what a marker
// hides is what an expansion showed. Where elide is installed in an agent,
// Installed is the script, and a Bench judges each of its steps by what is known
// of that agent; ServeMCP is a server for it to call.
//
// Nothing here uses the packages under test. Bodies are read with
// encoding/json, so that a mistake in our own scanner can't hide itself.
package e2e

// API is one of the APIs that a Model speaks.
type API string

// The APIs, and the two that only count tokens.
const (
	Messages    API = "messages"
	CountTokens API = "count_tokens"
	Chat        API = "chat"
	Responses   API = "responses"
	Generate    API = "generate"
	GeminiCount API = "gemini_count"
)

// Call is a tool call that the model makes.
type Call struct {
	ID    string
	Name  string
	Space string // the namespace of the tool, where the API has them
	Input string // a JSON object; free text if Free
	Free  bool
}

// Result is what the model is told that a call gave.
type Result struct {
	ID    string
	Text  string // its text parts, one after the other
	Error bool
}

// Usage is what an answer costs, in tokens.
type Usage struct {
	Input, CacheRead, CacheWrite, Output int // Input: neither read from the cache nor written to it
}
