package main

import "github.com/spf13/cobra"

// completions says what a shell may offer: folders of cases, and the values of
// flags that take one of a few.
func completions(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"table", "json", "bench"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.MarkFlagDirname("trajectories")
	cmd.RegisterFlagCompletionFunc("against", cobra.NoFileCompletions)
}
