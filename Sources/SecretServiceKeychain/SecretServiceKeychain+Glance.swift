internal import AccountModel
public import AccountStore
internal import GLibBridge

extension SecretServiceKeychain {
    public func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance {
        var status = KeychainStatus(kind: KeychainKind.secretService.rawValue, state: .unknown)
        do throws(ProviderError) {
            _ = try configuredLabel()
        } catch {
            return KeychainGlance(status: status, trouble: error.told(configuring))
        }
        do throws(ProviderError) {
            let provider = try await link.provider()
            try await meetOthers(at: provider)
            let look = try await look(for: schemas, at: provider)
            status.provider = await provider.program()
            status.collection = look.collection.name
            status.state = .open
            guard look.collection.isLocked else { return KeychainGlance(status: status, records: look.records) }
            let hides = try await hidesItsItems(look.collection, of: provider)
            status.state = look.lacksSome && hides ? .unopened : .locked
            let trouble = KeychainError(
                .locked, "the keyring “\(look.collection.name)” is locked", nextStep: await provider.openingCommand())
            return KeychainGlance(status: status, records: look.records, trouble: trouble)
        } catch {
            status.state = KeychainStatus.State(error.error.code)
            return KeychainGlance(status: status, trouble: error.told(configuring))
        }
    }
}

extension KeychainStatus.State {
    fileprivate init(_ code: KeychainError.Code) {
        switch code {
        case .unreachable: self = .unreachable
        case .notConfigured, .notMade: self = .absent
        case .locked: self = .locked
        case .cancelled, .absent, .file, .refused, .failed: self = .unknown
        }
    }
}

extension Provider {
    /// The file name of the program that answers; `nil` where the bus or the system does not tell.
    fileprivate func program() async -> String? {
        guard let answer = try? await connection.callBus("GetConnectionUnixProcessID", [.string(Names.bus)]),
            let number = answer[0]?.uint32
        else { return nil }
        // Not its executable, which the system shows of no program that guards its memory.
        guard let line = try? SmallFile.read("/proc/\(number)/cmdline") else { return nil }
        let path = String(decoding: line.prefix { $0 != 0 }, as: UTF8.self)
        return path.split(separator: "/").last.map { OneLine.visible(String($0), length: 64) }
    }
}
