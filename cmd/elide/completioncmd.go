package main

import (
	"fmt"
	"strings"

	"elide.example/elide/internal/help"
)

func newCompletion(a *app) *command {
	return &command{
		name:  "completion",
		args:  "SHELL",
		short: "print a script that lets a shell complete our commands",
		long: `elide completion prints a script for bash, zsh, fish or powershell, with which the
shell completes the words of elide, elision-get and elision-bench: commands, flags,
their values, references to what is stored.

  bash        eval "$(elide completion bash)" in ~/.bashrc
  zsh         eval "$(elide completion zsh)" in ~/.zshrc, behind compinit
  fish        elide completion fish | source in ~/.config/fish/config.fish
  powershell  elide completion powershell | Out-String | Invoke-Expression in $PROFILE

Exit status: 0; 1 if standard output could not be written; 2 for a mistake in the
call.`,
		example:   "  elide completion bash\n  elide completion fish",
		wantsArgs: true,
		run:       a.completion,
	}
}

func (a *app) completion(args []string) error {
	if len(args) != 1 {
		return &callError{fmt.Errorf("which shell: %s", strings.Join(help.Shells(), ", "))}
	}
	text, err := help.Script(args[0])
	if err != nil {
		return &callError{err}
	}
	_, err = a.out.WriteString(text)
	return unwritten(err)
}
