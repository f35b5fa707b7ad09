/// A manual page of the package, in mdoc(7), as a test looks at it.
package struct ManualPage: Sendable {
    private let lines: [Substring]

    /// - Parameter name: of the file in `man`.
    package init(_ name: String) throws(RigError) {
        lines = try PackageFiles.text("man/\(name)").split(separator: "\n").map { $0 }
    }

    /// The lines of a section, or of a subsection with its title in brackets or not.
    package func section(_ title: String) throws(RigError) -> [String] {
        guard let start = lines.firstIndex(where: { $0 == ".Sh \(title)" || $0 == ".Ss \(title)" }) else {
            throw RigError("there is no section \(title)")
        }
        let isWhole = lines[start].hasPrefix(".Sh ")
        return lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") && (isWhole || !$0.hasPrefix(".Ss ")) }
            .map(String.init)
    }

    /// The titles of subsections that begin so.
    package func subsections(_ beginning: String) -> [String] {
        lines.filter { $0.hasPrefix(".Ss \(beginning)") }.map { String($0.dropFirst(4)) }
    }
}
