import AccountModel
import SecretBytes
import Testing

@testable import AccountStore

@Suite("What is remembered of a keychain")
struct KeptRecordsTests {
    private let start = ContinuousClock.now
    private let hour = Duration.seconds(3600)
    private let mark = KeychainMark([1])

    private func reference(_ number: Int) -> StoredRecord.Reference { StoredRecord.Reference("/\(number)") }

    private func record(_ schema: RecordSchema, _ number: Int) -> StoredRecord {
        StoredRecord(
            reference: reference(number), record: Record(schema: schema, attributes: [:], label: ""), place: "")
    }

    private func secret(_ text: String) -> SharedSecret { SharedSecret(SecretBytes(copying: text.utf8)) }

    /// One account and one grant, both secrets read.
    private func filled() -> KeptRecords {
        var kept = KeptRecords()
        let moment = kept.check(mark)
        kept.keep([record(.account, 1), record(.grant, 2)], of: [.account, .grant, .app], readIn: moment)
        kept.keep([secret("a"), secret("b")], of: [reference(1), reference(2)], readIn: moment, at: start)
        return kept
    }

    private func secrets(_ kept: inout KeptRecords, _ numbers: Int..., at time: Duration = .zero) -> Int? {
        kept.secrets(of: numbers.map(reference), at: start + time, within: hour)?.count
    }

    @Test("records are found by what was looked for, and none is an answer too")
    func records() {
        let kept = filled()
        #expect(kept.records(of: [.account, .grant])?.map(\.reference.description) == ["/1", "/2"])
        #expect(kept.records(of: [.app]) == [])
        #expect(kept.records(of: [.account, .settings]) == nil)
    }

    @Test("news of one record drops its secret and every list, and no other secret")
    func newsOfOne() {
        var kept = filled()
        kept.note(.record(reference(1)))
        #expect(kept.records(of: [.account]) == nil)
        #expect(secrets(&kept, 1) == nil)
        #expect(secrets(&kept, 2) == 1)
    }

    @Test("news of the keychain, another mark and the way to sleep drop everything")
    func newsOfAll() {
        let drops: [(inout KeptRecords) -> Void] = [
            { $0.note(.everything) }, { _ = $0.check(KeychainMark([2])) }, { $0.keepsSecrets = false },
        ]
        for drop in drops {
            var kept = filled()
            drop(&kept)
            #expect(kept.records(of: [.account]) == nil)
            #expect(secrets(&kept, 2) == nil)
        }
    }

    @Test("what was being read when news came, or another mark, is not kept")
    func readMeanwhile() {
        let events: [(inout KeptRecords) -> Void] = [
            { $0.note(.record(StoredRecord.Reference("/9"))) }, { $0.note(.everything) },
            { _ = $0.check(KeychainMark([2])) },
        ]
        for event in events {
            var kept = KeptRecords()
            let moment = kept.check(mark)
            event(&kept)
            kept.keep([record(.account, 1)], of: [.account], readIn: moment)
            kept.keep([secret("a")], of: [reference(1)], readIn: moment, at: start)
            #expect(kept.records(of: [.account]) == nil)
            #expect(secrets(&kept, 1) == nil)
        }
    }

    @Test("a secret goes after its time without use, and each use counts")
    func idle() {
        var kept = filled()
        #expect(secrets(&kept, 1, at: .seconds(3000)) == 1)
        #expect(secrets(&kept, 1, 2, at: .seconds(3700)) == nil)
        #expect(secrets(&kept, 1, at: .seconds(3700)) == 1)
        #expect(kept.forget(usedBefore: start + .seconds(3699)) == start + .seconds(3700))
        #expect(kept.forget(usedBefore: start + .seconds(3700)) == nil)
    }

    @Test("nothing is kept while the machine goes to sleep, and again when it is awake")
    func sleep() {
        var kept = filled()
        kept.keepsSecrets = false
        let asleep = kept.check(mark)
        kept.keep([secret("a")], of: [reference(1)], readIn: asleep, at: start)
        #expect(secrets(&kept, 1) == nil)
        kept.keepsSecrets = true
        kept.keep([secret("a")], of: [reference(1)], readIn: kept.check(mark), at: start)
        #expect(secrets(&kept, 1) == 1)
    }

    @Test("of a secret one copy is kept, taken apart or not")
    func oneCopy() {
        var kept = filled()
        func credential() -> AccountCredential? {
            kept.credential(of: reference(1), at: start, within: hour)
        }
        #expect(credential() == nil)
        let tokenSecret = secret("ts")
        let keys = SigningKeys(
            consumerKey: "ck", consumerSecret: secret("cs"), token: secret("tk"), tokenSecret: tokenSecret,
            signatureMethod: "HMAC-SHA1")
        let alice = AccountCredential(.signing(keys), urls: ServiceURLs(api: "https://example.org/"))
        kept.keep(alice, of: reference(1), readIn: kept.check(mark), at: start)
        #expect(credential()?.secrets.contains { $0 === tokenSecret } == true)
        #expect(secrets(&kept, 1) == nil)
        #expect(kept.credential(of: reference(1), at: start + hour, within: hour) == nil)
        kept.note(.everything)
        #expect(credential() == nil)
    }

    @Test("of too many secrets the one goes that was used longest ago")
    func tooMany() {
        var kept = KeptRecords()
        let moment = kept.check(mark)
        for number in 0...KeptRecords.mostSecrets {
            kept.keep([secret("a")], of: [reference(number)], readIn: moment, at: start + .seconds(number))
        }
        #expect(secrets(&kept, 0, at: .seconds(99)) == nil)
        #expect(secrets(&kept, 1, KeptRecords.mostSecrets, at: .seconds(99)) == 2)
    }
}
