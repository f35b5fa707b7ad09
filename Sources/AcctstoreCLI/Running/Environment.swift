import Glibc

/// The variables that the program was started with.
package struct Environment: Sendable {
    private let read: @Sendable (String) -> String?

    /// - Parameter read: the value of a variable.
    package init(_ read: @escaping @Sendable (String) -> String?) {
        self.read = read
    }

    /// The value; `nil` where the variable is not set, is empty, or is not valid UTF-8.
    package subscript(name: String) -> String? {
        read(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the variable is set, if only to nothing.
    package func isSet(_ name: String) -> Bool { read(name) != nil }

    /// That of this process, which changes no variable.
    package static let ofThisProcess = Environment { name in
        // SAFETY: getenv gives a zero-terminated string or null; it stays as long as nobody calls setenv.
        unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
    }
}
