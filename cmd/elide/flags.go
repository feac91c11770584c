package main

import (
	"flag"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
)

// flags are those of the filter and of run.
type flags struct {
	shape    string
	command  string
	keep     []string
	query    string
	budget   int
	maxBytes int
	minBytes int
	ttl      time.Duration
	store    string
	views    string
	since    string
	enabled  config.Switch
	strict   bool
	explain  explainFlag
	json     bool
	line     string // of the shell; run only
	shell    string // that runs the line

	set *flag.FlagSet
}

// register defines the flags that the filter and run have in common.
func (f *flags) register(set *flag.FlagSet) {
	f.set = set
	set.StringVar(&f.shape, "type", "", "take the input for this `shape` instead of telling it from the bytes")
	set.StringVar(&f.command, "command", "", "the `command` that printed the input, a hint")
	set.Func("keep", "keep lines that match this `pattern`: text in any case, or /regexp/; repeatable", f.addKeep)
	set.StringVar(&f.query, "query", "", "prefer lines that speak of this `text`")
	set.IntVar(&f.budget, "budget", 0, "show at most this many `tokens`, estimated; 0: no limit")
	set.IntVar(&f.maxBytes, "max-bytes", 0, "show at most this many `bytes`; 0: no limit")
	set.IntVar(&f.minBytes, "min-bytes", 0, "leave input below this many `bytes` as it is (default 2048)")
	set.DurationVar(&f.ttl, "ttl", 0, "keep the original for this `time`, as 90s or 24h (default 30m)")
	set.StringVar(&f.store, "store", "", "keep the original in this `folder`")
	set.StringVar(&f.views, "views", "all", "`all`: shorten how kept lines are shown where nothing is lost;\n"+blank+"none: show them byte for byte")
	set.StringVar(&f.since, "since", "", "show what changed since the input that this `reference` names, if that is\n"+blank+"shorter; run takes last: the previous run of the command in this folder")
	set.Var(&f.enabled, "enabled", "=on or =`off`: reduce, or pass everything through")
	set.BoolVar(&f.strict, "strict", false, "end with status 1 if something failed and the input passed through")
	set.Var(&f.explain, "explain", "say on standard error what was kept and why;\n"+blank+"=LINE: of one line, =all: of each")
	set.BoolVar(&f.json, "json", false, "write a line of JSON for each input: text, hash, shape, counts")
}

// blank is what stands before the second line of a flag's description.
const blank = "                            "

func (f *flags) addKeep(pattern string) error {
	f.keep = append(f.keep, pattern)
	return nil
}

// given tells whether the flag was.
func (f *flags) given(name string) bool { return cli.Given(f.set, name) }
