package wire

import (
	"path"
	"strings"
)

// API is what a request asks for.
type API uint8

// The APIs.
const (
	Unknown     API = iota
	Messages        // Anthropic
	CountTokens     // Anthropic, a body like that of Messages
	Chat            // OpenAI chat completions
	Responses       // OpenAI, its compaction and token count too: their bodies are alike
	Generate        // Gemini generateContent and streamGenerateContent
	GeminiCount     // Gemini countTokens
)

// Provider is whose API it is: whose shapes requests, responses and errors
// have. Others serve the same shapes.
type Provider uint8

// The providers.
const (
	None Provider = iota
	Anthropic
	OpenAI
	Gemini
)

// Provider returns whose API it is.
func (a API) Provider() Provider {
	switch a {
	case Messages, CountTokens:
		return Anthropic
	case Chat, Responses:
		return OpenAI
	case Generate, GeminiCount:
		return Gemini
	}
	return None
}

// endings are how the paths of APIs end, the more exact first.
var endings = [...]struct {
	end string
	api API
}{
	{"/messages", Messages},
	{"/messages/count_tokens", CountTokens},
	{"/chat/completions", Chat},
	{"/responses", Responses},
	{"/responses/compact", Responses},
	{"/responses/input_tokens", Responses},
}

// Route returns the API of a request by its method and the end of its path, so
// that any prefix is fine. A query is ignored.
func Route(method, path string) API {
	path, _, _ = strings.Cut(path, "?")
	if method != "POST" || strings.Contains(path, "/threads/") { // messages of the Assistants API are others
		return Unknown
	}
	for _, e := range endings {
		if strings.HasSuffix(path, e.end) {
			return e.api
		}
	}
	switch _, verb := geminiPath(path); verb {
	case "generateContent", "streamGenerateContent":
		return Generate
	case "countTokens":
		return GeminiCount
	}
	return Unknown
}

// PathModel returns the model that a path of the Gemini API names, and whether
// it asks for a stream; "" for the other APIs, whose bodies say it.
func PathModel(path string) (model string, stream bool) {
	path, _, _ = strings.Cut(path, "?")
	model, verb := geminiPath(path)
	return model, verb == "streamGenerateContent"
}

// geminiPath takes …/models/NAME:VERB apart. The paths of Code Assist have no
// models, and bodies of another shape.
func geminiPath(p string) (model, verb string) {
	folder, last := path.Split(p)
	switch path.Base(folder) {
	case "models", "tunedModels", "endpoints":
		model, verb, _ = strings.Cut(last, ":")
	}
	return model, verb
}
