package toolcall

import (
	"slices"
	"strings"
)

// bare returns the words of a command without what may stand before it: signs
// and words of the shell's grammar, assignments, and commands that run another
// one (env, timeout, sudo, xargs).
func bare(words []string) []string {
	for len(words) > 0 {
		n := grammar(words)
		if n == 0 {
			n = wrapping(words)
		}
		if n == 0 {
			break
		}
		words = words[min(n, len(words)):]
	}
	return words
}

// grammar returns 1 if the first word is one of the shell's, or an assignment,
// behind which a command follows.
func grammar(words []string) int {
	switch words[0] {
	case "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "{", "}", "!", "coproc":
		return 1
	case "function": // and its name
		return 2
	}
	if isAssignment(words[0]) {
		return 1
	}
	return 0
}

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return ok && name != ""
}

// wrapping returns how many words stand before the command that the first word
// runs, 0 if it runs none.
func wrapping(words []string) int {
	valued, operands := "", 0 // options that take the next word; words before the command
	switch baseName(words[0]) {
	case "env":
		valued = "uCS"
	case "exec":
		valued = "a"
	case "timeout":
		valued, operands = "ks", 1
	case "sudo", "doas":
		valued = "CDghpRrTtUu"
	case "xargs":
		valued = "adEILnPs"
	case "nice":
		valued = "n"
	case "ionice":
		valued = "cn"
	case "time":
		valued = "fo"
	case "stdbuf":
		valued = "eio"
	case "command":
		if len(words) > 1 && (words[1] == "-v" || words[1] == "-V") { // asks what a name is
			return 0
		}
	case "nohup", "builtin", "setsid", "busybox":
	case "elide":
		return elideRun(words)
	default:
		return 0
	}
	n := 1 + options(words[1:], valued)
	for n < len(words) && isAssignment(words[n]) {
		n++
	}
	return n + operands
}

// elideRun returns how many words stand before the command of elide run.
func elideRun(words []string) int {
	if len(words) < 2 || words[1] != "run" {
		return 0
	}
	if i := slices.Index(words, "--"); i > 0 {
		return i + 1
	}
	return 2 + options(words[2:], "")
}

// options returns how many words at the front are options with their values.
func options(words []string, valued string) int {
	n := 0
	for n < len(words) && len(words[n]) > 1 && words[n][0] == '-' {
		word := words[n]
		n++
		if word == "--" {
			break
		}
		if takesNext(word, valued) {
			n++
		}
	}
	return min(n, len(words))
}

// takesNext tells whether the value of an option is the next word.
func takesNext(option, valued string) bool {
	if strings.HasPrefix(option, "--") {
		switch option {
		case "--signal", "--kill-after", "--unset", "--chdir", "--user", "--group", "--max-args", "--max-procs", "--max-lines", "--delimiter",
			"--adjustment", "--input", "--output", "--error", "--lines", "--bytes", "--line-range", "--language", "--style", "--expression", "--file",
			"--target-directory", "--mode", "--size", "--reference", "--date",
			"--glob", "--iglob", "--type", "--type-not", "--include", "--exclude", "--exclude-dir", "--regexp", "--max-count", "--max-depth",
			"--context", "--after-context", "--before-context", "--sort":
			return true
		}
		return false
	}
	i := strings.IndexAny(option[1:], valued) + 1
	return i > 0 && i == len(option)-1
}

// operandsOf returns the words of a command that are neither options nor
// their values.
func operandsOf(args []string, valued string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return append(out, args[i+1:]...)
		case len(a) > 1 && a[0] == '-':
			if takesNext(a, valued) {
				i++
			}
		default:
			out = append(out, a)
		}
	}
	return out
}
