public import AccountModel
internal import AgentProtocol

/// Import and export.
extension AgentBroker {
    public func beginImport(_ request: ImportRequest) async throws(BrokerError) -> ImportStep {
        try await link.call(BeginImport(request))
    }

    public func openImport(
        _ handle: ImportHandle, passphrase: PassphraseHandle?
    ) async throws(BrokerError) -> ImportListing {
        try await link.call(OpenImport(handle, passphrase: passphrase))
    }

    public func storeImported(
        _ handle: ImportHandle, item: Int, replacing: Bool
    ) async throws(BrokerError) -> ImportOutcome {
        try await link.call(StoreImported(handle, item: item, replacing: replacing))
    }

    public func endImport(_ handle: ImportHandle) async throws(BrokerError) -> Int {
        try await link.call(EndImport(handle))
    }

    public func checkExport(of accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError) {
        try await link.call(CheckExport(accounts, includesGrants: includesGrants))
    }

    public func export(_ request: ExportRequest) async throws(BrokerError) -> ExportedBundle {
        try await link.call(Export(request))
    }
}
