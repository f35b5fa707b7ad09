import AccountModel
import Testing

@Suite("Words for a shell")
struct ShellWordTests {
    @Test(
        "A word is quoted where a shell would read something into it",
        arguments: [
            ("/usr/bin/tool", "/usr/bin/tool"), ("a@b.c:d,e=f%g+h_i-j", "a@b.c:d,e=f%g+h_i-j"), ("", "''"),
            ("a b", "'a b'"), ("~/x", "'~/x'"), ("$(x)`y`", "'$(x)`y`'"), ("it's", #"'it'\''s'"#), ("é", "'é'"),
            ("*", "'*'"), ("a;b", "'a;b'"), ("#x", "'#x'"), ("!x", "'!x'"), ("a\\b", #"'a\b'"#),
        ])
    func quoting(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}
