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
	Invoke          // Bedrock InvokeModel, with and without a stream, of a body like that of Messages
	Converse        // Bedrock Converse and ConverseStream
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
	Bedrock
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
	case Invoke, Converse:
		return Bedrock
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
	switch _, verb := bedrockPath(path); verb {
	case "invoke", "invoke-with-response-stream":
		return Invoke
	case "converse", "converse-stream":
		return Converse
	}
	switch model, verb := geminiPath(path); verb {
	case "generateContent", "streamGenerateContent":
		return Generate
	case "countTokens":
		return GeminiCount
	case "rawPredict", "streamRawPredict":
		return vertex(path, model)
	}
	return Unknown
}

// vertex returns the API of a model that Vertex AI serves as its publisher does.
func vertex(path, model string) API {
	switch {
	case !strings.Contains(path, "/publishers/anthropic/models/"):
		return Unknown // Mistral's and others
	case model == "count-tokens":
		return CountTokens
	}
	return Messages
}

// PathModel returns the model that a path of Gemini's, Vertex's or Bedrock's
// names, and whether it asks for a stream; "" for the other APIs, whose bodies
// say it. Of a name that is an address (an ARN) it is the last part.
func PathModel(p string) (model string, stream bool) {
	p, _, _ = strings.Cut(p, "?")
	if model, verb := bedrockPath(p); verb != "" {
		return path.Base(model), verb == "invoke-with-response-stream" || verb == "converse-stream"
	}
	model, verb := geminiPath(p)
	return model, verb == "streamGenerateContent" || verb == "streamRawPredict"
}

// bedrockPath takes …/model/NAME/VERB apart. The slashes of a name that is an
// ARN may be there unescaped.
func bedrockPath(p string) (model, verb string) {
	_, rest, ok := strings.Cut(p, "/model/")
	at := strings.LastIndexByte(rest, '/')
	if !ok || at <= 0 {
		return "", ""
	}
	return rest[:at], rest[at+1:]
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
