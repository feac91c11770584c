package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"elide.example/elide/internal/cli"
)

// options are the flags.
type options struct {
	store     string // folder
	http      string // address
	remote    bool
	tokenFile string

	help, version bool

	set *flag.FlagSet
}

const about = `elide mcp gives models the originals of shortened outputs, by the Model Context
Protocol: the tools context_expand and context_stats, and each original as a
resource. A host starts it and speaks to it over standard input and output.

With --http it serves hosts that are started elsewhere by streamable HTTP, until it
gets SIGINT or SIGTERM. It prints its URL, which holds the secret of this run.

Usage:
  elide mcp [FLAG]...

Exit status: 0 when the host has closed standard input; 1 if it could not be served;
2 for a mistake in the call.

Examples:
  claude mcp add --scope user elide -- elide mcp
  elide mcp --http 127.0.0.1:8788

Flags:
`

// parse reads the arguments.
func parse(args []string) (*options, error) {
	o := &options{set: flag.NewFlagSet(program, flag.ContinueOnError)}
	o.set.SetOutput(io.Discard)
	o.register()
	err := o.set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		o.help = true
		return o, nil
	case err != nil:
		return nil, cli.FlagError(err, o.set)
	case o.set.NArg() > 0:
		return nil, fmt.Errorf("%s takes no argument %q", program, o.set.Arg(0))
	case o.http == "" && cli.Given(o.set, "http"):
		return nil, errors.New("--http needs an address, such as 127.0.0.1:8788")
	case o.http == "" && (o.remote || o.tokenFile != ""):
		return nil, errors.New("--allow-remote and --token-file belong to --http")
	}
	return o, nil
}

func (o *options) register() {
	s := o.set
	s.StringVar(&o.store, "store", "", "look in the store in this `folder`, not in the one that belongs to the working\n"+cli.FlagIndent+"directory")
	s.StringVar(&o.http, "http", "", "serve at this `address`, such as 127.0.0.1:8788")
	s.BoolVar(&o.remote, "allow-remote", false, "let other machines connect; needs a token")
	s.StringVar(&o.tokenFile, "token-file", "", "a `file` with the token that clients send as Authorization: Bearer; or the\n"+cli.FlagIndent+"variable "+tokenVariable)
	s.BoolVar(&o.version, "version", false, "print the version")
}

// usage returns the help text.
func (o *options) usage() string { return about + cli.FlagList(o.set) }
