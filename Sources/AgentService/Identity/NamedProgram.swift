package import AccountModel

/// A program with the process that gave it its name.
package struct NamedProgram: Sendable {
    package var program: ProgramIdentity
    /// An answer of "once" holds as long as this process runs.
    package var process: ProcessFacts
    package var hold: ProcessHold
}

/// The process at the other end cannot be looked at, so nothing is done for it.
package struct NamingRefusal: Error, Hashable, Sendable {
    /// For the message: `its executable cannot be read`.
    package var reason: String
}
