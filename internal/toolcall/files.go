package toolcall

import (
	"slices"
	"strings"
)

// viewed returns the files that a command shows as they are, whole or in part,
// and whether it is one that does so: without files it shows its input.
func viewed(argv []string) (files []string, ok bool) {
	if len(argv) == 0 {
		return nil, false
	}
	args := argv[1:]
	switch baseName(argv[0]) {
	case "cat":
		files = operandsOf(args, "")
	case "head", "tail":
		files = operandsOf(args, "nc")
	case "nl":
		files = operandsOf(args, "bdfhilnsvw")
	case "bat", "batcat":
		files = operandsOf(args, "rlmH")
	case "less", "more":
		files = operandsOf(args, "pP")
	case "sed":
		return sedViewed(args)
	case "awk", "gawk", "mawk":
		return awkViewed(args)
	case "find":
		return findViewed(args)
	case "git":
		if files, ok = searchViewed(argv); ok {
			return files, ok
		}
		return gitViewed(args)
	case "grep", "egrep", "fgrep", "rg", "ag", "ack":
		return searchViewed(argv)
	case "open": // of SWE-agent's window on a file, which the next ones move; elsewhere it prints nothing
		files = operandsOf(args, "a")
		files = files[:min(len(files), 1)]
	case "goto", "scroll_up", "scroll_down":
		return []string{unknown}, true
	default:
		return nil, false
	}
	return slices.DeleteFunc(files, func(f string) bool { return f == "-" || strings.HasPrefix(f, "+") }), true
}

// sedViewed returns the files of a sed that shows lines of them as they are.
func sedViewed(args []string) (files []string, ok bool) {
	if isInPlace(args) {
		return nil, false
	}
	files, scripts := sedOperands(args)
	for _, script := range scripts {
		if !onlyChooses(script) {
			return nil, false
		}
	}
	return files, len(scripts) > 0
}

// sedOperands returns the files and the scripts of a sed.
func sedOperands(args []string) (files, scripts []string) {
	for i := 0; i+1 < len(args); i++ {
		if a := args[i]; a == "--expression" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.HasSuffix(a, "e") {
			scripts = append(scripts, args[i+1])
		}
	}
	files = slices.DeleteFunc(operandsOf(args, "ef"), func(f string) bool { return f == "" }) // BSD's -i takes a word, mostly ''
	if len(scripts) == 0 && len(files) > 0 {
		return files[1:], files[:1]
	}
	return files, scripts
}

func isInPlace(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return strings.HasPrefix(a, "--in-place") || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "i")
	})
}

// onlyChooses tells whether a script of sed does no more than choose lines, by
// numbers and patterns.
func onlyChooses(script string) bool {
	for i := 0; i < len(script); i++ {
		switch c := script[i]; {
		case c == '/':
			end := strings.IndexByte(script[i+1:], '/')
			if end < 0 {
				return false
			}
			i += 1 + end
		case strings.IndexByte("0123456789,$pqQd;!=~+ \n{}", c) < 0:
			return false
		}
	}
	return script != ""
}

// awkViewed returns the files of an awk that shows lines of them as they are,
// or behind their numbers.
func awkViewed(args []string) (files []string, ok bool) {
	operands := operandsOf(args, "Fv")
	fromFile := slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-f") || strings.HasPrefix(a, "--file") })
	if fromFile || len(operands) == 0 || !onlyPrints(operands[0]) {
		return nil, false
	}
	return operands[1:], true
}

// onlyPrints tells whether a script of awk does no more than choose lines, by
// numbers and patterns, and print them.
func onlyPrints(script string) bool {
	for at := 0; at < len(script); {
		c, rest := script[at], script[at+1:]
		switch {
		case c == '"' || c == '/':
			end := strings.IndexByte(rest, c)
			if end < 0 {
				return false
			}
			at += end + 2
		case c == '$' && strings.HasPrefix(rest, "0"):
			at += 2
		case c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z':
			name := script[at:]
			if end := strings.IndexFunc(name, func(r rune) bool { return r >= 0x80 || !isName(byte(r)) }); end >= 0 {
				name = name[:end]
			}
			if !slices.Contains([]string{"NR", "FNR", "FILENAME", "print", "exit", "next"}, name) {
				return false
			}
			at += len(name)
		case strings.IndexByte("0123456789<>=!&|,;{}() \t\n", c) >= 0:
			at++
		default:
			return false
		}
	}
	return script != ""
}

// findViewed tells of a find that shows the files which it finds. Which they
// are is told when it runs.
func findViewed(args []string) (files []string, ok bool) {
	for len(args) > 0 {
		at := slices.IndexFunc(args, func(w string) bool { return w == "-exec" || w == "-execdir" })
		if at < 0 {
			break
		}
		run := args[at+1:]
		if end := slices.IndexFunc(run, func(w string) bool { return w == ";" || w == "+" }); end >= 0 {
			run, args = run[:end], run[end:]
		} else {
			args = nil
		}
		run = bare(run)
		if len(run) == 0 || baseName(run[0]) == "find" { // no deeper
			return nil, false
		}
		if _, ok := viewed(run); !ok {
			return nil, false
		}
		files = []string{unknown}
	}
	return files, files != nil
}

// gitViewed returns the files that git shows as they were at a time.
func gitViewed(args []string) (files []string, ok bool) {
	args = args[options(args, "Cc"):]
	if len(args) == 0 || args[0] != "show" {
		return nil, false
	}
	for _, object := range operandsOf(args[1:], "") {
		revision, file, ok := strings.Cut(object, ":")
		if !ok || revision == "" || file == "" {
			return nil, false
		}
		files = append(files, file)
	}
	return files, files != nil
}

// readsListed tells whether a command shows the files whose names it is given
// by one of the words before it.
func readsListed(before, argv []string) bool {
	_, ok := viewed(argv)
	return ok && slices.ContainsFunc(before, func(w string) bool { return baseName(w) == "xargs" })
}

// changed returns the files that a command plainly creates, changes or removes.
func changed(name string, args []string) []string {
	switch name {
	case "tee", "rm", "unlink", "mv":
		return operandsOf(args, "")
	case "touch":
		return operandsOf(args, "dtr")
	case "truncate":
		return operandsOf(args, "sr")
	case "cp", "ln", "install":
		return target(args)
	case "sed":
		if isInPlace(args) {
			files, _ := sedOperands(args)
			return files
		}
	case "perl":
		if isInPlace(args) {
			return operandsOf(args, "eE")
		}
	case "gofmt", "goimports":
		if slices.Contains(args, "-w") {
			return operandsOf(args, "r")
		}
	case "git":
		if len(args) > 0 && (args[0] == "rm" || args[0] == "mv") {
			return operandsOf(args[1:], "")
		}
	}
	return nil
}

// target returns where a command copies to: the last of its files.
func target(args []string) []string {
	files := operandsOf(args, "tmSgo")
	for i, a := range args {
		if a == "-t" && i+1 < len(args) {
			return args[i+1 : i+2]
		}
	}
	if len(files) < 2 {
		return nil
	}
	return files[len(files)-1:]
}
