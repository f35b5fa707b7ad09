import TestRig
import Testing

/// The binary interface, which other programs are linked with: it may grow, and nothing in it may go.
@Suite("The file libacctstore.so.1")
struct LibrarySymbolTests {
    private let file = InstalledLibrary.built + "/libacctstore.so.1"

    /// What release 0.1.0 has.
    private static let symbols = [
        "acctstore_accounts_free", "acctstore_cancel_free", "acctstore_cancel_new", "acctstore_cancel_trigger",
        "acctstore_close", "acctstore_error_free", "acctstore_get_credential", "acctstore_list", "acctstore_open",
        "acctstore_perform", "acctstore_request_access", "acctstore_response_free", "acctstore_response_take_body",
        "acctstore_sign", "acctstore_signed_request_free", "acctstore_version",
    ]

    @Test("exports the functions of the header and nothing else, each with its version")
    func symbols() async throws {
        let listed = try await run(["nm", "--dynamic", "--defined-only", "--with-symbol-versions", file])
        let exported = listed.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            // The version itself is an absolute symbol.
            return words.count == 3 && words[1] != "A" ? String(words[2]) : nil
        }
        #expect(exported.sorted() == Self.symbols.map { "\($0)@@ACCTSTORE_1" })
        let header = try PackageFiles.text("Sources/CAcctstore/acctstore.h")
        for symbol in Self.symbols {
            #expect(header.contains("\(symbol)("), "\(symbol)")
        }
    }

    @Test(
        "is called by its name and version, needs GLib and the C library alone, and is found nowhere but where it belongs"
    )
    func dynamicSection() async throws {
        let lines = try await run(["readelf", "--dynamic", "--wide", file]).split(separator: "\n")
        func values(_ tag: String) -> [String] {
            lines.filter { $0.contains("(\(tag))") }.compactMap { line in
                line.split(separator: "[").last?.split(separator: "]").first.map(String.init)
            }
        }
        #expect(values("SONAME") == ["libacctstore.so.1"])
        #expect(values("RUNPATH").isEmpty && values("RPATH").isEmpty)
        let known = ["libc.so.", "libm.so.", "ld-linux", "libgio-2.0.so.", "libglib-2.0.so.", "libgobject-2.0.so."]
        for library in values("NEEDED") {
            #expect(known.contains { library.hasPrefix($0) }, "\(library)")
        }
        #expect(lines.contains { $0.contains("(FLAGS_1)") && $0.contains("NODELETE") && $0.contains("NOW") })
    }

    @Test("its header is one for C89 and for C++, and its release is that of the programs")
    func header() async throws {
        let header = PackageFiles.root + "/Sources/CAcctstore/acctstore.h"
        let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
        _ = try await run(["gcc", "-std=c89"] + strict + ["-x", "c", header])
        _ = try await run(["g++", "-std=c++98"] + strict + ["-x", "c++", header])
        let version = try await Program(
            [try PackageFiles.builtPrograms + "/acctstore", "--version"], environment: [:], user: .current
        ).run().out
        let text = try PackageFiles.text("Sources/CAcctstore/acctstore.h")
        let release = try #require(version.split(whereSeparator: \.isWhitespace).last)
        #expect(text.contains("#define ACCTSTORE_VERSION \"\(release)\"\n"))
        let numbers = release.split(separator: ".")
        for (name, number) in zip(["MAJOR", "MINOR", "PATCH"], numbers) {
            #expect(text.contains("#define ACCTSTORE_VERSION_\(name) \(number)\n"))
        }
    }

    private func run(_ command: [String]) async throws -> String {
        let outcome = try await Program(
            command, environment: ["LC_ALL": "C", "PATH": "/usr/local/bin:/usr/bin:/bin"], user: .current
        ).run()
        try #require(outcome.status == 0, "\(outcome.err)")
        return outcome.out
    }
}
