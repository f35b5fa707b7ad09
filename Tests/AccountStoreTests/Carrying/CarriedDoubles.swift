import AccountModel
import AccountStore
import AccountStoreTesting
import SecretBytes
import Synchronization

/// Bundles that stay in memory: their bytes name them. The passphrase is never wrong.
final class MemoryBundles: BundleSealing, PassphraseAsking, ForeignFileReading {
    private let bundles = Mutex<[OpenedBundle]>([])
    /// What a file of another program holds, whatever is in it.
    let foreign: ForeignContents

    init(foreign: ForeignContents = ForeignContents()) {
        self.foreign = foreign
    }

    /// The one that was sealed last.
    var last: OpenedBundle? { bundles.withLock(\.last) }

    /// Has every bundle hold things that only later releases know.
    func addUnknown(_ count: Int) {
        bundles.withLock { bundles in for place in bundles.indices { bundles[place].unknown = count } }
    }

    func seal(_ records: [NewRecord], passphrase: SharedSecret) throws(KeychainError) -> [UInt8] {
        bundles.withLock { bundles in
            bundles.append(OpenedBundle(records))
            return [UInt8(bundles.count)]
        }
    }

    func open(_ file: SharedSecret, passphrase: SharedSecret, name: String) throws(KeychainError) -> OpenedBundle {
        let number = file.withSpan { Int($0[0]) }
        return bundles.withLock { $0[number - 1] }
    }

    func check(_ file: SharedSecret, name: String) throws(KeychainError) {}

    func contents(of text: SharedSecret, by tool: ForeignTool) throws(ForeignFileError) -> ForeignContents { foreign }

    func passphrase(_ question: PassphraseQuestion, of caller: Caller) async throws(PassphraseRefusal) -> SharedSecret {
        SharedSecret(text: "a passphrase")
    }

    var carried: CarriedFiles { CarriedFiles(foreign: self, bundles: self, asking: self) }
}

extension StoreFixture {
    func store(carrying bundles: MemoryBundles) -> Store {
        store(on: transport, carried: bundles.carried)
    }

    /// Plants as many accounts by OAuth 1.0a as another release could have left there, with their app.
    func plantAccounts(_ count: Int) {
        keychain.plant(
            Record(
                schema: .app, attributes: ["service": "twitter", "app": "default"], label: "default, app (twitter)"),
            secret: #"{"version":1,"consumer_key":"ck","consumer_secret":"cs"}"#)
        for number in 1...count {
            let attributes = [
                "service": "twitter", "app": "default", "user-id": "\(1000 + number)", "username": "u\(number)",
                "id": identifier(number), "number": "\(number)", "state": "ok", "ask": "once",
            ]
            keychain.plant(
                Record(schema: .account, attributes: attributes, label: "@u\(number) (twitter)"),
                secret: #"{"version":1,"consumer_key":"ck","consumer_secret":"cs","token":"tk-\#(number)","#
                    + #""token_secret":"ts-\#(number)","signature_method":"HMAC-SHA1","urls":{"api":"https://api.x.com/"}}"#
            )
        }
    }

    private func identifier(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}

extension StoreBroker {
    func export(_ bundles: MemoryBundles) async throws(BrokerError) -> ImportRequest {
        let exported = try await export(ExportRequest(includesGrants: true, passphrase: .asked))
        return ImportRequest(source: .bundle, file: exported.file, name: "b")
    }

    /// What is in a bundle.
    func list(_ request: ImportRequest) async throws -> ImportListing {
        guard case .locked(let handle) = try await beginImport(request) else {
            throw BrokerError(.failed, "no bundle")
        }
        return try await openImport(handle, passphrase: nil)
    }

    /// Stores all of a listing.
    func store(_ listing: ImportListing, replacing: Bool = false) async throws(BrokerError) -> [ImportOutcome] {
        var outcomes: [ImportOutcome] = []
        for place in listing.items.indices {
            outcomes.append(try await storeImported(listing.handle, item: place, replacing: replacing))
        }
        return outcomes
    }
}
