package main

import (
	"github.com/spf13/cobra"

	"elide.example/elide/internal/help"
)

// completions says what a shell may offer: references to what is stored, and
// no files but where a folder is meant.
func (f *flags) completions(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 { // a range
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return f.references(word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	cmd.MarkFlagDirname("store")
	for _, name := range []string{"lines", "grep", "context", "after"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

func (f *flags) references(word string) []string {
	place, err := f.place()
	if err != nil {
		return nil
	}
	var list []string
	for _, c := range help.References(place, word) {
		list = append(list, c.Word+"\t"+help.OneLine(c.About))
	}
	return list
}
