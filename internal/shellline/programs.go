package shellline

import (
	"slices"
	"strings"
)

// ownProgram tells whether the program is one of elide's.
func ownProgram(program string) bool {
	name := base(program)
	return name == "elide" || strings.HasPrefix(name, "elide-") || strings.HasPrefix(name, "elision-")
}

// mostPrograms bounds what is taken for a program in one command: nobody has one
// start the next so many times over.
const mostPrograms = 16

// programs returns the commands that a command may run: itself and, if it only
// says how to run another, such as env or sudo, that one. A word after a flag
// may be the flag's value or the program, and is taken for both.
func programs(words []string) (all [][]string) {
	may := make([]bool, len(words))
	may[0] = true
	for i := range words {
		if !may[i] || len(all) == mostPrograms {
			continue
		}
		all = append(all, words[i:])
		if !launches(words[i]) {
			continue
		}
		for at := i + 1; at < len(words); at++ {
			may[at] = may[at] || isProgram(words[at])
			if isProgram(words[at]) && !mayTakeNext(words[at-1]) {
				break
			}
		}
	}
	return all
}

func launches(program string) bool {
	switch base(program) {
	case "command", "builtin", "exec", "env", "nohup", "nice", "ionice", "time", "timeout", "stdbuf", "setsid", "sudo", "doas", "xargs", "winpty":
		return true
	}
	return false
}

// isProgram tells whether a word after that of a launcher may be the program:
// not a flag, a variable or a number.
func isProgram(word string) bool {
	return word != "" && word[0] != '-' && !strings.Contains(word, "=") && (word[0] < '0' || word[0] > '9')
}

// mayTakeNext tells whether a word may be a flag whose value is the next one.
func mayTakeNext(word string) bool {
	return len(word) > 1 && word[0] == '-' && word != "--" && !strings.Contains(word, "=")
}

// endless tells whether a command goes on until somebody ends it: what is shown
// at the end only would never be seen.
func endless(words []string) bool {
	name, args := base(words[0]), words[1:]
	if name == "tail" || name == "journalctl" || slices.Contains(args, "logs") {
		return hasFlag(args, 'f') || hasFlag(args, 'F') || slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--follow") })
	}
	return hasAny(args, "--watch", "--watchAll")
}

// interactive tells whether a command talks to a person: it takes the terminal
// or waits for an answer.
func interactive(words []string) bool {
	name, args := base(words[0]), words[1:]
	switch name {
	case "vi", "vim", "nvim", "view", "vimdiff", "nano", "pico", "micro", "hx", "helix", "kak", "joe", "mcedit", "visudo", "vipw",
		"less", "more", "most", "man", "info",
		"top", "htop", "btop", "atop", "iotop", "iftop", "nload", "watch", "k9s", "lazygit", "tig", "ranger", "mc", "fzf", "dialog", "whiptail",
		"tmux", "screen", "byobu", "telnet", "mosh", "ftp", "su", "login", "passwd", "chsh", "gpg-agent", "ssh-add":
		return true
	case "emacs", "emacsclient":
		return !hasAny(args, "--batch", "-batch", "--script", "-script")
	case "gdb", "lldb", "dlv":
		return !hasAny(args, "-batch", "--batch", "-b")
	case "ssh", "sftp":
		return hasAny(args, "-t", "-tt") || plainWords(args) < 2
	case "sudo", "doas":
		return !hasAny(args, "-n", "--non-interactive")
	case "bash", "zsh", "sh", "dash", "fish", "ksh", "python", "python3", "ipython", "node", "deno", "bun", "irb", "ghci", "iex", "erl", "lua",
		"psql", "mysql", "mariadb", "sqlite3", "redis-cli", "mongosh", "mongo", "bc", "ed":
		return len(args) == 0 || hasAny(args, "-i") && name != "sqlite3"
	case "docker", "podman", "nerdctl", "kubectl", "oc":
		return hasFlag(args, 't') || hasAny(args, "--tty", "--interactive", "edit", "attach")
	case "git":
		return interactiveGit(args)
	case "crontab", "systemctl":
		return hasAny(args, "-e", "edit")
	case "npm", "pnpm", "yarn":
		return hasAny(args, "login", "init") && !hasAny(args, "-y", "--yes")
	}
	return false
}

