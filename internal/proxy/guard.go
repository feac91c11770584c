package proxy

import (
	"net/http"

	"elide.example/elide/internal/guard"
)

// guard returns why a request may not come in, "" if it may.
func (h *handler) guard(r *http.Request) string { return guard.Refuse(r, h.Remote) }

// admit takes the secret off the escaped path of a request, and tells whether
// it was there.
func (h *handler) admit(path string) (string, bool) {
	if h.Secret == "" {
		return path, true
	}
	first, rest := guard.CutSegment(path)
	if !guard.Same(first, h.Secret) {
		return "", false
	}
	return rest, true
}
