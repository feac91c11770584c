// Package guard says which requests may come in to a server on this machine: none of
// a page in the user's browser, whose script may send requests to any port of the
// machine, and none under a name that was made to lead there (DNS rebinding). What
// else may come in, a secret says.
package guard

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Refuse returns why a request may not come in, "" if it may. anyHost says that it
// may name the server as it likes: where other machines reach it, or where it listens
// at no port at all.
func Refuse(r *http.Request, anyHost bool) string {
	switch {
	case r.Method == http.MethodConnect:
		return "this is no proxy for other hosts"
	case r.Header.Get("Origin") != "" || !fetchedDirectly(r):
		return "requests of web pages are refused"
	case !anyHost && !namesThisMachine(r):
		return "the Host header doesn't name this machine and this port"
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
// or localhost, with the port that the request came in by, or with none: clients
// of Bedrock that sign their requests leave it out. A name that was made to lead
// here is neither.
func namesThisMachine(r *http.Request) bool {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return IsLoopback(r.Host)
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	_, own, err := net.SplitHostPort(local.String())
	return err == nil && port == own && IsLoopback(host)
}

// IsLoopback tells whether a host's name leads to this machine wherever it is
// looked up.
func IsLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// Same tells whether what a client gave is the secret, in a time that doesn't tell
// how much of it is.
func Same(given, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(secret)) == 1
}

// minSecret is how long a secret is at least.
const minSecret = 16

// IsSecret tells whether s can be a secret: long, and the same in a path whether it
// is escaped or not.
func IsSecret(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return len(s) >= minSecret
}

// CutSegment cuts a path into its first segment and what follows it, which is ""
// or starts with a slash.
func CutSegment(path string) (first, rest string) {
	path = strings.TrimPrefix(path, "/")
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}
