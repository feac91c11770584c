package audit

import (
	"strings"

	"elide.example/elide/internal/toolcall"
)

// unnamed is the name of a command whose own can't be told, or could be
// anything.
const unnamed = "other"

// CommandName returns what a shell line runs, as it can stand in the file: the
// base name of the first program that does the line's work, and its subcommand
// if that is a known one.
//
//	cd x && FOO=1 go test ./... | tee y    go test
//	npx --yes jest src/secret              npx jest
//	./deploy.sh --key=…                    deploy.sh
//
// It is never more: an argument is named only if it is on a list in this
// package (subcommands.txt), and a program only if its name looks like one. A line
// without a command gives "".
func CommandName(line string) string {
	all := toolcall.Commands(line)
	if len(all) == 0 {
		return ""
	}
	for _, argv := range all {
		if !aside(programOf(argv[0])) {
			return name(argv)
		}
	}
	return name(all[0])
}

// name returns the name of a command by its words.
func name(argv []string) string {
	program := programOf(argv[0])
	if !plausible(program) {
		return unnamed
	}
	known, valued := subcommands(program)
	words := []string{program}
	for rest := argv[1:]; known != ""; {
		var word string
		if word, rest = nextWord(rest, known, valued); !listed(known, word) {
			break
		}
		words = append(words, word)
		known, valued = subcommands(strings.Join(words, " "))
	}
	return strings.Join(words, " ")
}

// programOf returns the base name of a program that may be given with its path.
func programOf(word string) string {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	return strings.TrimSuffix(word, ".exe")
}

// longestProgram is how long the name of a program may be.
const longestProgram = 40

// plausible tells whether a word looks like the name of a program. Tokens and
// keys have upper case and digits together, or many digits.
func plausible(program string) bool {
	upper, digits := false, 0
	for i := 0; i < len(program); i++ {
		switch c := program[i]; {
		case 'a' <= c && c <= 'z':
		case 'A' <= c && c <= 'Z':
			upper = true
		case '0' <= c && c <= '9':
			digits++
		case i == 0 || strings.IndexByte("._+-", c) < 0:
			return false
		}
	}
	const mostDigits = 4 // python3.12, clang-format-18
	return program != "" && len(program) <= longestProgram && digits <= mostDigits && !(upper && digits > 1)
}

// nextWord returns the first word that is known or no option, and the words
// behind it. The options in valued take a word of their own.
func nextWord(args []string, known, valued string) (word string, rest []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			continue
		}
		if !strings.HasPrefix(a, "-") || listed(known, a) {
			return a, args[i+1:]
		}
		if listed(valued, a) {
			i++
		}
	}
	return "", nil
}

// listed tells whether a word is one of those of a list, which blanks part.
func listed(list, word string) bool {
	return word != "" && hasPart(list, " ", word)
}
