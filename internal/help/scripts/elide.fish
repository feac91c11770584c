# fish completion for elide, elision-get and elision-bench
#
# Put it into ~/.config/fish/completions as elide.fish, or run it from config.fish:
#     elide completion fish | source

function __elide_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l directive 0
    set -l any 0
    set -l answer ($before[1] __complete $before[2..-1] "$word" 2>/dev/null)
    set -l flag (string match -r -- '^-[^=]*=' "$word") # its value is completed alone
    set word (string replace -- "$flag" '' "$word")
    for line in $answer
        if string match -qr '^:[0-9]+$' -- $line
            set directive (string sub -s 2 -- $line)
        else if test "$(string sub -l (string length -- "$word") -- $line)" = "$word"
            set any 1
            printf '%s%s\n' "$flag" $line
        end
    end

    if test (math "bitand($directive, 64)") -ne 0 # the command line of another program stands behind --
        set -l at (contains -i -- -- $before)
        if test -n "$at"
            complete -C (string join ' ' -- (string escape -- $before[(math $at + 1)..-1]) "$flag$word")
        end
    else if test (math "bitand($directive, 16)") -ne 0
        string join \n -- "$flag"(__fish_complete_directories "$word")
    else if test $any = 0 -a (math "bitand($directive, 4)") -eq 0
        string join \n -- "$flag"(__fish_complete_path "$word")
    end
end

for program in elide elision-get elision-bench
    complete -c $program -k -f -a '(__elide_complete)'
end
