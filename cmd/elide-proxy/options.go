package main

import (
	"errors"
	"flag"
	"io"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
)

// options are the flags.
type options struct {
	listen    string
	remote    bool
	tokenFile string

	upstream, anthropic, openai, gemini, bedrock string // base URLs

	stats, prices string // files
	store         string // folder
	reads         string
	expandTool    bool
	noDirective   bool
	noReferences  bool
	awsSign       bool
	observe       bool
	holdout       int
	enabled       config.Switch
	quiet         bool

	help, version bool

	set *flag.FlagSet
}

const about = `elide proxy runs a command, most likely an agent, and stands between it and the
models that it asks: what its tools printed is reduced in each request, and all
else goes through as it is. It is on a port of this machine, for this command
alone, and gone when the command is. Standard input and output, the terminal and
signals are the command's.

With --listen it serves agents that are started elsewhere, until it gets SIGINT
or SIGTERM. It prints their variables, which hold the secret of this run, and the
address of a page that shows what is going on.

Usage:
  elide proxy [FLAG]... -- COMMAND [ARG]...
  elide proxy [FLAG]... --listen ADDRESS

Exit status: the command's own, or 128+N if signal N ended it; 127 if it was not
found, 126 if it could not be run; 1 if the proxy could not be started; 2 for a
mistake in the call or the configuration.

Examples:
  elide proxy -- claude -p 'fix the failing test'
  elide proxy --stats stats.jsonl -- codex exec 'fix the failing test'
  elide proxy --listen 127.0.0.1:8787

Flags:
`

// parse reads the arguments: flags, and behind them the command.
func parse(args []string) (*options, []string, error) {
	o := &options{set: flag.NewFlagSet(program, flag.ContinueOnError)}
	o.set.SetOutput(io.Discard)
	o.register()
	err := o.set.Parse(args)
	command := o.set.Args()
	switch {
	case errors.Is(err, flag.ErrHelp):
		o.help = true
		return o, nil, nil
	case err != nil:
		return nil, nil, cli.FlagError(err, o.set)
	case o.version:
		return o, nil, nil
	}
	return o, command, o.check(command)
}

func (o *options) register() {
	s := o.set
	s.StringVar(&o.listen, "listen", "", "serve at this `address`, such as 127.0.0.1:8787, and run no command")
	s.BoolVar(&o.remote, "allow-remote", false, "let other machines connect; needs a token")
	s.StringVar(&o.tokenFile, "token-file", "", "a `file` with the token that stands in each path instead of a secret of\n"+cli.FlagIndent+"this run; or the variable "+tokenVariable)
	s.StringVar(&o.upstream, "upstream", "", "the `URL` that requests go to, for all providers")
	s.StringVar(&o.anthropic, "anthropic-upstream", "", "the base `URL` of Anthropic's API (default ANTHROPIC_BASE_URL, or its own)")
	s.StringVar(&o.openai, "openai-upstream", "", "the base `URL` of OpenAI's API, with its /v1 (default OPENAI_BASE_URL, …)")
	s.StringVar(&o.gemini, "gemini-upstream", "", "the base `URL` of Gemini's API (default GOOGLE_GEMINI_BASE_URL, …)")
	s.StringVar(&o.bedrock, "bedrock-upstream", "", "the base `URL` of Amazon Bedrock (default ANTHROPIC_BEDROCK_BASE_URL, or that of AWS_REGION)")
	s.StringVar(&o.stats, "stats", "", "append a line of JSON for each request to this `file`: elide cost reads it")
	s.StringVar(&o.prices, "prices", "", "a `file` of prices that go over the built-in ones")
	s.StringVar(&o.store, "store", "", "keep originals in this `folder`")
	s.StringVar(&o.reads, "reads", "", "files that are read: `exact`, as they are; numbers: with lines numbered by tens;\n"+cli.FlagIndent+"wide, focus: of long ones what the conversation points at;\n"+cli.FlagIndent+"bold: and results that are over go earlier; reduce: as any output")
	s.BoolVar(&o.noReferences, "no-references", false, "don't send what stood earlier in the conversation as a reference to it")
	s.BoolVar(&o.noDirective, "no-directive", false, "don't tell the model what markers are")
	s.BoolVar(&o.expandTool, "expand-tool", false, "add the tool context_expand to each request, and answer the model's calls of it\n"+cli.FlagIndent+"in the agent's place")
	s.BoolVar(&o.awsSign, "aws-sign", false, "sign requests to Bedrock anew, with your own AWS credentials, that the agent signed")
	s.BoolVar(&o.observe, "observe", false, "change nothing: say what would have been saved")
	s.IntVar(&o.holdout, "holdout", 0, "leave so many `percent` of the conversations alone, to compare the others with")
	s.Var(&o.enabled, "enabled", "=on or =`off`: off runs the command as if elide were not there")
	s.BoolVar(&o.quiet, "quiet", false, "print neither warnings nor the summary")
	s.BoolVar(&o.version, "version", false, "print the version")
}

// usage returns the help text.
func (o *options) usage() string { return about + cli.FlagList(o.set) }

// check finds mistakes in what belongs together.
func (o *options) check(command []string) error {
	switch {
	case o.listen == "" && (len(command) == 0 || command[0] == ""):
		return errors.New("no command to run: elide proxy -- COMMAND [ARG]…")
	case o.listen == "" && (o.remote || o.tokenFile != ""):
		return errors.New("--allow-remote and --token-file belong to --listen: a command has the proxy for itself")
	case o.listen != "" && len(command) > 0:
		return errors.New("--listen serves agents that are started elsewhere; no command may follow it")
	}
	return nil
}

// over puts the flags that were given over the configuration.
func (o *options) over(cfg *config.Config) error {
	on, _ := o.enabled.Get()
	given := config.Flags{Config: cfg, Set: o.set}
	given.Put("anthropic-upstream", "proxy.anthropic_upstream", o.anthropic)
	given.Put("bedrock-upstream", "proxy.bedrock_upstream", o.bedrock)
	given.Put("enabled", "enabled", on)
	given.Put("gemini-upstream", "proxy.gemini_upstream", o.gemini)
	given.Put("holdout", "proxy.holdout", o.holdout)
	given.Put("no-directive", "proxy.directive", !o.noDirective)
	given.Put("no-references", "proxy.references", !o.noReferences)
	given.Put("observe", "proxy.observe", o.observe)
	given.Put("openai-upstream", "proxy.openai_upstream", o.openai)
	given.Put("reads", "proxy.reads", o.reads)
	given.Put("upstream", "proxy.upstream", o.upstream)
	return given.Err
}
