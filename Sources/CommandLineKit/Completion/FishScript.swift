extension CompletionShell {
    /// For fish 3.
    static let fishScript = #"""
        # Completion of @tool@ for fish. Made by: @tool@ completion fish

        function __@tool@_complete
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            # Without its quotes; one that is still open has no end to take away.
            set -l plain (string unescape -- $word); or set plain (string replace -r '^["\']' '' -- $word)
            set -l answer (command @tool@ @ask@ -- $words[2..-1] "$plain" 2>/dev/null </dev/null)
            # fish leaves a tilde as it is, which would then mean somebody's home.
            set -q answer[2]; and string match -v -- '~*' $answer[2..-1]
            set -l start (string match -r -- '^--[^=]*=' $word)
            set -l rest (string replace -r -- '^--[^=]*=' '' $word)
            switch "$answer[1]"
                case files
                    # A command that does not exist takes files.
                    for path in (complete -C "'' $rest")
                        printf '%s%s\n' "$start" $path
                    end
                case directories
                    for path in (__fish_complete_directories "$rest" '')
                        printf '%s%s\n' "$start" $path
                    end
                case commands
                    __fish_complete_command
            end
        end

        complete -c @tool@ -f -k -a '(__@tool@_complete)'

        """#
}
