// Package posix is what elision-get and elision-bench, which are made with cobra and
// pflag, need to speak as the other programs: of mistakes in a call, and of help that
// can't be printed.
package posix

import (
	"context"
	"errors"
	"io"

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

// Execute executes a command. Help that can't be written is an error, which cobra drops.
func Execute(ctx context.Context, cmd *cobra.Command) error {
	out := &keeper{Writer: cmd.OutOrStdout()}
	cmd.SetOut(out)
	if err := cmd.ExecuteContext(ctx); err != nil {
		return err
	}
	return out.err
}

// keeper keeps the first error of writing.
type keeper struct {
	io.Writer
	err error
}

func (k *keeper) Write(p []byte) (int, error) {
	n, err := k.Writer.Write(p)
	if k.err == nil {
		k.err = err
	}
	return n, err
}
