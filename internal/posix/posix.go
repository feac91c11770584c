// Package posix says what package pflag, with which elision-get and elision-bench
// read their flags, finds wrong with a call, as the other programs say it.
package posix

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"elide.example/elide/internal/cli"
)

// FlagError is cli.FlagError of a command's flags.
func FlagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		f := bad.GetFlag()
		unit, _ := pflag.UnquoteUsage(f)
		return cli.BadValue(f.Name, bad.GetValue(), cli.Wants(f.Value.Type(), unit), bad.Unwrap().Error())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return cli.CallError(err, names)
}
