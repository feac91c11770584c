//go:build unix

// Command ab runs an agent on tasks, plain and with elide between it and its model in
// turn, and says what became of both: docs/proof.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"elide.example/elide/internal/ledger"
)

const usage = `usage: scripts/ab/run [FLAG]... TASKS           run what is not done yet, then report
       scripts/ab/run report OUT                report again
       scripts/ab/run import-swe-bench [FLAG]... FILE OUT
       scripts/ab/run import-terminal-bench FOLDER OUT
       scripts/ab/run power [FLAG]... TRANSCRIPTS

TASKS is a folder of tasks: folders with task.json and repo/, or .txtar files of these.
The key is taken from ANTHROPIC_API_KEY or OPENAI_API_KEY; it is written nowhere, and
the agent doesn't get it. See docs/proof.md.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ab:", err)
		stop()
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		switch args[0] {
		case "agent": // what is run as the small agent
			return smallAgent(ctx, args[1:], out)
		case "report":
			return reportCommand(args[1:], out)
		case "import-swe-bench":
			return importSWEBench(args[1:], out)
		case "import-terminal-bench":
			return importTerminalBench(args[1:], out)
		case "power":
			return powerCommand(ctx, args[1:], out)
		}
	}
	return runCommand(ctx, args, out)
}

// options are what is asked for on the command line.
type options struct {
	agent, model, provider, upstream, out, with, elide, path, prices, container, only string
	times                                                                             int
	limit                                                                             float64
	scripted                                                                          bool
	pass                                                                              string
}

func runCommand(ctx context.Context, args []string, out io.Writer) error {
	o := options{}
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	f.Usage = func() { fmt.Fprint(f.Output(), usage); f.PrintDefaults() }
	f.StringVar(&o.agent, "agent", "small", "which agent: "+strings.Join(agentNames(), ", "))
	f.StringVar(&o.model, "model", "", "its model, by the provider's name for it")
	f.StringVar(&o.provider, "provider", "", "anthropic or openai (default: by the agent and the model)")
	f.StringVar(&o.upstream, "upstream", "", "the provider's base URL, without /v1 (default: its own)")
	f.StringVar(&o.out, "out", "ab-out", "the folder of the state, the transcripts and the report")
	f.StringVar(&o.with, "with", "", "a command line that the second arm is put behind, instead of elide proxy")
	f.StringVar(&o.elide, "elide", "elide", "elide's program")
	f.StringVar(&o.path, "path", "", "folders to look for the agent in, before those of PATH")
	f.StringVar(&o.prices, "prices", "", "a file of prices that go over the built-in ones")
	f.StringVar(&o.container, "container", "", "docker or podman, for tasks that have an image")
	f.StringVar(&o.only, "only", "", "run only tasks whose name has this in it")
	f.StringVar(&o.pass, "pass", "", "names of variables that the agent gets too, with commas between them")
	f.IntVar(&o.times, "n", 1, "how often each task is run in each arm")
	f.Float64Var(&o.limit, "limit", 0, "dollars that all runs together may cost; needed with a key")
	f.BoolVar(&o.scripted, "scripted", false, "play the model by each task's play.jsonl: no key, no network")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		f.Usage()
		return errors.New("one folder of tasks is wanted")
	}
	r, err := newRig(&o, f.Arg(0), out)
	if err != nil {
		return err
	}
	defer r.close()
	ran := r.run(ctx)
	if err := writeReport(r.state, o.out, out); err != nil {
		return errors.Join(ran, err)
	}
	return ran
}

// pricesOf returns the price table, with a file of the user's over it.
func pricesOf(file string) (*ledger.Prices, error) {
	if file == "" {
		return ledger.BuiltinPrices(), nil
	}
	own, err := ledger.ReadPrices(file)
	if err != nil {
		return nil, err
	}
	return own.Over(ledger.BuiltinPrices()), nil
}
