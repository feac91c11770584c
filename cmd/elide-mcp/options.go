package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
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
		return nil, plainly(err)
	case o.set.NArg() > 0:
		return nil, fmt.Errorf("%s takes no argument %q", program, o.set.Arg(0))
	case o.http == "" && o.given("http"):
		return nil, errors.New("--http needs an address, such as 127.0.0.1:8788")
	case o.http == "" && (o.remote || o.tokenFile != ""):
		return nil, errors.New("--allow-remote and --token-file belong to --http")
	}
	return o, nil
}

// given tells whether a flag stands in the call.
func (o *options) given(name string) bool {
	found := false
	o.set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

func (o *options) register() {
	s := o.set
	s.StringVar(&o.store, "store", "", "look in the store in this `folder`, not in the one that belongs to the working\n"+blank+"directory")
	s.StringVar(&o.http, "http", "", "serve at this `address`, such as 127.0.0.1:8788")
	s.BoolVar(&o.remote, "allow-remote", false, "let other machines connect; needs a token")
	s.StringVar(&o.tokenFile, "token-file", "", "a `file` with the token that clients send as Authorization: Bearer; or the\n"+blank+"variable "+tokenVariable)
	s.BoolVar(&o.version, "version", false, "print the version")
}

// blank is what stands before the second line of a flag's description.
const blank = "                            "

// usage returns the help text.
func (o *options) usage() string {
	var b strings.Builder
	b.WriteString(about)
	o.set.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(&b, "  %-24s  %s\n", strings.TrimRight("--"+f.Name+" "+value, " "), text)
	})
	fmt.Fprintf(&b, "  %-24s  %s\n", "--help", "print this")
	return b.String()
}

// plainly says what package flag says in our words.
func plainly(err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		return fmt.Errorf("unknown flag --%s", name)
	}
	return err
}
