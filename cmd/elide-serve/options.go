package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/guard"
)

// tokenVariable holds the token if no file does.
const tokenVariable = "ELIDE_SERVE_TOKEN"

// options are the flags.
type options struct {
	listen    string // address
	socket    string // file
	remote    bool
	tokenFile string
	store     string // folder

	help, version bool

	set *flag.FlagSet
}

const about = `elide serve reduces for programs in any language: POST /v1/reduce takes a block, as it
is or in JSON, POST /v1/messages/reduce a request to a model, and the answer is what elide,
or elide messages, would print. There are clients for Python and TypeScript.

It serves this machine, at a port that the system chooses or the one of --listen, until it
gets SIGINT or SIGTERM, and prints its address, which holds the secret of this run. With
--socket it serves who may open that file.

Usage:
  elide serve [FLAG]...

Exit status: 0; 1 if it could not serve; 2 for a mistake in the call or the configuration.

Examples:
  elide serve
  elide serve --listen 127.0.0.1:8789 --token-file token
  elide serve --socket "$XDG_RUNTIME_DIR/elide.sock"

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
	case o.socket != "" && (cli.Given(o.set, "listen") || o.remote || o.tokenFile != ""):
		return nil, errors.New("--socket goes without --listen, --allow-remote and --token-file: who may open the file may connect")
	case o.socket == "" && cli.Given(o.set, "socket"):
		return nil, errors.New("--socket needs the name of a file")
	}
	return o, nil
}

func (o *options) register() {
	s := o.set
	s.StringVar(&o.listen, "listen", "127.0.0.1:0", "serve at this `address`; port 0 is one that the system chooses")
	s.StringVar(&o.socket, "socket", "", "serve at a socket that this `file` becomes, for its owner alone")
	s.BoolVar(&o.remote, "allow-remote", false, "let other machines connect; needs a token")
	s.StringVar(&o.tokenFile, "token-file", "", "a `file` with the token that clients send as Authorization: Bearer, instead of\n"+cli.FlagIndent+"a secret of this run; or the variable "+tokenVariable)
	s.StringVar(&o.store, "store", "", "keep originals in this `folder`")
	s.BoolVar(&o.version, "version", false, "print the version")
}

// usage returns the help text.
func (o *options) usage() string { return about + cli.FlagList(o.set) }

// token returns the token, "" if there is none. It is in no argument: those can be
// read by every user of the machine.
func (o *options) token() (string, error) {
	if o.socket != "" {
		return "", nil
	}
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
	switch {
	case token == "" && o.remote:
		return "", fmt.Errorf("--allow-remote needs a token: --token-file FILE, or %s", tokenVariable)
	case token != "" && !guard.IsSecret(token):
		return "", errors.New("the token must be 16 or more letters, digits, hyphens and underscores")
	}
	return token, nil
}
