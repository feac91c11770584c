package posix

import (
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
		if err := cmd.Execute(); err == nil || err.Error() != c.want || cli.Status(err) != cli.Usage {
			t.Errorf("%q: %v, status %d, want %s", c.args, err, cli.Status(err), c.want)
		}
	}
}
