import TestRig

/// The targets of Package.swift and their arrows, read from its text.
///
/// The package tool could tell them too, but it waits for the build folder that the running tests hold.
struct Manifest {
    /// A target's name, and the names of those it depends on directly.
    let arrows: [String: Set<String>]

    init() throws {
        let text = try PackageFiles.text("Package.swift")
        var arrows: [String: Set<String>] = [:]
        for opening in ["module(", "tests(", ".target(", ".executableTarget(", "system("] {
            for call in Self.calls(opening, in: text) {
                let names = Self.literals(in: call)
                guard let name = names.first else { continue }
                arrows[name] = opening == "system(" ? [] : Set(names.dropFirst())
            }
        }
        self.arrows = arrows
    }

    /// Everything that a target reaches by its arrows.
    func reach(of target: String) -> Set<String> {
        var found: Set<String> = []
        var next = arrows[target] ?? []
        while let name = next.popFirst() {
            guard found.insert(name).inserted else { continue }
            next.formUnion(arrows[name] ?? [])
        }
        return found
    }

    /// The arguments of each call, without what is not a target: `path:` and `exclude:`.
    private static func calls(_ opening: String, in text: String) -> [Substring] {
        var calls: [Substring] = []
        var rest = text[...]
        while let start = rest.firstRange(of: opening) {
            let arguments = balanced(rest[start.upperBound...])
            let end = [" path:", " exclude:"].compactMap { arguments.firstRange(of: $0)?.lowerBound }.min()
            calls.append(arguments[..<(end ?? arguments.endIndex)])
            rest = rest[start.upperBound...]
        }
        return calls
    }

    /// The text up to the parenthesis that closes an open one.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 1
        let end = text.firstIndex { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth == 0
        }
        return text[..<(end ?? text.endIndex)]
    }

    private static func literals(in text: Substring) -> [String] {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    }
}
