extension CompletionShell {
    /// For bash 4.4 and later; the package `bash-completion` is not needed.
    ///
    /// readline cuts words at the characters of COMP_WORDBREAKS, such as ':', '=' and '@'. So the words are read from
    /// the line itself, and from what is offered so much is left out as readline leaves standing.
    static let bashScript = #"""
        # Completion of @tool@ for bash. Made by: @tool@ completion bash

        _@tool@() {
            local line=${COMP_LINE:0:COMP_POINT} word='' quote='' begun='' character next
            local -i index standing=0 before=0
            local -a words=()
            for ((index = 0; index < ${#line}; index++)); do
                character=${line:index:1}
                if [[ $quote == "'" && $character != "'" ]]; then
                    word+=$character
                elif [[ $character == \\ ]]; then
                    index+=1
                    next=${line:index:1}
                    [[ $quote == '"' && $next != [\"\\\$\`] ]] && word+=\\
                    word+=$next begun=yes
                elif [[ $character == "$quote" ]]; then
                    quote='' standing=before
                elif [[ -z $quote && $character == [\"\'] ]]; then
                    quote=$character begun=yes before=standing standing=${#word}
                elif [[ -z $quote && $character == [[:blank:]] ]]; then
                    [[ -n $begun ]] && words+=("$word")
                    word='' begun='' standing=0
                else
                    word+=$character begun=yes
                    if [[ -z $quote && $COMP_WORDBREAKS == *"$character"* ]]; then
                        standing=${#word}
                        # A host's name would begin with it, so it is not left standing.
                        [[ $character == @ ]] && standing=standing-1
                    fi
                fi
            done

            local -a answer
            mapfile -t answer <<<"$(command @tool@ @ask@ -- "${words[@]:1}" "$word" 2>/dev/null </dev/null)"
            local source=${answer[0]} candidate
            COMPREPLY=()
            if [[ $source == commands && $word != */* ]]; then
                while read -r candidate; do answer+=("$candidate"); done < <(compgen -c -- "$word" | sort -u)
            fi
            for candidate in "${answer[@]:1}"; do
                candidate=${candidate%%$'\t'*}
                [[ -n $candidate && $candidate == "$word"* ]] || continue
                candidate=${candidate:standing}
                case $quote in
                \') candidate=${candidate//\'/\'\\\'\'} ;;
                \") candidate=${candidate//[\\]/\\\\} candidate=${candidate//\"/\\\"}
                    candidate=${candidate//\$/\\\$} candidate=${candidate//\`/\\\`} ;;
                *) printf -v candidate %q "$candidate" ;;
                esac
                COMPREPLY+=("$candidate")
            done
            # readline itself completes and quotes names of files.
            if ((${#COMPREPLY[@]} == 0)); then
                case $source in
                files | commands) compopt -o default ;;
                directories) compopt -o dirnames ;;
                esac 2>/dev/null
            fi
        }

        complete -o nosort -F _@tool@ @tool@

        """#
}
