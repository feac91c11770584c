package proxy

import (
	"net/http"
	"net/url"
	"strings"

	"elide.example/elide/internal/guard"
	"elide.example/elide/internal/wire"
)

// providerNames are the providers' names: as the first segment of a path (after
// the secret) they say without doubt whose upstream a request is for.
var providerNames = map[wire.Provider]string{
	wire.Anthropic: "anthropic",
	wire.OpenAI:    "openai",
	wire.Gemini:    "gemini",
	wire.Bedrock:   "bedrock",
}

func providerNamed(name string) wire.Provider {
	for p, n := range providerNames {
		if n == name {
			return p
		}
	}
	return wire.None
}

// destination is where a request goes.
type destination struct {
	provider wire.Provider // whose upstream it is
	api      wire.API
	path     string   // what the client asks for, escaped, without what only this proxy needs
	url      *url.URL // without a query
}

// refusal says why a request is answered here.
type refusal struct {
	status  int
	message string
}

// route finds where a request goes; path is its escaped path without the
// secret.
func (h *handler) route(r *http.Request, path string) (destination, *refusal) {
	d := destination{path: path}
	name, rest := guard.CutSegment(path)
	if d.provider = providerNamed(name); d.provider != wire.None {
		d.path = rest
	} else {
		d.provider = h.guess(r, path)
	}
	plain, err := url.PathUnescape(d.path)
	if err != nil || hasDots(plain) || path != "" && path[0] != '/' {
		return d, &refusal{http.StatusBadRequest, "the path is not plain"}
	}
	d.api = wire.Route(r.Method, plain)
	base := h.Upstreams[d.provider]
	if base == nil {
		return d, &refusal{http.StatusNotFound, "no upstream is configured for this request; a path that starts with /anthropic, /openai, /gemini or /bedrock names one"}
	}
	d.url = join(base, d.path)
	return d, nil
}

// hasDots tells whether a segment of a path is . or .., with which it could
// leave the upstream's base path.
func hasDots(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return true
		}
	}
	return false
}

// join returns the address of an escaped path below a base URL. A version that
// the base ends with and the path starts with is named once: bases are written
// with it and without, as are requests.
func join(base *url.URL, path string) *url.URL {
	prefix := strings.TrimSuffix(base.EscapedPath(), "/")
	if version := versionOf(prefix); version != "" && (path == version || strings.HasPrefix(path, version+"/")) {
		path = path[len(version):]
	}
	u := &url.URL{Scheme: base.Scheme, Host: base.Host, RawPath: prefix + path}
	u.Path, _ = url.PathUnescape(u.RawPath) // both parts were read already
	return u
}

// versionOf returns the last segment of a path with its slash, such as /v1 or
// /v1beta, "" if it is no version.
func versionOf(path string) string {
	last := path[strings.LastIndexByte(path, '/')+1:]
	if len(last) < 2 || last[0] != 'v' || last[1] < '0' || last[1] > '9' {
		return ""
	}
	return "/" + last
}

// guess finds the provider of a request whose path doesn't name one: by its
// API, else by its headers, else by its path, else there is only one upstream.
func (h *handler) guess(r *http.Request, path string) wire.Provider {
	for _, p := range []wire.Provider{wire.Route(r.Method, path).Provider(), byHeaders(r.Header), byPath(path)} {
		if h.Upstreams[p] != nil {
			return p
		}
	}
	if len(h.Upstreams) == 1 {
		for p := range h.Upstreams {
			return p
		}
	}
	return wire.None
}

// byHeaders finds the provider by headers that only its clients send.
func byHeaders(header http.Header) wire.Provider {
	for _, hint := range []struct {
		name string
		p    wire.Provider
	}{
		{"Anthropic-Version", wire.Anthropic},
		{"Anthropic-Beta", wire.Anthropic},
		{"X-Api-Key", wire.Anthropic},
		{"X-Goog-Api-Key", wire.Gemini},
		{"X-Goog-Api-Client", wire.Gemini},
		{"Openai-Beta", wire.OpenAI},
		{"Openai-Organization", wire.OpenAI},
		{"Chatgpt-Account-Id", wire.OpenAI},
		{"Originator", wire.OpenAI},
	} {
		if len(header[hint.name]) > 0 {
			return hint.p
		}
	}
	return wire.None
}

// byPath finds the provider by parts of paths that only its API has. What is
// left below /v1 is OpenAI's: many speak its API, each with more of its own.
func byPath(path string) wire.Provider {
	switch {
	case strings.Contains(path, "/v1beta") || strings.Contains(path, "/v1alpha") || strings.Contains(path, "/v1internal"):
		return wire.Gemini
	case strings.HasPrefix(path, "/model/"):
		return wire.Bedrock
	case strings.Contains(path, "/messages") || strings.HasPrefix(path, "/api/"):
		return wire.Anthropic
	case strings.HasPrefix(path, "/v1/") || strings.HasSuffix(path, "/responses"):
		return wire.OpenAI
	}
	return wire.None
}
