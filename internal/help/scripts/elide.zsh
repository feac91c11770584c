#compdef elide elision-get elision-bench
# zsh completion for elide, elision-get and elision-bench
#
# Put it into a folder of fpath as _elide, or run it from ~/.zshrc behind compinit:
#     eval "$(elide completion zsh)"

_elide() {
    emulate -L zsh -o extended_glob
    local -a before answer candidates spaced
    local line word directive=0 i
    before=("${(@Q)words[1,CURRENT-1]}")
    answer=("${(@f)$("${before[1]/#\~\//$HOME/}" __complete "${(@)before[2,-1]}" "${(Q)PREFIX}" 2>/dev/null)}")

    for line in "${(@)answer}"; do
        case $line in
        :<->) directive=${line#:} ;;
        '') ;;
        *)
            word=${line%%$'\t'*}
            word=${word//:/\\:}
            [[ $line == *$'\t'* ]] && word+=":${line#*$'\t'}"
            candidates+=("$word")
            ;;
        esac
    done

    if ((directive & 64)); then # the command line of another program stands behind --
        i=${words[(i)--]}
        if ((i < CURRENT)); then
            shift $i words
            ((CURRENT -= i))
            _normal
            return
        fi
    fi
    compset -P '-[^=]#=' # the value of a flag is completed alone
    ((directive & 2)) && spaced=(-S '')
    if ((${#candidates})); then
        _describe -V elide candidates "${(@)spaced}" && return
    fi
    if ((directive & 16)); then
        _path_files -/
    elif ((!(directive & 4))); then
        _files
    fi
}

if [[ ${funcstack[1]} == _elide ]]; then
    _elide "$@"
else
    compdef _elide elide elision-get elision-bench
fi
