package shellline

import "strings"

// The words between which a part of a line is elide's.
const (
	sessionBegin = "elide-session-begin"
	sessionEnd   = "elide-session-end"
)

// Handed is the variable that says that elide-shell has a line already. It is
// set while a line is handed over, and in no command's environment.
const Handed = "ELIDE_SHELL_LINE"

// Session returns the script that has the lines of a session run by the
// program shell. Claude Code puts what hooks write into the file stamp ahead
// of each command of its Bash tool, in the same line:
//
//	source … || true && SCRIPT
//	: && … && eval 'go test ./...' < /dev/null && pwd -P >| /tmp/claude-0b8c-cwd
//
// The shell that runs the line becomes the program, which gets the line and
// has it run by another shell. For that to be as if there were no script, it
// does nothing
//
//   - if the program isn't there, or is none;
//   - if it is newer than stamp: it was found to run when that was written, and
//     what it is now nobody has tried;
//   - if something else stood ahead of it, which would run twice: the host ends
//     each script with a line break;
//   - in a shell that doesn't say what it was started with, or has arguments.
//
// bash goes on if the program can't be run all the same; zsh can't.
func Session(shell, stamp string) string {
	program := Quote(shell)
	return ": " + sessionBegin + "; if [ ! \"${" + Handed + "-}\" ] && [ $# = 0 ] && [ -f " + program + " ] && [ -x " + program + " ] && [ ! " + program + " -nt " + Quote(stamp) + " ]; then" +
		handOver(program, "BASH_EXECUTION_STRING", "shopt -s execfail", "shopt -u execfail; unset "+Handed) +
		handOver(program, "ZSH_EXECUTION_STRING", ":", ":") +
		" fi; : " + sessionEnd
}

// handOver is the part of the script for the shell that has what it was started
// with in the variable.
func handOver(program, variable, before, failed string) string {
	return ` case ${` + variable + `-} in *` + sessionBegin + `*) case ${` + variable + `%%` + sessionBegin + `*} in *$'\n'*) ;; *) ` +
		before + `; ` + Handed + `=1 exec ` + program + ` "$` + variable + `"; ` + failed + ` ;; esac ;; esac;`
}

// WithoutSession takes the scripts of Session out of a line of the Bash tool.
// What is left is the line as it would be without elide.
func WithoutSession(line string) string {
	before, rest, found := strings.Cut(line, ": "+sessionBegin+";")
	if !found || strings.Contains(before, " "+evaluates) {
		return line // it is the command that speaks of it
	}
	_, after, found := strings.Cut(rest, "; : "+sessionEnd+"\n")
	if !found {
		return line
	}
	return before + WithoutSession(after)
}
