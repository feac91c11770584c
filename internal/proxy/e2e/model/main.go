// Command model serves a scripted model to agents, for as long as it runs.
//
//	model -log DIR [-dir WORK] [-script FILE] [-final TEXT]
//	model -project WORK
//	model -audit DIR [-min-requests N] [-min-reduced N] [-min-expansions N] [-max-missed N] [-whole]
//	model -audit DIR -installed -dir WORK [-reduced NAMES] [-lacking NAMES] [-tells TEXT] [-wraps TEXT]
//	model -audit DIR -results
//	model -mcp
//
// With -project it makes a small project for an agent to work on, with -story
// it follows the script of twenty turns for it, and with -installed the one for
// agents that elide is installed in. Else the script is JSON objects, one step
// each, from the file or standard input:
//
//	{"run": "go test ./..."}
//	{"read": "main.go"}
//	{"edit": {"path": "main.go", "old": "a", "new": "b"}}
//	{"expand": {"range": "1-20"}}
//	{"use": {"server": "lab", "tool": "lab_orders"}}
//
// In DIR stand the requests, one a file, log.jsonl, and the file port, which
// appears once the model listens, on loopback. With -audit the requests of DIR
// are judged, and the exit status is 1 if a promise was broken; with -installed
// as well, step by step, by what is known of the agent: the steps that it lets
// a hook reduce, those that it can't do or cuts before anyone sees them, how it
// tells exit status 1, and what it tells of each command. Markers are then expanded by elision-get of PATH.
// With -results it prints what the model was sent for each step.
//
// With -mcp it is an MCP server on its standard streams, for agents to call.
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"elide.example/elide/internal/proxy/e2e"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

type flags struct {
	log, dir, script, final, audit string
	project                        string
	story, installed, mcp, whole   bool
	results                        bool
	requests, reduced, expansions  int
	missed                         int
	reduces, lacking, tells, wraps string
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
	set.BoolVar(&f.installed, "installed", false, "follow the script for agents that elide is installed in, or judge by it")
	set.BoolVar(&f.mcp, "mcp", false, "be an MCP server")
	set.StringVar(&f.reduces, "reduced", "", "with -audit -installed: the agent lets hooks reduce the steps of `NAMES`, with blanks between them")
	set.StringVar(&f.lacking, "lacking", "", "with -audit -installed: it can't do the steps of `NAMES`")
	set.StringVar(&f.tells, "tells", "", "with -audit -installed: it tells exit status 1 by `TEXT`")
	set.StringVar(&f.wraps, "wraps", "", "with -audit -installed: it tells `TEXT` of each command")
	set.BoolVar(&f.results, "results", false, "with -audit: print what the model was sent for each step")
	set.IntVar(&f.requests, "min-requests", 0, "with -audit: `N` requests with results at least")
	set.IntVar(&f.reduced, "min-reduced", 0, "with -audit: `N` reduced results at least")
	set.IntVar(&f.expansions, "min-expansions", 0, "with -audit: `N` expansions at least")
	set.BoolVar(&f.whole, "whole", false, "with -audit: no result may hide anything")
	set.IntVar(&f.missed, "max-missed", 0, "with -audit: the cache may miss `N` times")
	if err := set.Parse(args); err != nil {
		return 2
	}
	var err error
	switch {
	case f.mcp:
		err = e2e.ServeMCP(stdin, stdout)
	case f.audit != "" && f.results:
		err = f.printResults(stdout)
	case f.audit != "" && f.installed:
		err = f.judgeSteps(stdout)
	case f.audit != "":
		err = f.judge(stdout)
	case f.project != "":
		err = f.makeProject()
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

func (f flags) makeProject() error {
	if err := e2e.MakeProject(f.project); err != nil || !f.installed {
		return err
	}
	return e2e.MakeLogs(f.project)
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
	switch {
	case f.story:
		return e2e.Story(), nil
	case f.installed:
		return e2e.Installed(), nil
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

func (f flags) printResults(stdout io.Writer) error {
	exchanges, err := e2e.ReadLog(f.audit)
	if err != nil {
		return err
	}
	results := e2e.Results(exchanges)
	for _, n := range slices.Sorted(maps.Keys(results)) {
		if _, err := fmt.Fprintf(stdout, "step %d:\n%s\n", n, results[n].Text); err != nil {
			return err
		}
	}
	return nil
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
	case f.whole && r.Reduced > 0:
		return fmt.Errorf("%d reduced results, not none", r.Reduced)
	case r.Missed > f.missed:
		return fmt.Errorf("the cache missed %d times, not %d at most", r.Missed, f.missed)
	case r.Expansions < f.expansions:
		return fmt.Errorf("%d expansions, not %d", r.Expansions, f.expansions)
	}
	return nil
}

// judgeSteps says of each step of the script for installed agents what became
// of it.
func (f flags) judgeSteps(stdout io.Writer) error {
	exchanges, err := e2e.ReadLog(f.audit)
	if err != nil {
		return err
	}
	bench := e2e.Bench{
		Script:   e2e.Script{Dir: f.dir, Steps: e2e.Installed()},
		Host:     e2e.Host{Reduced: strings.Fields(f.reduces), Lacking: strings.Fields(f.lacking), Tells: f.tells, Wraps: f.wraps},
		Original: func(hash string) ([]byte, error) { return exec.Command("elision-get", hash).Output() },
	}
	r := e2e.Audit(exchanges)
	fmt.Fprintln(stdout, " ", r)
	faults := len(r.Faults)
	for _, v := range bench.Judge(exchanges) {
		fmt.Fprintln(stdout, " ", v)
		faults += len(v.Faults)
	}
	if faults > 0 {
		return fmt.Errorf("%d promises broken", faults)
	}
	return nil
}
