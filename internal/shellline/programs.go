package shellline

import "strings"

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
