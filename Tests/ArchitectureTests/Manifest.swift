import TestRig

/// The targets of Package.swift and their arrows, read from its text.
///
/// The package tool could tell them too, but it waits for the build folder that the running tests hold.
struct Manifest {
    /// A target's name, and the names of those it depends on directly.
    let arrows: [String: Set<String>]
    /// The targets whose folder has another name, by that folder.
    private let targetsByFolder: [String: String]

    init() throws {
        let text = try PackageFiles.text("Package.swift")
        var arrows: [String: Set<String>] = [:]
        var targetsByFolder: [String: String] = [:]
        for opening in ["module(", "tests(", ".target(", ".executableTarget(", "system("] {
            for call in Self.calls(opening, in: text) {
                let names = Self.literals(in: Self.withoutPaths(call))
                guard let name = names.first else { continue }
                if let path = call.firstRange(of: " path:"),
                    let folder = Self.literals(in: call[path.upperBound...]).first
                {
                    targetsByFolder[folder] = name
                }
                arrows[name] = opening == "system(" ? [] : Set(names.dropFirst())
            }
        }
        self.arrows = arrows
        self.targetsByFolder = targetsByFolder
    }

    /// The target that a file such as `Sources/OAuth/Signing/Signer.swift` belongs to.
    func target(of file: String) -> String {
        let parts = file.split(separator: "/")
        return targetsByFolder["\(parts[0])/\(parts[1])"] ?? String(parts[1])
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

    /// The arguments of each call.
    private static func calls(_ opening: String, in text: String) -> [Substring] {
        var calls: [Substring] = []
        var rest = text[...]
        while let start = rest.firstRange(of: opening) {
            let arguments = balanced(rest[start.upperBound...])
            calls.append(arguments)
            rest = rest[start.upperBound...]
        }
        return calls
    }

    /// The arguments of a call before those that are no targets.
    private static func withoutPaths(_ call: Substring) -> Substring {
        let end = [" path:", " exclude:"].compactMap { call.firstRange(of: $0)?.lowerBound }.min()
        return call[..<(end ?? call.endIndex)]
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
