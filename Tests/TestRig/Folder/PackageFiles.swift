import Glibc

/// Where the package's own files are, as the tests were built from it.
package enum PackageFiles {
    /// The folder of Package.swift.
    package static let root: String = {
        // This file is Tests/TestRig/Folder/PackageFiles.swift.
        var path = #filePath
        for _ in 0..<4 { path = Files.parent(of: path) }
        return path
    }()

    /// The folder with the programs of the same build as the running tests, or the one that `ACCTSTORE_TEST_BIN` names.
    package static var builtPrograms: String {
        get throws(RigError) {
            if let given = unsafe getenv("ACCTSTORE_TEST_BIN") {
                return unsafe String(cString: given)
            }
            let besideTests = Files.parent(of: try executablePath())
            let candidates = [besideTests, root + "/.build/debug"]
            guard let found = candidates.first(where: { Files.exists($0 + "/acctstore") }) else {
                throw RigError("no built acctstore in \(candidates.joined(separator: " or ")); run: swift build")
            }
            return found
        }
    }

    package static func exists(_ path: String) -> Bool {
        Files.exists(path)
    }

    /// The text of a file of the package.
    package static func text(_ name: String) throws(RigError) -> String {
        String(decoding: try Files.read(root + "/" + name), as: UTF8.self)
    }

    /// The paths, relative to the package, of the files below a folder whose names end in `suffix`; sorted.
    package static func files(below folder: String, suffix: String = ".swift") -> [String] {
        Files.names(in: root + "/" + folder).sorted().flatMap { name -> [String] in
            let path = folder + "/" + name
            if name.hasSuffix(suffix) { return [path] }
            return files(below: path, suffix: suffix)
        }
    }

    /// A file of the reference data that lies beside the package (`../shared`), or nil where it is not there.
    ///
    /// Looked for beside every folder above the package, so that a work tree elsewhere finds it too.
    package static func shared(_ name: String) -> String? {
        var folder = root
        while folder != "/" {
            folder = Files.parent(of: folder)
            let path = (folder == "/" ? "" : folder) + "/shared/" + name
            if Files.exists(path) { return path }
        }
        return nil
    }

    /// The bytes of a file of the reference data, or nil where it is not there.
    package static func sharedBytes(_ name: String) -> [UInt8]? {
        guard let path = shared(name) else { return nil }
        return try? Files.read(path)
    }

    private static func executablePath() throws(RigError) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw .system("readlink /proc/self/exe", errno) }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
