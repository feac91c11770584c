package agents

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"elide.example/elide/internal/wire"
)

// base is a base URL as a client has it, cut in two: what stays upstream, and
// the version at its end, which the client's new base URL ends with too. So a
// client that looks for a /v1 finds it.
type base struct {
	upstream *url.URL
	suffix   string // such as /v1, or ""
}

// parseBase reads a base URL. The error doesn't show it.
func parseBase(text string) (base, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return base{}, errors.New("must be a URL that starts with http:// or https://")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return base{}, errors.New("must be a URL without user, password, query or fragment")
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	cut := len(path) - len(version(path))
	b := base{upstream: &url.URL{Scheme: u.Scheme, Host: u.Host}, suffix: path[cut:]}
	b.upstream.Path, _ = url.PathUnescape(path[:cut])
	b.upstream.RawPath = path[:cut]
	return b, nil
}

// version returns the last segment of a path with its slash if it names a
// version, such as /v1 or /v1beta.
func version(path string) string {
	last := path[max(strings.LastIndexByte(path, '/'), 0):]
	if len(last) < 3 || last[:2] != "/v" || last[2] < '0' || last[2] > '9' {
		return ""
	}
	return last
}

// baseOf returns the base URL for one of a provider's outlets. The user's own
// for the proxy goes over own, what the outlet holds now; usual is what the
// agent would take without. place names the outlet in errors.
func (l *Launch) baseOf(provider wire.Provider, place, own, usual string) (base, error) {
	if text := l.Upstreams[provider]; text != "" {
		b, err := parseBase(text)
		// OpenAI's base URLs are written with their version. One that ends with
		// something else has none.
		if provider != wire.OpenAI || b.suffix != "" || err == nil && b.upstream.Path == "" {
			b.suffix = version(usual)
		}
		return b, bad("the upstream", err)
	}
	if text := l.chosen(provider); text != "" {
		b, err := parseBase(text)
		b.suffix = version(usual)
		return b, bad("the upstream", err)
	}
	if own == "" {
		own = usual
	}
	b, err := parseBase(own)
	return b, bad(place, err)
}

// chosen returns the base URL that the user has set for the proxy, "" if none.
func (l *Launch) chosen(provider wire.Provider) string {
	return cmp.Or(l.Upstreams[provider], l.Upstreams[wire.None])
}

// bad says which place holds a base URL that can't be used. nil stays nil.
func bad(place string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %w", place, err)
}
