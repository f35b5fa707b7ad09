import CommandLineKit
import TestRig
import Testing

@Suite("Manual page")
struct ManualTests {
    @Test("the description fills the parts, and prose goes to the commands that it speaks of")
    func parts() throws {
        let page = try SampleTool.tool.manual(
            from: """
                .Sh SYNOPSIS
                @synopsis
                .Sh OPTIONS
                @options
                .Sh COMMANDS
                @commands
                @more app set
                .Pp
                More about it.
                @end
                .Sh EXAMPLES
                @examples
                """)
        try Golden.check(page, "manual")
    }

    @Test("no text is taken for a macro, an escape or a hyphen")
    func hostileText() throws {
        let tool = Command(
            "tool", abstract: #".Do it's \fBnot\fP."#,
            discussion: "Use --this or -t, well-known. Größe …\n  'a' `b` ~ \\ -x",
            examples: [.init("'x'", "'Quoted'.")])
        let group = Command("tools", abstract: "Tools.", subcommands: [tool])
        #expect(
            try group.manual(from: "@commands\n@examples") == #"""
                .Ss tool
                \&.Do it's \efBnot\efP.
                .Pp
                Use \-\-this or \-t, well-known.
                Gr\[u00F6]\[u00DF]e ...
                .Pp
                .Dl \(aqa\(aq \(gab\(ga \(ti \e \-x
                \&'Quoted'.
                .Dl \(aqx\(aq

                """#)
    }

    @Test(
        "a source that cannot be filled is an error",
        arguments: [
            ("@sinopsis", "'@sinopsis' is no part of a page"),
            ("@more frob\nx\n@end", "there is no command 'frob' to say more about"),
            ("@more add\nx", "'@more add' has no '@end'"),
        ])
    func mistakes(source: String, message: String) {
        #expect(throws: ManualTemplateError(description: message)) { try SampleTool.tool.manual(from: source) }
    }
}
