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
