
# Codes contain colons, and `@game.sgf` an at sign, at which bash ends words: joins such words again, and gives back what
# follows the last colon.
# Where no option is begun, completes values and records instead of options.
_kifu_joined() {
    local line=$COMP_LINE index last=-1 cword=0 rest word reply
    local words=() replies=()
    for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
        word=${COMP_WORDS[index]}
        rest=${line#"${line%%[![:space:]]*}"}
        if ((index > 0)) && [[ $rest == "$line" && ($word == :* || ${words[last]} == *: || ${words[last]} == ?(=)@) ]]; then
            words[last]+=$word
        else
            words+=("$word")
            last=$((last + 1))
        fi
        ((index == COMP_CWORD)) && cword=$last
        line=${rest#"$word"}
    done
    local colons=$COMP_WORDBREAKS
    COMP_WORDS=("${words[@]}") COMP_CWORD=$cword
    local cur=${words[cword]} prev=
    ((cword > 0)) && prev=${words[cword - 1]}
    # As in `--ignore=CODE`.
    cur=${cur#=}
    [[ $prev == = ]] && ((cword > 1)) && prev=${words[cword - 2]}
    local records='\.(sgf|kifu|zip|tar|tgz|tbz2|txz|tzst|gz|bz2|xz|zst)$'
    if [[ $cur == @* && ($prev == --position || $prev == --pattern) ]]; then
        COMPREPLY=()
        # Quoted: what a name says must not be run.
        while IFS= read -r reply; do
            [[ -d $reply ]] && COMPREPLY+=("@$(printf %q "$reply")/")
            [[ ! -d $reply ]] && grep -qiE "$records" <<<"$reply" && COMPREPLY+=("@$(printf %q "$reply")")
        done < <(compgen -f -- "${cur#@}")
        # The name goes on behind a folder.
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
        return
    fi
    _kifu "$1" "$cur" "$prev"
    # The names of files of the generated script are neither whole nor quoted: what a name says must not be run.
    replies=($(compgen -f -- "$cur"))
    if [[ $cur != -* && ${#replies[@]} -gt 0 && ${COMPREPLY[*]} == "${replies[*]}" ]]; then
        COMPREPLY=()
        while IFS= read -r reply; do
            [[ ${BASH_VERSINFO[0]} -lt 4 ]] && reply=$(printf %q "$reply")
            COMPREPLY+=("$reply")
        done < <(compgen -f -- "$cur")
        compopt -o filenames 2>/dev/null
    fi
    replies=()
    if [[ $cur != -* ]]; then
        for reply in "${COMPREPLY[@]}"; do
            [[ $reply == [-\<\[]* ]] || replies+=("$reply")
        done
        COMPREPLY=("${replies[@]}")
        if ((${#COMPREPLY[@]} == 0 && cword > 1)); then
            local IFS=$'\n'
            COMPREPLY=($(compgen -d -- "$cur") $(compgen -f -- "$cur" | grep -iE "$records"))
            compopt -o filenames 2>/dev/null
        fi
    fi
    if [[ $cur == *:* && $colons == *:* ]]; then
        local before=${cur%"${cur##*:}"}
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
}

complete -F _kifu_joined -o bashdefault -o default kifu
