package e2e

import (
	"net/http"
	"strings"
)

// providerOf tells whose error the client of a request expects.
func providerOf(r *http.Request) string {
	switch {
	case strings.Contains(r.URL.Path, "/messages"):
		return "anthropic"
	case strings.Contains(r.URL.Path, "/models/"):
		return "gemini"
	}
	return "openai"
}

// refuse answers 400 in the provider's own words.
func (w *writer) refuse(provider, why string) {
	w.json(http.StatusBadRequest, errorBody(provider, http.StatusBadRequest, why))
}

func errorBody(provider string, status int, why string) any {
	switch provider {
	case "anthropic":
		return map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "message": why}, "request_id": "req_e2e"}
	case "gemini":
		return map[string]any{"error": map[string]any{"code": status, "message": why, "status": "INVALID_ARGUMENT"}}
	}
	return map[string]any{"error": map[string]any{"message": why, "type": "invalid_request_error", "param": nil, "code": nil}}
}

// other answers what agents ask beside the conversation: whether the server is
// there, and which models it has. An upgrade is refused, as agents then go on
// over plain HTTP.
func (w *writer) other(r *http.Request) {
	path := r.URL.Path
	switch {
	case strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		w.json(http.StatusUpgradeRequired, errorBody("openai", http.StatusUpgradeRequired, "no WebSocket here"))
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
	case r.Method == http.MethodGet && strings.HasSuffix(path, "/models"):
		w.json(http.StatusOK, map[string]any{"object": "list", "data": []any{}, "models": []any{}, "has_more": false})
	default:
		w.json(http.StatusNotFound, errorBody(providerOf(r), http.StatusNotFound, "not found"))
	}
}
