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

    @Test(
        "What cannot stand in a line, or would not be seen there, is escaped, so that it forges no other line",
        arguments: [
            ("a\nrm -rf ~", #"$'a\012rm -rf ~'"#), ("it's\r1\\", #"$'it\'s\0151\\'"#),
            ("\u{202E}x", #"$'\342\200\256x'"#), ("\u{2028}é", #"$'\342\200\250é'"#),
        ])
    func escaping(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}
