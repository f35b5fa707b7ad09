import Glibc

/// A part of the rig did not do its work; the test that needs it fails with these words.
package struct RigError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// A system call that failed, with the words for `code` (an errno).
    static func system(_ call: String, _ code: Int32) -> RigError {
        RigError("\(call): \(unsafe String(cString: strerror(code)))")
    }
}
