import AccountModel

/// A sandbox that stands round a process.
enum Sandbox: Hashable {
    case flatpak(FlatpakInfo)
    case snap(String)
    /// One that nothing names, or that things of different minds name.
    case nameless

    /// - Parameters:
    ///   - label: what the bus gave as the process's security label when it connected, where it gave one.
    ///   - own: the agent's own namespaces; where they cannot be told, nobody is outside a sandbox.
    /// - Returns: `nil` for a process outside any sandbox.
    init?(around image: ProcessImage, label: String? = nil, own: Namespaces?) {
        let isBorder = KnownPrograms.kind(ofFileNamed: image.programName) == .sandboxBorder
        let isInside = image.namespaces != own || isBorder
        switch (image.flatpak, Sandbox.told(by: [label, image.securityLabel])) {
        case (.none, nil) where !isInside: return nil
        // A file alone names nothing: whoever has the agent's own mounts can have put it there for a root of its own.
        case (.info(let info), nil) where own.map({ $0.mount != image.namespaces.mount }) ?? false:
            self = .flatpak(info)
        case (.none, .snap(let name)): self = .snap(name)
        default: self = .nameless
        }
    }

    /// What labels of one process say together.
    private static func told(by labels: [String?]) -> Sandbox? {
        let told = Set(labels.compactMap(\.self).map { SnapLabel.sandbox(in: $0) })
        return told.count > 1 ? .nameless : told.first ?? nil
    }

    var program: ProgramIdentity {
        switch self {
        case .flatpak(let info): .flatpak(info.application)
        case .snap(let name): .snap(name)
        case .nameless: .sandbox
        }
    }

    /// The name of one start of the application, where the sandbox tells it.
    var instance: String? {
        guard case .flatpak(let info) = self, let instance = info.instance else { return nil }
        return "\(info.application) \(instance)"
    }
}
