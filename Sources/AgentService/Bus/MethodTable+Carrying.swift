internal import AccountModel
internal import AgentProtocol

extension MethodTable {
    /// The part of `org.acctstore.Manager1` that accounts are carried in and out by.
    mutating func serveCarrying() {
        serve(BeginImport.self) { (call, context) async throws(BrokerError) -> ImportStep in
            let step = try await context.broker.beginImport(call.request)
            // The agent waits for what the person says to it.
            context.setAwaiting(true)
            return step
        }
        serve(OpenImport.self) { (call, context) async throws(BrokerError) -> ImportListing in
            try await context.broker.openImport(call.handle, passphrase: call.passphrase)
        }
        serve(StoreImported.self) { (call, context) async throws(BrokerError) -> ImportOutcome in
            try await context.broker.storeImported(call.handle, item: call.item, replacing: call.isReplacing)
        }
        serve(EndImport.self) { (call, context) async throws(BrokerError) -> Int in
            context.setAwaiting(false)
            return try await context.broker.endImport(call.handle)
        }
        serve(CheckExport.self) { (call, context) async throws(BrokerError) in
            try await context.broker.checkExport(of: call.accounts, includesGrants: call.includesGrants)
        }
        serve(Export.self) { (call, context) async throws(BrokerError) -> ExportedBundle in
            try await context.broker.export(call.request)
        }
    }
}
