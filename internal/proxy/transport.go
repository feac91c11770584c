package proxy

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

// idleTime is how long a connection to an upstream is kept for the next
// request. It is less than the minute after which load balancers close theirs,
// since a request that meets a closing connection fails: it can't be known
// whether the upstream has acted on it.
const idleTime = 45 * time.Second

// NewTransport returns what reaches the upstreams: HTTP/1.1 and HTTP/2,
// through the proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. Servers
// are trusted by the system's roots (on Linux and BSD those of SSL_CERT_FILE,
// if it is set) and those in certFile, PEM, unless it is "". It never waits for
// a response with a limit: models think for long, and the client has its own.
func NewTransport(certFile string) (*http.Transport, error) {
	t := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   15 * time.Second,
		ExpectContinueTimeout: time.Second,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true, // the client's Accept-Encoding, and the bytes that it led to
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       idleTime,
		ReadBufferSize:        16 << 10,
		WriteBufferSize:       16 << 10,
		// A connection that a sleeping laptop lost is noticed.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 15 * time.Second},
	}
	if certFile == "" {
		return t, nil
	}
	roots, err := withRoots(certFile)
	t.TLSClientConfig = &tls.Config{RootCAs: roots}
	return t, err
}

// withRoots returns the system's roots and those of a file.
func withRoots(name string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		return nil, err
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate", name)
	}
	return roots, nil
}
