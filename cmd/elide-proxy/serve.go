package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/proxy"
	"elide.example/elide/internal/wire"
)

// serveGrace is how long requests may go on when the proxy was told to end. A
// second signal cuts them at once.
const serveGrace = 10 * time.Second

// tokenVariable holds the token if no file does.
const tokenVariable = "ELIDE_PROXY_TOKEN"

// serve serves agents that are started elsewhere until a signal ends it.
func (s *session) serve() error {
	if err := s.checkAddress(); err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	secret, shown, err := s.secret()
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	plan, err := s.plan(nil)
	if err != nil {
		return err
	}
	opt := proxy.Options{Secret: secret, Remote: s.opt.remote, Health: true}
	if !s.off() {
		s.changing(&opt)
	}
	stop, undo := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer undo()
	g, err := s.open(s.opt.listen, plan.Upstreams, opt)
	if err != nil {
		return err
	}
	show := func(address string) string { return strings.Replace(address, secret, shown, 1) }
	for _, line := range plan.Bases(func(p wire.Provider) string { return show(g.server.BaseURL(p)) }) {
		fmt.Fprintln(s.app.out, line) // without a reader it serves all the same
	}
	fmt.Fprintln(s.app.out, "# dashboard: "+show(g.server.URL("/dashboard"))) // a comment: a shell reads these lines
	select {
	case <-stop.Done():
	case err := <-g.served:
		g.served <- err
	}
	undo()
	again, undoAgain := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer undoAgain()
	g.close(again, serveGrace)
	s.notes.summarize(g.meter.Summary())
	return nil
}

// checkAddress refuses an address that other machines reach, unless they may.
func (s *session) checkAddress() error {
	tcp, err := net.ResolveTCPAddr("tcp", s.opt.listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if !s.opt.remote && !tcp.IP.IsLoopback() {
		return cli.Hint(fmt.Errorf("--listen: other machines reach %s", s.opt.listen), "127.0.0.1 is this machine alone; for others there is --allow-remote")
	}
	return nil
}

// secret returns what has to stand in each path, and how it is shown: a token
// is the user's own, and stays with him.
func (s *session) secret() (secret, shown string, err error) {
	token, err := s.token()
	switch {
	case err != nil:
		return "", "", err
	case token != "":
		return token, "$" + tokenVariable, nil
	case s.opt.remote:
		return "", "", fmt.Errorf("--allow-remote needs a token: --token-file FILE, or %s", tokenVariable)
	}
	secret = rand.Text()
	return secret, secret, nil
}

// token returns the token, "" if there is none. It is in no argument: those
// can be read by every user of the machine.
func (s *session) token() (string, error) {
	if s.opt.tokenFile == "" {
		return os.Getenv(tokenVariable), nil
	}
	data, err := os.ReadFile(s.opt.tokenFile)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(data))
	if token == "" {
		return "", errors.New("--token-file: the file is empty")
	}
	return token, nil
}
