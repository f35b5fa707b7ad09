import AccountModel

/// What AppArmor calls a process that a Snap confines: `snap.NAME.APP (enforce)`.
enum SnapLabel {
    /// The sandbox that a label tells of; `nil` for any other label.
    ///
    /// Snaps of classic confinement, and those run for development, carry such a label in the mode `complain`, which
    /// holds nothing back: by it alone they are programs like any other.
    static func sandbox(in label: String) -> Sandbox? {
        guard label.hasPrefix("snap.") else { return nil }
        let parts = label.split(separator: " ", maxSplits: 1)
        if parts.count == 2, ["(complain)", "(unconfined)"].contains(parts[1]) { return nil }
        let names = parts[0].split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, ["(enforce)", "(kill)"].contains(parts[1]), names.count == 3, !names[2].isEmpty,
            SandboxName.isSnap(String(names[1]))
        else { return .nameless }
        return .snap(String(names[1]))
    }
}
