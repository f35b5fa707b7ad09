internal import AccountStore
internal import GLibBridge

/// The program behind `org.freedesktop.secrets`, as calls with Swift values. It decides nothing.
struct Provider: Sendable {
    typealias Names = SecretServiceNames

    let connection: BusConnection
    let limits: Limits
    let gate: CallGate

    /// A collection as it was found.
    struct Collection: Sendable {
        let path: String
        let label: String
        let isLocked: Bool

        /// What to call it: its label, or the last part of its path where it has none.
        ///
        /// KeePassXC (2.7.4) gives the name that the database has in itself, which is mostly empty, and the name of its
        /// file, as in the path, while it is locked.
        var name: String { label.isEmpty ? nameInPath : label }

        var nameInPath: String { Collection.name(in: path) }

        /// The last part of a path, in which providers write what no path may hold as `_` and two hex digits.
        static func name(in path: String) -> String {
            var name: [UInt8] = []
            var rest = path.split(separator: "/").last.map { Array($0.utf8) }?[...] ?? []
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "_"),
                    let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                {
                    name.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    name.append(byte)
                }
            }
            return String(decoding: name, as: UTF8.self)
        }
    }

    /// An item as it was found.
    struct Item: Sendable {
        let path: String
        let label: String
        let attributes: [String: String]
    }

    // MARK: - The service

    /// The path behind an alias, or nil for none.
    func collectionPath(alias: String) async throws(ProviderError) -> String? {
        let answer = try await call(Names.servicePath, Names.service, "ReadAlias", [.string(alias)])
        guard let path = answer[0]?.objectPath, path != Names.noObject else { return nil }
        return path
    }

    func collectionPaths() async throws(ProviderError) -> [String] {
        let answer = try await call(
            Names.servicePath, Names.properties, "Get", [.string(Names.service), .string("Collections")])
        return answer[0]?.boxed?.objectPaths ?? []
    }

    /// The secrets of those items that are there and open, still encrypted, by path.
    func secrets(of paths: [String], session: String) async throws(ProviderError) -> [String: Variant] {
        let answer = try await call(
            Names.servicePath, Names.service, "GetSecrets", [.objectPaths(paths), .objectPath(session)])
        var secrets: [String: Variant] = [:]
        for entry in answer[0]?.children ?? [] {
            if case .entry(.objectPath(let path), let secret) = entry { secrets[path] = secret }
        }
        return secrets
    }

    /// Asks to lock or unlock. Gives the prompt to run, if one is needed.
    func change(_ method: LockChange, _ paths: [String]) async throws(ProviderError) -> String? {
        let answer = try await call(Names.servicePath, Names.service, method.rawValue, [.objectPaths(paths)])
        return prompt(answer[1])
    }

    enum LockChange: String {
        case lock = "Lock"
        case unlock = "Unlock"
    }

    func isLocked(_ path: String, as interface: String) async throws(ProviderError) -> Bool {
        try await property("Locked", of: path, interface).get()?.boolean ?? false
    }

    // MARK: - Collections

    /// Two properties and not all: among those is the list of the items, of which there may be ten thousand.
    func collection(at path: String) async throws(ProviderError) -> Collection {
        async let label = property("Label", of: path, Names.collection)
        let isLocked = try await isLocked(path, as: Names.collection)
        return Collection(path: path, label: try await label.get()?.string ?? "", isLocked: isLocked)
    }

    /// The paths of all items of a collection, ours and others.
    func items(of collection: String) async throws(ProviderError) -> [String] {
        try await property("Items", of: collection, Names.collection).get()?.objectPaths ?? []
    }

    func search(_ collection: String, attributes: [String: String]) async throws(ProviderError) -> [String] {
        let answer = try await call(
            collection, Names.collection, "SearchItems", [.stringDictionary(attributes)])
        return answer[0]?.objectPaths ?? []
    }

    /// Makes an item beside whatever there is; never replaces. Gives its path, or the prompt that makes it.
    func createItem(
        in collection: String, label: String, attributes: [String: String], secret: Variant
    ) async throws(ProviderError) -> (path: String?, prompt: String?) {
        let properties: [String: Variant] = [
            "\(Names.item).Label": .string(label),
            "\(Names.item).Attributes": .stringDictionary(attributes),
        ]
        let answer = try await call(
            collection, Names.collection, "CreateItem", [.dictionary(properties), secret, .boolean(false)],
            carriesSecret: true)
        let path = answer[0]?.objectPath
        return (path == Names.noObject ? nil : path, prompt(answer[1]))
    }

    // MARK: - Items

    /// Two properties and not all: gnome-keyring (42.1) looks through its items anew for each, so that of ten thousand
    /// items all five would take minutes.
    func item(at path: String) async throws(ProviderError) -> Item {
        async let label = property("Label", of: path, Names.item)
        let attributes = try await attributes(of: path)
        return Item(path: path, label: try await label.get()?.string ?? "", attributes: attributes)
    }

    func attributes(of item: String) async throws(ProviderError) -> [String: String] {
        try await property("Attributes", of: item, Names.item).get()?.stringDictionary ?? [:]
    }

    func setSecret(_ secret: Variant, of item: String) async throws(ProviderError) {
        _ = try await call(item, Names.item, "SetSecret", [secret], carriesSecret: true)
    }

    func setProperty(_ name: String, of item: String, to value: Variant) async throws(ProviderError) {
        _ = try await call(
            item, Names.properties, "Set", [.string(Names.item), .string(name), .variant(value)])
    }

    /// Gives the prompt to run, if the provider asks before it deletes.
    func delete(_ item: String) async throws(ProviderError) -> String? {
        prompt(try await call(item, Names.item, "Delete")[0])
    }

    // MARK: - Calls

    func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: [Variant] = [], carriesSecret: Bool = false
    ) async throws(ProviderError) -> BusMessage {
        do throws(GLibError) {
            return try await gate.run { () async throws(GLibError) in
                try await connection.call(
                    destination: Names.bus, path: path, interface: interface, method: method, arguments: arguments,
                    timeout: limits.call)
            }
        } catch {
            throw ProviderError(error, carriesSecret: carriesSecret)
        }
    }

    /// As a value, for properties that are asked for at the same time.
    private func property(
        _ name: String, of path: String, _ interface: String
    ) async -> Result<Variant?, ProviderError> {
        do throws(ProviderError) {
            let answer = try await call(path, Names.properties, "Get", [.string(interface), .string(name)])
            return .success(answer[0]?.boxed)
        } catch {
            return .failure(error)
        }
    }

    private func prompt(_ value: Variant?) -> String? {
        guard let path = value?.objectPath, path != Names.noObject else { return nil }
        return path
    }
}
