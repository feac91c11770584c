package proxy

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// guard returns why a request may not come in, "" if it may. It keeps out the
// pages of a browser on the same machine: those of other origins, and those
// whose name was made to lead to this machine (DNS rebinding).
func (h *handler) guard(r *http.Request) string {
	switch {
	case r.Method == http.MethodConnect:
		return "this is no proxy for other hosts"
	case r.Header.Get("Origin") != "" || !fetchedDirectly(r):
		return "requests of web pages are refused"
	case !h.Remote && !namesThisMachine(r):
		return "the Host header doesn't name this proxy"
	}
	return ""
}

// fetchedDirectly tells whether no page of a browser made the request. Node's
// fetch sends Sec-Fetch-Mode, but only a browser says which site asks; "none"
// is the user, who typed the address.
func fetchedDirectly(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "none"
}

// namesThisMachine tells whether the Host of a request is a loopback address
// or localhost, with the port that the request came in by.
func namesThisMachine(r *http.Request) bool {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = r.Host, "80"
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	_, own, err := net.SplitHostPort(local.String())
	return err == nil && port == own && isLoopbackName(host)
}

// isLoopbackName tells whether a host's name leads to this machine wherever
// it is looked up.
func isLoopbackName(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// admit takes the secret off the escaped path of a request, and tells whether
// it was there.
func (h *handler) admit(path string) (string, bool) {
	if h.Secret == "" {
		return path, true
	}
	first, rest := cutSegment(path)
	if subtle.ConstantTimeCompare([]byte(first), []byte(h.Secret)) != 1 {
		return "", false
	}
	return rest, true
}

// cutSegment cuts a path into its first segment and what follows it, which is
// "" or starts with a slash.
func cutSegment(path string) (first, rest string) {
	path = strings.TrimPrefix(path, "/")
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}

// minSecret is how long a secret is at least.
const minSecret = 16

// isSecret tells whether s can be a secret: long, and the same in a path
// whether it is escaped or not.
func isSecret(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return len(s) >= minSecret
}
