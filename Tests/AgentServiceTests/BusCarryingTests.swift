import AccountModel
import AgentClient
import Testing

@Suite("Import and export arrive over D-Bus, with their answers")
struct BusCarryingTests {
    @Test("an import: what is listed, and what became of each thing")
    func importing() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let client = harness.client
            let listed = try await client.beginImport(
                ImportRequest(
                    source: .tool(.xurl), file: Sample.descriptor(of: "x"), name: "/home/ä b/.xurl",
                    service: Sample.mastodon, app: "other"))
            #expect(listed == .listed(Sample.importListing))
            let locked = try await client.beginImport(
                ImportRequest(source: .bundle, file: Sample.descriptor(of: "x"), name: "f"))
            let handle = ImportHandle(rawValue: "i")
            #expect(locked == .locked(handle))
            let passphrase = PassphraseHandle(rawValue: "p")
            #expect(try await client.openImport(handle, passphrase: passphrase) == Sample.importListing)
            #expect(try await client.openImport(handle, passphrase: nil) == Sample.importListing)
            for (place, outcome) in Sample.importOutcomes.enumerated() {
                #expect(try await client.storeImported(handle, item: place, replacing: place == 5) == outcome)
            }
            #expect(try await client.endImport(handle) == 3)
        }
        #expect(
            broker.asked == [
                "import xurl /home/ä b/.xurl mastodon/social.example other", "import bundle f - -",
                "open import i with p",
                "open import i with -", "store 0 of i", "store 1 of i", "store 2 of i", "store 3 of i", "store 4 of i",
                "store 5 of i, replacing", "end import i",
            ])
    }

    @Test("an export: which accounts, and the sealed bytes")
    func exporting() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            try await harness.client.checkExport(
                of: [.number(2), .qualified(Sample.mastodon, name: "bob")], includesGrants: true)
            let bundle = try await harness.client.export(
                ExportRequest(
                    accounts: [.number(2), .qualified(Sample.mastodon, name: "bob")], includesGrants: true,
                    passphrase: .asked))
            #expect(Sample.text(from: bundle.file) == "sealed")
            #expect((bundle.accounts, bundle.apps, bundle.grants) == (2, 1, 0))
            let handle = PassphraseHandle(rawValue: "p")
            _ = try await harness.client.export(ExportRequest(passphrase: .held(handle, repeated: handle)))
        }
        #expect(
            broker.asked == [
                #"check export ["2", "mastodon/social.example:bob"] grants true"#,
                #"export ["2", "mastodon/social.example:bob"] grants true asked"#,
                "export [] grants false \(NewPassphrase.held(.init(rawValue: "p"), repeated: .init(rawValue: "p")))",
            ])
    }
}
