package main

import (
	"errors"
	"fmt"

	"elide/internal/cli"
	"elide/internal/config"
)

func newConfig(a *app) *command {
	return &command{
		name:  "config",
		short: "print the configuration, and where each value came from",
		long: `elide config prints the configuration that holds here, as TOML, and where each value
came from: an ELIDE_* variable, the project's .elide/config.toml, the user's
config.toml, or the default. Flags go over all of them. A variable is named after
its key, as ELIDE_BUDGET or ELIDE_ELISION_TTL_MS; ELIDE=off switches elide off.

Exit status: 0; 1 if standard output could not be written; 2 for a mistake in the
call or the configuration.`,
		example: "  elide config\n  ELIDE_BUDGET=800 elide config",
		run:     func([]string) error { return a.showConfig() },
		below:   []*command{newTrust(a)},
	}
}

func (a *app) showConfig() error {
	source, err := configSource()
	if err != nil {
		return err
	}
	cfg, err := config.Load(source)
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	_, err = cfg.WriteTo(a.out)
	return unwritten(err)
}

func newTrust(a *app) *command {
	return &command{
		name:  "trust",
		short: "trust this project's configuration, as it is now",
		long: `elide config trust lets this project's .elide/config.toml set what otherwise only
you can: a command to run, and where originals, requests and records go. The
trust ends when the file changes or moves.

Exit status: 0; 1 if that could not be noted; 2 if there is no such file, or a
mistake in it.`,
		example: "  elide config trust",
		run:     func([]string) error { return a.trust() },
	}
}

func (a *app) trust() error {
	source, err := configSource()
	if err != nil {
		return err
	}
	name, err := config.Trust(source)
	var mistake *config.Error
	if errors.As(err, &mistake) || errors.Is(err, config.ErrNoProject) {
		return cli.WithStatus(err, cli.Usage)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "trusted as it is now: %s\n", name)
	return unwritten(err)
}
