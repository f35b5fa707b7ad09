import FoundationEssentials
import Glibc

/// A folder of its own for one rig, mode 0700, owned by the user of the rig.
///
/// Whoever makes it calls ``remove()``. Where the tests die before that, it is removed all the same, and what was started
/// from it is killed.
package struct TemporaryFolder: Sendable {
    package let path: String
    package let user: RigUser
    private let guardian: Guardian

    package init(user: RigUser = .rig) throws(RigError) {
        var template = Array("/tmp/acctstore-rig-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .system("mkdtemp", errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.user = user
        guardian = try Guardian(of: path)
        unsafe chown(path, user.uid, user.gid)
    }

    /// The path of something in this folder.
    package func path(_ name: String) -> String {
        path + "/" + name
    }

    /// Makes a folder of mode 0700 and answers its path.
    @discardableResult
    package func makeFolder(_ name: String) throws(RigError) -> String {
        try Files.makeFolder(path(name), mode: 0o700, owner: user)
        return path(name)
    }

    /// Makes or replaces a file, with the folders above it, and answers its path.
    @discardableResult
    package func write(_ text: String, to name: String, mode: UInt32 = 0o600) throws(RigError) -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o600) throws(RigError) -> String {
        try Files.makeFolder(Files.parent(of: path(name)), mode: 0o700, owner: user)
        try Files.write(bytes, to: path(name), mode: mode, owner: user)
        return path(name)
    }

    /// Copies a file from anywhere; the copy can be read and run by everybody who may enter the folder.
    @discardableResult
    package func copy(_ source: String, to name: String, mode: UInt32 = 0o755) throws(RigError) -> String {
        try write(Files.read(source), to: name, mode: mode)
    }

    /// The text of a file, or nil where there is none.
    package func read(_ name: String) -> String? {
        guard let bytes = try? Files.read(path(name)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a file. Throws where there is none.
    package func bytes(_ name: String) throws(RigError) -> [UInt8] {
        try Files.read(path(name))
    }

    /// Removes a file, where there is one.
    package func forget(_ name: String) {
        try? FileManager.default.removeItem(atPath: path(name))
    }

    /// Removes the folder and all in it.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
        guardian.dismiss()
    }

    /// Does to the folder what the death of the tests would; for the test of that.
    package func abandon() {
        guardian.act()
    }
}
