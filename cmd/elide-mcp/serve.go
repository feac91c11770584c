package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elide.example/elide/internal/cli"
)

// tokenVariable holds the token if no file does.
const tokenVariable = "ELIDE_MCP_TOKEN"

const (
	// idleSession is how long a session without a request is kept.
	idleSession = time.Hour
	// grace is how long requests may go on when the server was told to end.
	grace = 2 * time.Second
	// mostBody is the longest request that is read: the longest of ours names a
	// reference and a pattern.
	mostBody = 1 << 20
)

// serve serves hosts over HTTP until a signal ends it.
func (a *app) serve(o *options, server *mcp.Server) error {
	token, err := o.token()
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	listener, err := listen(o.http, o.remote)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	path := "/mcp"
	if token == "" {
		path = "/" + rand.Text() + path
	}
	s := &http.Server{Handler: handler(server, path, token), ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	if _, err := fmt.Fprintf(a.out, "http://%s%s\n", listener.Addr(), path); err != nil {
		listener.Close()
		return err
	}
	stop, undo := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer undo()
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-stop.Done():
	}
	end, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	s.Shutdown(end)
	return s.Close()
}

// token returns the token that clients need, "" if there is none. It is in no
// argument: those can be read by every user of the machine.
func (o *options) token() (string, error) {
	token := os.Getenv(tokenVariable)
	if o.tokenFile != "" {
		data, err := os.ReadFile(o.tokenFile)
		if err != nil {
			return "", err
		}
		if token = strings.TrimSpace(string(data)); token == "" {
			return "", errors.New("--token-file: the file is empty")
		}
	}
	if token == "" && o.remote {
		return "", fmt.Errorf("--allow-remote needs a token: --token-file FILE, or %s", tokenVariable)
	}
	return token, nil
}

// listen opens the port. One that other machines reach they must be allowed to.
func listen(address string, remote bool) (net.Listener, error) {
	tcp, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--http: %w", err)
	}
	if !remote && !tcp.IP.IsLoopback() {
		return nil, cli.Hint(fmt.Errorf("--http: other machines reach %s", address), "127.0.0.1 is this machine alone; for others there is --allow-remote")
	}
	return net.ListenTCP("tcp", tcp)
}

// handler serves the path to clients that have the token, if there is one. No
// page in a browser may call it: it has no use for one.
func handler(server *mcp.Server, path, token string) http.Handler {
	streamable := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		SessionTimeout: idleSession, MaxRequestBodyBytes: mostBody,
	})
	mux := http.NewServeMux()
	mux.Handle(path, http.NewCrossOriginProtection().Handler(streamable))
	if token == "" {
		return mux
	}
	want := []byte("Bearer " + token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "a token is needed", http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
