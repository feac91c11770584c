package proxy

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"elide.example/elide/internal/guard"
	"elide.example/elide/internal/wire"
)

// Server is a proxy that listens.
type Server struct {
	listener net.Listener
	server   http.Server
	options  Options
	cut      context.CancelFunc // ends all requests
	flights  flights
}

// Listen opens a proxy at an address such as 127.0.0.1:0; Serve serves it. A
// port that is not of this machine alone needs Options.Remote. The caller ends
// it with Shutdown, also when Serve is never called.
func Listen(addr string, opt Options) (*Server, error) {
	opt, err := opt.checked()
	if err != nil {
		return nil, err
	}
	handler, err := New(opt)
	if err != nil {
		return nil, err
	}
	listener, err := listen(addr, opt.Remote)
	if err != nil {
		return nil, err
	}
	if err := checkLoop(listener.Addr().(*net.TCPAddr), opt.Upstreams); err != nil {
		listener.Close()
		return nil, err
	}
	s := &Server{listener: listener, options: opt}
	ctx, cut := context.WithCancel(context.Background())
	s.cut = cut
	s.server = http.Server{
		Handler:           s.flights.count(handler),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: time.Minute,
		IdleTimeout:       5 * time.Minute,
		ErrorLog:          quiet,

		DisableGeneralOptionsHandler: true, // it answers 200 with nothing
	}
	return s, nil
}

func listen(addr string, remote bool) (net.Listener, error) {
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	if !remote && !tcp.IP.IsLoopback() {
		return nil, fmt.Errorf("%s is not an address of this machine alone", addr)
	}
	return net.ListenTCP("tcp", tcp)
}

// checkLoop finds an upstream that is the proxy itself, as it is where a base
// URL of an earlier run is still in the environment.
func checkLoop(own *net.TCPAddr, upstreams map[wire.Provider]*url.URL) error {
	for p, u := range upstreams {
		if portOf(u) != own.AddrPort().Port() {
			continue
		}
		if host := u.Hostname(); guard.IsLoopback(host) || host == own.IP.String() {
			return fmt.Errorf("upstream of %s: %s is this proxy itself", providerNames[p], u.Host)
		}
	}
	return nil
}

func portOf(u *url.URL) uint16 {
	port, err := net.LookupPort("tcp", u.Port())
	switch {
	case u.Port() != "" && err == nil:
		return uint16(port)
	case u.Scheme == "https":
		return 443
	}
	return 80
}

// Addr returns the address that the proxy listens at.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// BaseURL returns the base URL under which clients of a provider reach the
// proxy, "" if it has no upstream. It ends as the upstream's does where that
// is a version, such as /v1.
func (s *Server) BaseURL(p wire.Provider) string {
	upstream := s.options.Upstreams[p]
	if upstream == nil {
		return ""
	}
	return s.URL("/" + providerNames[p] + versionOf(strings.TrimSuffix(upstream.EscapedPath(), "/")))
}

// URL returns the address of a path below the secret, such as /dashboard.
func (s *Server) URL(path string) string {
	if s.options.Secret != "" {
		path = "/" + s.options.Secret + path
	}
	return "http://" + s.reachedAt() + path
}

// reachedAt is the address for clients on this machine.
func (s *Server) reachedAt() string {
	tcp := s.listener.Addr().(*net.TCPAddr)
	if tcp.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return tcp.String()
}

// Serve serves requests until Shutdown, after which it returns nil.
func (s *Server) Serve() error {
	if err := s.server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// cutTime is how long requests that were cut may take to end.
const cutTime = time.Second

// Shutdown frees the port at once, lets requests that run end for as long as
// ctx allows, then cuts them, tunnels included. When it returns, all exchanges
// were observed.
func (s *Server) Shutdown(ctx context.Context) {
	s.server.Shutdown(ctx)
	s.listener.Close() // where Serve was not called
	s.cut()
	s.server.Close()
	ended, stop := context.WithTimeout(context.Background(), cutTime)
	defer stop()
	s.flights.wait(ended)
	if t, ok := s.options.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}
