extension BusConnection {
    /// The answer of the bus to a request for a name.
    package enum NameReply: UInt32, Hashable, Sendable {
        case owner = 1
        /// Somebody else has it; we get it when they let go.
        case queued = 2
        /// Somebody else has it and keeps it.
        case taken = 3
        case ownedAlready = 4
    }

    /// Asks the bus for a well-known name. Export the objects first: calls may arrive before this returns.
    ///
    /// - Parameters:
    ///   - allowReplacement: whether another program may take the name away.
    ///   - replace: take it from an owner that allows it; such an owner hears `NameLost`.
    ///   - queue: wait for the name rather than be refused.
    package func requestName(
        _ name: String, allowReplacement: Bool = false, replace: Bool = false, queue: Bool = false
    ) async throws(GLibError) -> NameReply {
        let flags: UInt32 = (allowReplacement ? 1 : 0) | (replace ? 2 : 0) | (queue ? 0 : 4)
        let answer = try await callBus("RequestName", [.string(name), .uint32(flags)])
        guard let reply = answer[0]?.uint32.flatMap(NameReply.init(rawValue:)) else {
            throw .invalidArgument("the bus gave no known answer to RequestName")
        }
        return reply
    }

    /// Gives a name back. Calls that have arrived are still answered.
    package func releaseName(_ name: String) async throws(GLibError) {
        _ = try await callBus("ReleaseName", [.string(name)])
    }

    /// The unique name of a name's owner, or nil where it has none.
    package func owner(of name: String) async throws(GLibError) -> String? {
        do throws(GLibError) {
            return try await callBus("GetNameOwner", [.string(name)])[0]?.string
        } catch {
            if error.kind == .noProvider { return nil }
            throw error
        }
    }

    /// The owners of a name as they change, nil for none; only changes from now on.
    package func ownerChanges(of name: String) async -> AsyncStream<String?> {
        let changes = await signals(
            sender: Self.busName, interface: Self.busName, member: "NameOwnerChanged", path: Self.busPath,
            firstArgument: name)
        return changes.mapped { signal in
            let owner = signal.message[2]?.string ?? ""
            return owner.isEmpty ? nil : owner
        }
    }

    /// Calls `changed` on the GLib thread whenever a name gets another owner or loses the one it has, before any message
    /// that arrives after that.
    package func watchOwner(of name: String, changed: @escaping @Sendable () -> Void) async -> BusWatch {
        await watchSignals(
            sender: Self.busName, interface: Self.busName, member: "NameOwnerChanged", path: Self.busPath,
            firstArgument: name
        ) { _ in changed() }
    }

    /// Ends with one element when another program has taken a name from us.
    package func losses(of name: String) async -> AsyncStream<Void> {
        let signals = await signals(
            sender: Self.busName, interface: Self.busName, member: "NameLost", path: Self.busPath,
            firstArgument: name)
        return signals.mapped { _ in }
    }

    /// Calls the bus itself: `org.freedesktop.DBus`. Throws `.noProvider` where there is no bus.
    package func callBus(
        _ method: String, _ arguments: [Variant] = [], timeout: Duration = .seconds(5)
    ) async throws(GLibError) -> BusMessage {
        guard isOnBus else { throw .noProvider("There is no bus between the two programs.") }
        return try await call(
            destination: Self.busName, path: Self.busPath, interface: Self.busName, method: method,
            arguments: arguments, timeout: timeout)
    }

    static let busName = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"
}
