internal import AccountModel
internal import AgentProtocol
internal import Glibc

extension MethodTable {
    /// The part of `org.acctstore.Manager1` that keychains and their passphrases are for.
    mutating func serveVault() {
        serve(GetKeychain.self) { (call, context) async throws(BrokerError) -> KeychainStatus in
            try await context.broker.keychain(call.kind)
        }
        serve(OpenVault.self) { (call, context) async throws(BrokerError) in
            try await context.broker.openVault(passphrase: call.passphrase.ifAny)
        }
        serve(HoldPassphrase.self) { (call, context) async throws(BrokerError) -> PassphraseHandle in
            try await context.broker.holdPassphrase(call.input, checked: call.isChecked)
        }
        serve(MakeVault.self) { (call, context) async throws(BrokerError) in
            try await context.broker.makeVault(call.passphrase)
        }
        serve(ChangePassphrase.self) { (call, context) async throws(BrokerError) in
            try await context.broker.changePassphrase(from: call.old, to: call.new)
        }
        serve(Migrate.self) { (call, context) async throws(BrokerError) -> MigrationReport in
            try await context.broker.migrate(to: call.target)
        }
        serve(RemoveMigrated.self) { (call, context) async throws(BrokerError) -> Int in
            try await context.broker.removeMigrated(from: call.source)
        }
    }
}

extension Descriptor {
    /// `nil` for `/dev/null`, which stands for none.
    var ifAny: Descriptor? {
        var (own, null) = (stat(), stat())
        // SAFETY: both calls fill the structure they are given.
        guard unsafe fstat(rawValue, &own) == 0, unsafe stat("/dev/null", &null) == 0 else { return self }
        return own.st_mode & S_IFMT == S_IFCHR && own.st_rdev == null.st_rdev ? nil : self
    }
}
