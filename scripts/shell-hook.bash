# shellcheck shell=bash
# elide in bash. Source it from ~/.bashrc, or name it in BASH_ENV for the shells
# that agents start with bash -c:
#
#   e go test -v ./...                        # elide run -- go test -v ./...
#   ELIDE_COMMANDS='go cargo pytest'          # before the line that sources it
#   go test -v ./...                          # reduced, where nobody looks at a terminal
#
# A command that ELIDE_COMMANDS names is reduced only if its output is what the
# shell itself prints, and that is neither a terminal nor a file. What goes to
# another program, into a variable or a file stays as it is, and so does what is run
# inside of a command that is being reduced. Standard error that goes elsewhere than
# standard output goes there, as it is. The exit status, standard input and the
# completion of the command are its own. $ELIDE names elide if it is not in PATH.
# Functions and aliases of yours are left alone; "command go" goes round it. Where there is
# no /proc, a named pipe and what stands in >(…) are taken for the shell's own output.

e() {
	ELIDE_WITHIN=1 command "${ELIDE:-elide}" run -- "$@"
}

# __elide_place prints what standard output of the shell is, as far as it can be told
# here: a redirection of one command changes it.
__elide_place() {
	command readlink "/proc/$$/fd/1" 2>/dev/null
}
__elide_stdout=$(__elide_place)

# __elide_run COMMAND ARG…: reduced or not, as it is said above.
__elide_run() {
	if [ "$BASH_SUBSHELL" -gt 0 ] || [ -n "${ELIDE_WITHIN-}" ] || [ -t 1 ] || [ -f /dev/stdout ] ||
		! type -P "${ELIDE:-elide}" >/dev/null || [ "$(__elide_place)" != "$__elide_stdout" ]; then
		command "$@"
	elif [ /dev/fd/1 -ef /dev/fd/2 ]; then
		e "$@"
	else
		ELIDE_WITHIN=1 command "$@" | command "${ELIDE:-elide}" --command "$(printf '%q ' "$@")"
		return "${PIPESTATUS[0]}"
	fi
}

__elide_wrap() {
	local name
	for name in ${ELIDE_COMMANDS-}; do
		case $name in
		'' | *[!A-Za-z0-9._+-]* | [-.]* | elide* | elision*) continue ;;
		esac
		# A shell's own command, a function or an alias is the user's.
		[ "$(type -t "$name")" = file ] || continue
		eval "$name() { __elide_run $name \"\$@\"; }"
	done
}
__elide_wrap

# e completes as the command behind it.
__elide_complete() {
	if [ "$COMP_CWORD" -gt 1 ] && declare -F _command_offset >/dev/null; then
		_command_offset 1
	elif [ "$COMP_CWORD" -eq 1 ]; then
		local name
		COMPREPLY=()
		while IFS= read -r name; do
			COMPREPLY+=("$name")
		done < <(compgen -c -- "${COMP_WORDS[1]}")
	fi
}
[[ $- != *i* ]] || complete -o default -F __elide_complete e
