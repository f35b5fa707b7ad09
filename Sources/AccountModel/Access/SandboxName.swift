/// How sandboxes spell the names of what runs in them.
///
/// The agent and the command line read this one rule: what the agent names can be granted, and nothing else can.
package enum SandboxName {
    /// Whether a text can be the id of a Flatpak application: `org.example.App-Beta`. Three or more elements of ASCII
    /// letters, digits and underscores, none of which starts with a digit; the last may hold dashes.
    package static func isFlatpak(_ id: String) -> Bool {
        guard id.utf8.count <= 255 else { return false }
        let elements = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard elements.count >= 3, let last = elements.last else { return false }
        return last.isElement(withDashes: true) && elements.dropLast().allSatisfy { $0.isElement(withDashes: false) }
    }

    /// Whether a text can be a Snap's name, that of a parallel installation too: `example`, `example_work`. Lower-case
    /// ASCII letters, digits and single dashes, at least one letter; at most 40 bytes, and 10 more for the second.
    package static func isSnap(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard let snap = parts.first, parts.count <= 2, (1...40).contains(snap.count) else { return false }
        let words = snap.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLowerOrDigit) }),
            snap.contains(where: { !$0.isDigit })
        else { return false }
        guard parts.count == 2 else { return true }
        return (1...10).contains(parts[1].count) && parts[1].allSatisfy(\.isLowerOrDigit)
    }
}

extension Substring.UTF8View {
    fileprivate func isElement(withDashes: Bool) -> Bool {
        guard let first, !first.isDigit else { return false }
        return allSatisfy { $0.isLowerOrDigit || $0.isUpper || $0 == UInt8(ascii: "_") || isDash($0, withDashes) }
            && !isDash(first, true)
    }

    private func isDash(_ byte: UInt8, _ isAllowed: Bool) -> Bool {
        isAllowed && byte == UInt8(ascii: "-")
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isLowerOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
