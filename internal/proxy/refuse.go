package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"elide.example/elide/internal/wire"
)

// Clients show, and act upon, errors in the shape of the provider that they
// speak to. The words are the providers' own; the message says who speaks.

type anthropicError struct {
	Type  string `json:"type"`
	Error struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	} `json:"error"`
}

type openAIError struct {
	Error struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    string  `json:"code"`
	} `json:"error"`
}

type geminiError struct {
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Status  string `json:"status"`
	} `json:"error"`
}

type bedrockError struct {
	Type    string `json:"__type"`
	Message string `json:"message"`
}

// words are what the providers call a status.
type words struct{ anthropic, openAI, gemini, bedrock string }

var wordsOf = map[int]words{
	http.StatusBadRequest:      {"invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT", "ValidationException"},
	http.StatusForbidden:       {"permission_error", "permission_error", "PERMISSION_DENIED", "AccessDeniedException"},
	http.StatusNotFound:        {"not_found_error", "invalid_request_error", "NOT_FOUND", "ResourceNotFoundException"},
	http.StatusUpgradeRequired: {"invalid_request_error", "invalid_request_error", "FAILED_PRECONDITION", "ValidationException"},
	http.StatusBadGateway:      {"api_error", "server_error", "UNAVAILABLE", "ServiceUnavailableException"},

	http.StatusInternalServerError: {"api_error", "server_error", "INTERNAL", "InternalServerException"},
}

// errorBody returns the JSON of an error. Where the provider is not known, it
// has Anthropic's shape, in which clients of OpenAI find the message too.
func errorBody(p wire.Provider, status int, message string) []byte {
	message = "elide proxy: " + message
	called := wordsOf[status]
	var body any
	switch p {
	case wire.OpenAI:
		var e openAIError
		e.Error.Message, e.Error.Type, e.Error.Code = message, called.openAI, "elide_proxy"
		body = e
	case wire.Gemini:
		var e geminiError
		e.Error.Code, e.Error.Message, e.Error.Status = status, message, called.gemini
		body = e
	case wire.Bedrock:
		body = bedrockError{called.bedrock, message}
	default:
		e := anthropicError{Type: "error"}
		e.Error.Type, e.Error.Message = called.anthropic, message
		body = e
	}
	text, _ := json.Marshal(body) // strings and numbers only
	return append(text, '\n')
}

// refuse answers a request with an error.
func refuse(w http.ResponseWriter, p wire.Provider, status int, message string) {
	body := errorBody(p, status, message)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}

// refuseUpgrade says that the request must be made without a WebSocket.
func refuseUpgrade(w http.ResponseWriter) {
	w.Header().Set("Upgrade", "HTTP/1.1")
	w.Header().Set("Connection", "Upgrade")
	refuse(w, wire.OpenAI, http.StatusUpgradeRequired, "WebSockets are not served here: use HTTP")
}

const plainText = "text/plain; charset=utf-8"

// healthy is what /healthz answers.
func healthy(w io.Writer) error {
	_, err := io.WriteString(w, "ok\n")
	return err
}

// answer answers with a text of the proxy's own.
func answer(w http.ResponseWriter, contentType string, write func(io.Writer) error) {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		refuse(w, wire.None, http.StatusInternalServerError, "it can't be told just now")
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(text.Len()))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // a page's address holds the secret
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write(text.Bytes())
}

// isUpgrade tells whether a request asks for a WebSocket.
func isUpgrade(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}
