// Command model serves a scripted model to agents, for as long as it runs.
//
//	model -log DIR [-dir WORK] [-script FILE] [-final TEXT]
//	model -project WORK
//	model -audit DIR [-min-requests N] [-min-reduced N] [-min-expansions N] [-max-missed N]
//
// With -project it makes a small project for an agent to work on, and with
// -story it follows the script of twenty turns for it. Else the script is JSON
// objects, one step each, from the file or standard input:
//
//	{"run": "go test ./..."}
//	{"read": "main.go"}
//	{"edit": {"path": "main.go", "old": "a", "new": "b"}}
//	{"expand": {"range": "1-20"}}
//
// In DIR stand the requests, one a file, log.jsonl, and the file port, which
// appears once the model listens, on loopback. With -audit the requests of DIR
// are judged, and the exit status is 1 if a promise was broken.
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"elide/internal/proxy/e2e"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

type flags struct {
	log, dir, script, final, audit string
	project                        string
	story                          bool
	requests, reduced, expansions  int
	missed                         int
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var f flags
	set := flag.NewFlagSet("model", flag.ContinueOnError)
	set.SetOutput(stderr)
	set.StringVar(&f.log, "log", "", "write the requests to `DIR`")
	set.StringVar(&f.dir, "dir", "", "the agent works in `DIR`")
	set.StringVar(&f.script, "script", "-", "read the steps from `FILE`")
	set.StringVar(&f.final, "final", "done", "the last word")
	set.StringVar(&f.project, "project", "", "make a project to work on in `DIR`")
	set.BoolVar(&f.story, "story", false, "follow the script for that project")
	set.StringVar(&f.audit, "audit", "", "judge the requests in `DIR`")
	set.IntVar(&f.requests, "min-requests", 0, "with -audit: `N` requests with results at least")
	set.IntVar(&f.reduced, "min-reduced", 0, "with -audit: `N` reduced results at least")
	set.IntVar(&f.expansions, "min-expansions", 0, "with -audit: `N` expansions at least")
	set.IntVar(&f.missed, "max-missed", 0, "with -audit: the cache may miss `N` times")
	if err := set.Parse(args); err != nil {
		return 2
	}
	var err error
	switch {
	case f.audit != "":
		err = f.judge(stdout)
	case f.project != "":
		err = e2e.MakeProject(f.project)
	case f.log != "":
		err = f.serve(stdin)
	default:
		set.Usage()
		return 2
	}
	if err != nil {
		fmt.Fprintln(stderr, "model:", err)
		return 1
	}
	return 0
}

func (f flags) serve(stdin io.Reader) error {
	steps, err := f.steps(stdin)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	if err := writePort(filepath.Join(f.log, "port"), port); err != nil {
		return err
	}
	server := http.Server{
		Handler:           &e2e.Model{Script: e2e.Script{Dir: f.dir, Steps: steps, Final: f.final}, Log: e2e.LogTo(f.log)},
		ReadHeaderTimeout: time.Minute,
	}
	return server.Serve(listener)
}

// writePort makes the file appear whole.
func writePort(name, port string) error {
	if err := os.WriteFile(name+".new", []byte(port), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

func (f flags) steps(stdin io.Reader) ([]e2e.Step, error) {
	if f.story {
		return e2e.Story(), nil
	}
	if f.script == "-" {
		return e2e.ReadScript(stdin)
	}
	file, err := os.Open(f.script)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return e2e.ReadScript(file)
}

func (f flags) judge(stdout io.Writer) error {
	exchanges, err := e2e.ReadLog(f.audit)
	if err != nil {
		return err
	}
	r := e2e.Audit(exchanges)
	fmt.Fprintln(stdout, r)
	switch {
	case len(r.Faults) > 0:
		return fmt.Errorf("%d promises broken", len(r.Faults))
	case r.Requests < f.requests:
		return fmt.Errorf("%d requests with results, not %d", r.Requests, f.requests)
	case r.Reduced < f.reduced:
		return fmt.Errorf("%d reduced results, not %d", r.Reduced, f.reduced)
	case r.Missed > f.missed:
		return fmt.Errorf("the cache missed %d times, not %d at most", r.Missed, f.missed)
	case r.Expansions < f.expansions:
		return fmt.Errorf("%d expansions, not %d", r.Expansions, f.expansions)
	}
	return nil
}
