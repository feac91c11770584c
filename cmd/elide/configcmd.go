package main

import (
	"errors"
	"fmt"
	"os"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/rules"
)

func newConfig(a *app) *command {
	return &command{
		name:  "config",
		short: "print the configuration, and where each value came from",
		long: `elide config prints the configuration that holds here, as TOML, and where each value
came from: an ELIDE_* variable, the project's .elide/config.toml, the user's
config.toml, or the default. Flags go over all of them. A variable is named after
its key, as ELIDE_BUDGET or ELIDE_ELISION_TTL_MS; ELIDE=off switches elide off. One
whose name no key has sets nothing, and is named at the end.

A project's file comes with the project. Until you trust it, it may only make elide
more careful: keep more, hide less. What else it says, or all of it if there is a
mistake in it, is ignored and named at the end. A .elide that is a link or belongs
to another user is not read.

Exit status: 0; 1 if standard output could not be written; 2 for a mistake in the
call or the configuration, the project's too.`,
		example: "  elide config\n  ELIDE_BUDGET=800 elide config",
		run:     func([]string) error { return a.showConfig() },
		below:   []*command{newTrust(a)},
	}
}

func (a *app) showConfig() error {
	cfg, _, err := configured()
	if err != nil {
		return err
	}
	if _, err = cfg.WriteTo(a.out); err != nil {
		return unwritten(err)
	}
	names, nearest := config.Misnamed(os.Environ())
	for i, name := range names {
		text := fmt.Sprintf("# ignored, no such setting: %q", name)
		if nearest[i] != "" {
			text += ", the nearest is " + nearest[i]
		}
		if _, err = fmt.Fprintln(a.out, text); err != nil {
			return unwritten(err)
		}
	}
	return cli.WithStatus(cfg.Mistake(), cli.Usage)
}

func newTrust(a *app) *command {
	return &command{
		name:  "trust",
		short: "trust this project's configuration, as it is now",
		long: `elide config trust lets this project's .elide/config.toml set what otherwise only
you can: what hides more, how long originals are kept and how many, what models are
told, a command to run, and where originals, requests and records go. It lets the
rule files in .elide/rules hide lines too (elide rules --help). The trust ends for
the one when it changes or moves, and for the others when one of them does. What is
another user's is read once you trust it.

Exit status: 0; 1 if that could not be noted; 2 if there is neither, or a mistake in
one of them.`,
		example: "  elide config trust",
		run:     func([]string) error { return a.trust() },
	}
}

func (a *app) trust() error {
	source, err := configSource()
	if err != nil {
		return err
	}
	names, err := config.Trust(source)
	var mistake *config.Error
	var inRules *rules.Error
	if errors.As(err, &mistake) || errors.As(err, &inRules) || errors.Is(err, config.ErrNoProject) {
		return cli.WithStatus(err, cli.Usage)
	}
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := fmt.Fprintf(a.out, "trusted as it is now: %s\n", name); err != nil {
			return unwritten(err)
		}
	}
	return nil
}
