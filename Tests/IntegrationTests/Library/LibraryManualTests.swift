import TestRig
import Testing

@Suite("libacctstore(3)")
struct LibraryManualTests {
    @Test("has every function and every error of the header")
    func complete() throws {
        let page = try PackageFiles.text("man/libacctstore.3")
        let header = try PackageFiles.text("Sources/CAcctstore/acctstore.h")
        let words = Set(header.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        let constants = words.filter { word in
            word.hasPrefix("ACCTSTORE_") && !["ACCTSTORE_H", "ACCTSTORE_MAKE"].contains { word.hasPrefix($0) }
                && !word.hasPrefix("ACCTSTORE_VERSION")
        }
        #expect(constants.count > 25)
        for constant in constants.sorted() { #expect(page.contains(constant), "\(constant)") }
        let map = try PackageFiles.text("data/libacctstore.map")
        let functions = map.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("acctstore_") }
        #expect(functions.count > 10)
        for function in functions {
            let name = function.dropLast()
            #expect(page.contains(".Fn \(name)") || page.contains(".Fo \(name)"), "\(name)")
            #expect(header.contains("\(name)("), "\(name)")
        }
    }

    @Test("its example is a program that works")
    func example() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let lines = try ManualPage("libacctstore.3").section("EXAMPLES")
            let start = try #require(lines.firstIndex { $0.hasPrefix(".Bd -literal") })
            let end = try #require(lines.firstIndex(of: ".Ed"))
            let text = lines[(start + 1)..<end].joined(separator: "\n").replacing("\\e", with: "\\")
                .replacing("\"twitter\"", with: "\"local\"")
                .replacing("https://api.x.com/2/users/me", with: caller.url)
            let source = try rig.folder.write(text + "\n", to: "example.c")
            let program = try await caller.library.build(path: source, as: "home/bin/example")
            try await caller.terminal.mustRun("acctstore grant \(program) 1")
            expectSuccess(try await rig.program([program]).run(), prints: "[]\n")
        }
    }
}
