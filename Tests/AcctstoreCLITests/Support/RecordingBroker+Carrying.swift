import AccountModel

/// Import and export.
extension RecordingBroker {
    func beginImport(_ request: ImportRequest) async throws(BrokerError) -> ImportStep {
        try note(
            "import \(request.source.word) \(request.name) \(request.service?.description ?? "-") \(request.app ?? "-")"
        )
        return script.imported
    }

    func openImport(
        _ handle: ImportHandle, passphrase: PassphraseHandle?
    ) async throws(BrokerError) -> ImportListing {
        try note("open import \(handle.rawValue) with \(passphrase?.rawValue ?? "-")")
        return script.listing
    }

    func storeImported(
        _ handle: ImportHandle, item: Int, replacing: Bool
    ) async throws(BrokerError) -> ImportOutcome {
        try note("store \(item) of \(handle.rawValue)\(replacing ? ", replacing" : "")")
        let outcomes = script.outcomes[item] ?? [.success(.kept)]
        return try outcomes[min(replacing ? 1 : 0, outcomes.count - 1)].get()
    }

    func endImport(_ handle: ImportHandle) async throws(BrokerError) -> Int {
        try note("end import \(handle.rawValue)")
        return script.listing.items.count
    }

    private func sealed() throws(BrokerError) -> Descriptor {
        guard let pipe = try? Pipe(holding: "sealed") else { throw BrokerError(.failed, "no pipe") }
        return pipe.reader
    }

    func checkExport(of accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError) {
        try note("check export \(accounts.map(\.description)) grants \(includesGrants)")
    }

    func export(_ request: ExportRequest) async throws(BrokerError) -> ExportedBundle {
        try note(
            "export \(request.accounts.map(\.description)) grants \(request.includesGrants) \(request.passphrase)")
        return ExportedBundle(file: try sealed(), accounts: 2, apps: 1, grants: 0)
    }
}
