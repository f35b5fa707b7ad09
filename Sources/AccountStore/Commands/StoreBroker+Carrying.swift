public import AccountModel

extension StoreBroker {
    private var importDesk: ImportDesk { ImportDesk(parts: parts, caller: caller) }

    public func beginImport(_ request: ImportRequest) async throws(BrokerError) -> ImportStep {
        try await importDesk.begin(request)
    }

    public func openImport(
        _ handle: ImportHandle, passphrase: PassphraseHandle?
    ) async throws(BrokerError) -> ImportListing {
        try await importDesk.open(handle, passphrase)
    }

    public func storeImported(
        _ handle: ImportHandle, item: Int, replacing: Bool
    ) async throws(BrokerError) -> ImportOutcome {
        try await importDesk.store(handle, item: item, replacing: replacing)
    }

    public func endImport(_ handle: ImportHandle) async throws(BrokerError) -> Int {
        try await importDesk.end(handle)
    }

    public func checkExport(of accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError) {
        try await ExportDesk(parts: parts, caller: caller).check(accounts, includesGrants: includesGrants)
    }

    public func export(_ request: ExportRequest) async throws(BrokerError) -> ExportedBundle {
        try await ExportDesk(parts: parts, caller: caller).run(request)
    }
}
