// Command elide-serve serves reductions over HTTP, for programs in any language. elide
// serve starts it: it stays a program of its own because a network stack costs at every
// start of elide, and beside elide-proxy because it has no upstream, no agent and no key
// pass through it.
//
// What it serves is package api. Here is where it listens (listen.go), and what it is
// told by flags and configuration (options.go).
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"elide.example/elide/internal/api"
	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/store"
)

// program names elide-serve in its messages, as its users call it.
const program = "elide serve"

// As of elide-proxy, whose work is the same.
const (
	gcPercent   = 400
	memoryLimit = 256 << 20 // bytes
)

// The times that a request, and its answer, may take. A connection without one is
// closed after idleTime.
const (
	headerTime = 10 * time.Second
	readTime   = time.Minute
	writeTime  = 2 * time.Minute // from when the header is there; a summarizer has its own
	idleTime   = 5 * time.Minute
	mostHeader = 64 << 10 // bytes
)

// grace is how long requests may go on when the server was told to end. A second
// signal cuts them at once.
const grace = 10 * time.Second

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs elide-serve and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	log.SetOutput(io.Discard) // net/http quotes in it what a client sent
	a := &app{out: stdout, err: stderr}
	err := a.execute(args)
	cli.Error(stderr, program, err)
	return cli.Status(err)
}

// app is elide-serve as it was started.
type app struct{ out, err io.Writer }

func (a *app) execute(args []string) error {
	if asJSON, asked := cli.AsksVersion(args); asked {
		return cli.PrintVersion(a.out, "elide-serve", asJSON)
	}
	o, err := parse(args)
	switch {
	case err != nil:
		return cli.Hint(cli.WithStatus(err, cli.Usage), program+" --help")
	case o.help:
		_, err := fmt.Fprint(a.out, o.usage())
		return err
	case o.version:
		return cli.PrintVersion(a.out, "elide-serve", false)
	}
	room.FullIsAnError()
	if err := room.Lack(); err != nil {
		return err
	}
	return a.serve(o)
}

// serve serves until a signal ends it.
func (a *app) serve(o *options) error {
	opt, err := a.configure(o)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	token, err := o.token()
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	at, err := listen(o, token)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	defer at.close()
	opt.Secret, opt.AnyHost = at.secret, at.anyHost
	server := &http.Server{
		Handler:           api.New(opt),
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: mostHeader,
		ErrorLog:       log.New(io.Discard, "", 0),

		DisableGeneralOptionsHandler: true, // it answers 200 to whoever asks
	}
	if opt.Config.History.Summarizer != "" {
		server.WriteTimeout = 0 // it has a time of its own, which the user chose
	}
	if _, err := fmt.Fprintf(a.out, "ELIDE_URL=%s\n", at.url); err != nil {
		return err
	}
	return until(server, at.listener)
}

// until serves until a signal.
func until(server *http.Server, listener net.Listener) error {
	stop, undo := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer undo()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-stop.Done():
	}
	undo()
	again, undoAgain := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer undoAgain()
	ended, cancel := context.WithTimeout(again, grace)
	defer cancel()
	server.Shutdown(ended)
	return server.Close()
}

// configure puts flags and configuration together.
func (a *app) configure(o *options) (api.Options, error) {
	dir, err := os.Getwd()
	if err != nil {
		return api.Options{}, err
	}
	cfg, err := config.Load(config.Source{Env: os.LookupEnv, Dir: dir})
	if err != nil {
		return api.Options{}, err
	}
	if hint, what := cfg.Ignored(); what != nil {
		a.warn(cli.Hint(what, hint))
	}
	for _, err := range cfg.RuleMistakes() {
		a.warn(cli.Hint(err, "elide rules check"))
	}
	if hint, what := cfg.RulesIgnored(); what != nil {
		a.warn(cli.Hint(what, hint))
	}
	moved := func(wanted, used string) {
		a.warn(fmt.Errorf("%s can't be written: originals are kept in %s", wanted, used))
	}
	kept := setup.StoreOptions(cfg)
	kept.TTL = max(kept.TTL, store.SessionTTL)
	originals := setup.NewStore(setup.Where{Folder: o.store, Dir: dir, Env: os.Getenv, Moved: moved}, kept)
	account := audit.Open(cfg.AuditPath, cfg.AuditMaxBytes)
	host, session := audit.Session(os.Getenv)
	noted := func(e audit.Event) {
		e.Host, e.Correlation = host, session
		if err := account.Compressed(e); err != nil {
			a.warn(err)
		}
	}
	return api.Options{Config: cfg, Store: originals, Noted: noted}, nil
}

func (a *app) warn(err error) { cli.Warn(a.err, program, err) }