// interactiveGit tells whether a git command opens an editor or asks.
func interactiveGit(args []string) bool {
	at := slices.IndexFunc(args, func(a string) bool {
		return slices.Contains([]string{"add", "checkout", "restore", "reset", "stash", "commit", "rebase", "clean", "mergetool", "difftool", "send-email",
			"tag", "revert", "cherry-pick", "merge", "config", "branch"}, a)
	})
	if at < 0 {
		return false
	}
	rest := args[at+1:]
	switch args[at] {
	case "mergetool", "difftool", "send-email":
		return true
	case "rebase", "clean":
		return hasFlag(rest, 'i') || hasAny(rest, "--interactive", "--continue", "--edit-todo")
	case "cherry-pick", "merge", "config", "branch":
		return hasAny(rest, "--continue", "-e", "--edit", "--edit-description")
	case "revert":
		return !hasAny(rest, "-n", "--no-commit", "--no-edit")
	case "tag":
		return (hasFlag(rest, 'a') || hasFlag(rest, 's') || hasAny(rest, "--annotate", "--sign")) && !saysMessage(rest)
	case "commit":
		return hasAny(rest, "-p", "--patch", "--interactive") || !saysMessage(rest)
	}
	return hasFlag(rest, 'p') || hasFlag(rest, 'i') || hasAny(rest, "--patch", "--interactive")
}

// saysMessage tells whether git commit needs no editor for its message.
func saysMessage(args []string) bool {
	return hasFlag(args, 'm') || hasFlag(args, 'F') || hasFlag(args, 'C') || slices.ContainsFunc(args, func(a string) bool {
		return a == "--no-edit" || a == "--dry-run" || strings.HasPrefix(a, "--message") || strings.HasPrefix(a, "--file") ||
			strings.HasPrefix(a, "--fixup") || strings.HasPrefix(a, "--reuse-message")
	})
}

func hasAny(args []string, wanted ...string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return slices.Contains(wanted, a) })
}

// hasFlag tells whether a flag of one letter is given, alone or with others
// behind one dash.
func hasFlag(args []string, letter byte) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return len(a) > 1 && len(a) < 6 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a, letter) > 0
	})
}

func plainWords(args []string) int {
	n := 0
	for _, a := range args {
		if a != "" && a[0] != '-' {
			n++
		}
	}
	return n
}

// ofShell tells whether a command acts on the shell that runs it, or tells
// what that shell knows, so that another shell would not do.
func ofShell(words []string) bool {
	switch words[0] {
	case "cd", "pushd", "popd", "dirs", "chdir", "z", "export", "unset", "set", "shopt", "setopt", "unsetopt", "emulate", "source", ".", "eval",
		"exec", "alias", "unalias", "trap", "umask", "ulimit", "limit", "exit", "logout", "bye", "return", "readonly", "declare", "typeset", "local",
		"integer", "float", "read", "mapfile", "readarray", "getopts", "hash", "rehash", "shift", "wait", "jobs", "fg", "bg", "disown", "suspend",
		"enable", "disable", "bind", "bindkey", "complete", "compopt", "compgen", "history", "fc", "r", "let", "builtin", "caller", "times", "type",
		"which", "where", "whence", "functions", "autoload", "zmodload", "zstyle", "zle", "vared", "sched", "noglob", "nocorrect",
		"nvm", "conda", "mamba", "micromamba", "workon", "deactivate", "rvm", "sdk", "module", "activate":
		return true
	case "command", "kill":
		return slices.ContainsFunc(words[1:], func(w string) bool { return w != "" && (w[0] == '%' || words[0] == "command") })
	case "printf":
		return hasAny(words[1:], "-v")
	}
	return false
}

// inFront tells whether a command that acts on its shell may be run by that
// shell before the rest is run by another: what it changes is inherited. The
// limits of ulimit are too, but elide itself may not start within them.
func inFront(name string) bool {
	switch name {
	case "cd", "pushd", "popd", "chdir", "export", "unset", "source", ".", "umask",
		"nvm", "conda", "mamba", "micromamba", "workon", "deactivate", "rvm", "sdk", "module", "activate":
		return true
	}
	return false
}

// builtIn tells whether every shell has the command itself.
func builtIn(name string) bool {
	switch name {
	case ":", ".", "[", "true", "false", "echo", "printf", "test", "pwd", "kill", "break", "continue", "cd", "command", "exit", "export",
		"eval", "exec", "read", "return", "set", "shift", "trap", "umask", "unset", "wait", "source", "alias", "type", "ulimit", "times",
		"local", "declare", "typeset", "readonly", "let", "getopts", "hash", "jobs", "builtin", "shopt", "pushd", "popd", "dirs":
		return true
	}
	return false
}
