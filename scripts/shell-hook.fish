# elide in fish. Source it from config.fish:
#
#   e go test -v ./...                        # elide run -- go test -v ./...
#   set -g ELIDE_COMMANDS go cargo pytest     # before the line that sources it
#   go test -v ./...                          # reduced, where nobody looks at a terminal
#
# A command that ELIDE_COMMANDS names is reduced only if its output is what the
# shell itself prints, and that is neither a terminal nor a file. What goes to
# another program, into a variable or a file stays as it is, and so does what is run
# inside of a command that is being reduced. Standard error that goes elsewhere than
# standard output goes there, as it is. The exit status, standard input and the
# completion of the command are its own. $ELIDE names elide if it is not in PATH.
# Functions of yours are left alone; "command go" goes round it. Where there is
# no /proc, fish can't tell what goes to another program: nothing is reduced then
# unless the command stands alone in a shell that is not interactive.

function __elide
    if set -q ELIDE; and test -n "$ELIDE"
        echo $ELIDE
    else
        echo elide
    end
end

function e --description 'Run a command and reduce what it prints'
    set -lx ELIDE_WITHIN 1
    set -l elide (__elide)
    command $elide run -- $argv
end

# __elide_own: whether what is printed here is what the shell itself prints.
function __elide_own
    if test -e /proc/self/fd/1
        # A program is asked: it gets what the command would get.
        command test /proc/self/fd/1 -ef /proc/$fish_pid/fd/1
    else
        not status is-interactive
    end
end

# __elide_run COMMAND ARG…: reduced or not, as it is said above.
function __elide_run
    if test -n "$ELIDE_WITHIN"; or isatty stdout; or status is-command-substitution
        or test -f /dev/stdout; or not __elide_own; or not command -q (__elide)
        command $argv
    else if command test /dev/fd/1 -ef /dev/fd/2
        e $argv
    else
        set -lx ELIDE_WITHIN 1
        set -l elide (__elide)
        command $argv | command $elide --command (string join ' ' -- (string escape -- $argv))
        return $pipestatus[1]
    end
end

# ELIDE_COMMANDS may be a list, or one text with blanks between the names.
for name in (string split --no-empty ' ' -- $ELIDE_COMMANDS)
    # A name that a shell could read as something else, a shell's own command or a
    # function is left alone.
    if string match -qr '^[A-Za-z0-9_+][A-Za-z0-9._+-]*$' -- $name
        and not string match -qr '^(elide|elision)' -- $name
        and not functions -q $name; and not builtin -q $name; and command -q $name
        function $name --inherit-variable name --wraps $name
            __elide_run $name $argv
        end
    end
end

complete -c e -x -a '(__fish_complete_subcommand)'
