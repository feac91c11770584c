# bash completion for elide, elision-get and elision-bench
#
# Put it where bash-completion looks, or run it from ~/.bashrc:
#     eval "$(elide completion bash)"

_elide_complete() {
    local line=${COMP_LINE:0:COMP_POINT} word words=() i cur prefix='' directive=0 answer candidate

    # COMP_WORDS is split at = and : too. What touches belongs together.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${line#"${line%%[![:space:]]*}"}
        ((i == COMP_CWORD)) || word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ -n $line && $line != [[:space:]]* ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        line=${line#"${line%%[![:space:]]*}"}
        line=${line#"$word"}
    done
    cur=${words[${#words[@]} - 1]}
    if [[ $cur == -*=* ]]; then # the value of a flag is completed alone
        [[ $COMP_WORDBREAKS == *=* ]] || prefix=${cur%%=*}=
        cur=${cur#*=}
    fi

    COMPREPLY=()
    answer=$("${words[0]/#~\//$HOME/}" __complete "${words[@]:1}" 2>/dev/null) || return
    while IFS= read -r candidate; do
        case $candidate in
        :*) directive=${candidate#:} ;;
        *)
            candidate=${candidate%%$'\t'*}
            [[ $candidate == "$cur"* ]] && COMPREPLY+=("$prefix$candidate")
            ;;
        esac
    done <<<"$answer"
    case $directive in '' | *[!0-9]*) directive=0 ;; esac

    ((directive & 2)) && compopt -o nospace 2>/dev/null
    ((directive & 4)) && compopt +o default +o bashdefault 2>/dev/null
    ((directive & 16)) && compopt +o default +o bashdefault -o dirnames 2>/dev/null
    ((directive & 64)) && _elide_line
    return 0
}

# The command line of another program stands behind --.
_elide_line() {
    local i candidate
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -- ]] || continue
        if declare -F _command_offset >/dev/null; then
            _command_offset $((i + 1))
        elif ((i + 1 == COMP_CWORD)); then
            while IFS= read -r candidate; do
                COMPREPLY+=("$candidate")
            done < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
        fi
        return
    done
}

complete -o default -o bashdefault -F _elide_complete elide elision-get elision-bench
