public import AccountStore
internal import OwnFiles
public import SecretBytes

extension VaultKeychain {
    public func create(
        _ record: Record, secret: SharedSecret
    ) async throws(KeychainError) -> StoredRecord.Reference {
        try await change { (content) throws(FormatTrouble) in try content.add(record, secret: secret) }
    }

    public func create(_ records: [NewRecord]) async throws(KeychainError) {
        try await change { (content) throws(FormatTrouble) in
            for new in records { _ = try content.add(new.record, secret: new.secret) }
        }
    }

    public func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        try await change { (content) throws(FormatTrouble) in
            try content.update(reference, to: record, secret: secret) ? () : nil
        }
    }

    public func delete(_ reference: StoredRecord.Reference) async throws(KeychainError) {
        try await change { (content) throws(FormatTrouble) in content.remove(reference) ? () : nil }
    }

    /// Changes the content and writes it as a whole.
    ///
    /// - Parameter body: gives `nil` where the record is not there; nothing is written then.
    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (inout SealedRecords) throws(FormatTrouble) -> Result?
    ) async throws(KeychainError) -> Result {
        _ = try await opened()
        noteUse()
        return try await onDisk { () throws(KeychainError) in
            guard var open = try self.refreshed() else { throw self.lockedError }
            let (result, bytes) = try self.inKeychainTerms { () throws(FormatTrouble) -> (Result?, [UInt8]) in
                if let stronger = open.stronger {
                    open.content = try open.content.sealed(under: stronger)
                    open.stronger = nil
                }
                guard let result = try body(&open.content) else { return (nil, []) }
                return (result, try open.content.file(of: .vault))
            }
            guard let result else { throw VaultKeychain.absent }
            try self.write(bytes)
            open.mark = Array(bytes[SealedHeader.writing])
            self.state.replace(open)
            return result
        }
    }

    /// Puts the file in the place of the old one. What is not known then is for the person, and no reason to say that nothing
    /// was stored.
    func write(_ bytes: [UInt8]) throws(KeychainError) {
        guard case .unsure(let trouble) = try file.write(bytes) else { return }
        notice("\(path) was written, but may be the old one again after a power cut: \(trouble.message)")
    }
}
