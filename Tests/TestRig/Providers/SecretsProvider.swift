/// A program that keeps secrets on a private bus, with one open collection behind the alias `default`.
package protocol SecretsProvider: Sendable {
    var pid: Int32 { get }
    /// What it wrote to stderr.
    var errors: String { get }
    /// Does in the provider's windows what a person does who wants the request to go on: types the password, allows.
    func answerWindows() async throws
    func stop() async
}

extension SecretsProvider {
    /// Runs `body` with a person before the provider's windows.
    package func attended<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        let person = Task {
            while !Task.isCancelled {
                try await answerWindows()
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        defer { person.cancel() }
        return try await body()
    }
}

/// The providers beside gnome-keyring, each with its own windows on a desktop.
package enum OtherProvider: String, Sendable, CaseIterable {
    case keePassXC = "KeePassXC"
    case kWallet = "KWallet"

    /// The password of its collection.
    package static let password = "provider password"

    package func start(on bus: PrivateBus, at desktop: Desktop) async throws -> any SecretsProvider {
        switch self {
        case .keePassXC: try await KeePassXC.start(on: bus, at: desktop)
        case .kWallet: try await KWallet.start(on: bus, at: desktop)
        }
    }

    /// The environment of a graphical program on the bus, with a folder of its own for what it would share with others of
    /// its kind: their sockets and locks.
    static func environment(on bus: PrivateBus, at desktop: Desktop) throws(RigError) -> [String: String] {
        var environment = bus.environment
        environment["DISPLAY"] = desktop.display
        environment["QT_QPA_PLATFORM"] = "xcb"
        environment["TMPDIR"] = try bus.folder.makeFolder("tmp")
        return environment
    }
}
