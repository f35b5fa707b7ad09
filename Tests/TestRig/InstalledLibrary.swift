/// `libacctstore`, installed into a tree of its own as `make install` does it, and the way programs are built with it.
package struct InstalledLibrary: Sendable {
    /// What stands for `/`; the prefix in it is `/usr`.
    package let tree: String
    private let folder: TemporaryFolder

    package var path: String { tree + "/usr/lib/libacctstore.so.1" }

    /// Installs what `scripts/build` made. Throws where it made nothing yet.
    package init(in folder: TemporaryFolder) async throws {
        tree = folder.path("tree")
        self.folder = folder
        let built = Self.built
        guard PackageFiles.exists("\(built)/libacctstore.so.1") else {
            throw RigError("no libacctstore.so.1 in \(built); run: scripts/build")
        }
        _ = try await Self.run([
            "make", "--directory=\(PackageFiles.root)", "install-library", "DESTDIR=\(tree)", "PREFIX=/usr",
            "built=\(built)",
        ])
    }

    /// Where `scripts/build` leaves the library.
    package static var built: String { PackageFiles.root + "/.build/release" }

    /// Builds a program of one source, as its users would: the flags come from pkg-config. Answers its path.
    ///
    /// - Parameters:
    ///   - source: a file of the package.
    ///   - name: of the program in the rig's folder.
    ///   - compiler: with the options that are to hold for the source.
    package func build(
        _ source: String, as name: String, compiler: [String] = InstalledLibrary.compiler
    ) async throws -> String {
        try await build(path: PackageFiles.root + "/" + source, as: name, compiler: compiler)
    }

    /// The same for a source anywhere.
    package func build(
        path source: String, as name: String, compiler: [String] = InstalledLibrary.compiler
    ) async throws -> String {
        let flags = try await Self.run(["pkg-config", "--cflags", "--libs", "acctstore"], environment: packages)
        let program = folder.path(name)
        try folder.write("", to: name, mode: 0o755)
        // The tree is no place that the system looks for libraries in.
        let place = compiler == Self.compiler ? ["-pthread", "-Wl,-rpath,\(tree)/usr/lib"] : []
        _ = try await Self.run(
            compiler + [source, "-o", program] + place + flags.split(whereSeparator: \.isWhitespace).map(String.init))
        return program
    }

    /// As strict as there is.
    package static let compiler = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"]

    /// Takes the debugger's notes out of it, as packagers do.
    package func strip() async throws {
        _ = try await Self.run(["strip", "--strip-debug", path])
    }

    /// Where pkg-config finds the library and nothing else.
    package var packages: [String: String] {
        ["PKG_CONFIG_LIBDIR": "\(tree)/usr/lib/pkgconfig", "PKG_CONFIG_SYSROOT_DIR": tree]
    }

    private static func run(_ command: [String], environment more: [String: String] = [:]) async throws -> String {
        let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"].merging(more) { $1 }
        let outcome = try await Program(command, environment: environment, user: .current).run()
        guard outcome.status == 0 else {
            throw RigError("\(command.joined(separator: " ")): \(outcome.status), \(outcome.out)\(outcome.err)")
        }
        return outcome.out
    }
}
