extension CompletionShell {
    /// To be sourced after `compinit`, or found as `_TOOL` on `fpath`.
    static let zshScript = #"""
        #compdef @tool@
        # Completion of @tool@ for zsh. Made by: @tool@ completion zsh

        _@tool@() {
            local source line
            local -a answer candidates shown explained
            answer=("${(@f)$(command @tool@ @ask@ -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
            source=$answer[1]
            for line in "${(@)answer[2,-1]}"; do
                candidates+=("${line%%$'\t'*}")
                shown+=("${(r:24:)line%%$'\t'*}  ${line#*$'\t'}")
                [[ -n ${line#*$'\t'} ]] && explained=(-l -d shown)
            done

            local added=1
            (($#candidates)) && compadd -V @tool@ "${(@)explained}" -a -- candidates && added=0
            if [[ $source != none ]]; then
                compset -P '--*='
                case $source in
                files) _files && added=0 ;;
                directories) _files -/ && added=0 ;;
                commands) if [[ $PREFIX == */* ]]; then _files; else _command_names -e; fi && added=0 ;;
                esac
            fi
            return added
        }

        if [[ $funcstack[1] == _@tool@ ]]; then
            _@tool@ "$@"
        else
            compdef _@tool@ @tool@
        fi

        """#
}
