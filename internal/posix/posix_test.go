package posix

import (
	"errors"
	"io"
	"testing"

	"github.com/spf13/cobra"

	"elide.example/elide/internal/cli"
)

// TestFlagError: what is said is what package cli says of the flags of package flag.
func TestFlagError(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--bugdet"}, "unknown flag --bugdet, the nearest is --budget"},
		{[]string{"--budget"}, "flag needs an argument: --budget"},
		{[]string{"--budget", "x"}, `--budget wants a whole number of tokens, not "x"`},
		{[]string{"-C", "x"}, `--context wants a whole number, not "x"`},
		{[]string{"-C", "99999999999999999999"}, `--context wants a whole number, and "99999999999999999999" is out of range`},
		{[]string{"--min-kept", "most"}, `--min-kept wants a number of percent, not "most"`},
		{[]string{"--budgets", "1,x"}, `--budgets wants whole numbers with commas between them, not "1,x"`},
		{[]string{"--all=maybe"}, `--all wants no value, or =true or =false, not "maybe"`},
	} {
		cmd := &cobra.Command{Use: "x", SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return nil }}
		cmd.SetOut(io.Discard)
		cmd.SetFlagErrorFunc(FlagError)
		f := cmd.Flags()
		f.Int("budget", 0, "this many `tokens`")
		f.IntP("context", "C", 0, "print `N` lines around each")
		f.Float64("min-kept", 0, "fewer `percent`")
		f.IntSlice("budgets", nil, "at these `budgets`")
		f.Bool("all", false, "")
		cmd.SetArgs(c.args)
		if err := Execute(t.Context(), cmd); err == nil || err.Error() != c.want || cli.Status(err) != cli.Usage {
			t.Errorf("%q: %v, status %d, want %s", c.args, err, cli.Status(err), c.want)
		}
	}
}

// TestHelpThatCannotBeWritten: cobra ends well where the disk is full.
func TestHelpThatCannotBeWritten(t *testing.T) {
	full := errors.New("no space left on device")
	for _, c := range []struct {
		out  io.Writer
		want error
	}{{failing{full}, full}, {io.Discard, nil}} {
		cmd := &cobra.Command{Use: "x", Long: "what it does", SilenceErrors: true, Run: func(*cobra.Command, []string) {}}
		cmd.SetOut(c.out)
		cmd.SetArgs([]string{"--help"})
		if err := Execute(t.Context(), cmd); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
