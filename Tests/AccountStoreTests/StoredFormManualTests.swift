import AccountModel
import AccountStore
import AccountStoreTesting
import TestRig
import Testing

/// acctstore(7) tells the stored form, which is an interface.
@Suite struct StoredFormManualTests {
    private let fixture = StoreFixture()

    @Test func thePageHasTheAttributesThatAreWrittenAndNoOthers() async throws {
        _ = try await fixture.addAccount("alice", id: "123", description: "mine", makeDefault: true)
        try await fixture.setApp(.twitter, key: "key", secret: "secret")
        try await fixture.allow(nightly, duration: 3600)
        let page = try ManualPage("acctstore.7")
        #expect(Set(page.subsections("org.acctstore.")) == Set(RecordSchema.allCases.map(\.rawValue)))
        for schema in RecordSchema.allCases {
            let record = try #require(fixture.records(schema).first).stored.record
            #expect(try attributes(in: page.section(schema.rawValue)) == Set(record.attributes.keys), "\(schema)")
        }
    }

    @Test func thePageHasTheMembersOfTheSecrets() async throws {
        _ = try await fixture.addAccount("alice", id: "123")
        try await fixture.setApp(.twitter, key: "key", secret: "secret")
        let page = try ManualPage("acctstore.7")
        for schema in [RecordSchema.account, .app] {
            let secret = try #require(fixture.records(schema).first).secret
            let words = try page.section(schema.rawValue).joined(separator: " ")
            for member in secret.matches(of: /"([a-z_]+)":/).map(\.output.1) where member != "version" {
                #expect(words.contains(member), "\(schema)")
            }
        }
    }

    private func attributes(in section: [String]) -> Set<String> {
        Set(section.compactMap { $0.hasPrefix(".It Li ") ? String($0.split(separator: " ")[2]) : nil })
    }
}
