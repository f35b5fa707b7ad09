import AccountModel
import AccountStoreTesting
import SecretBytes
import Synchronization
import TestRig
import Testing

@testable import AccountStore

/// What waits between two calls, and goes without a third.
@Suite struct ExpiringTableTests {
    private static let full = BrokerError(.tryLater, "too many")
    private let mine = Caller.Origin(instance: .init(rawValue: "1"), connection: ":1.1")
    private let others = Caller.Origin(instance: .init(rawValue: "2"), connection: ":1.2")

    @Test func whatIsDueGoesByItself() async throws {
        let dropped = Mutex<[Int]>([])
        let table = ExpiringTable<String, Int>(most: 4) { value in dropped.withLock { $0.append(value) } }
        try table.add(1, as: "a", of: mine, for: .milliseconds(50), orThrow: Self.full)
        try table.add(2, as: "b", of: mine, for: .seconds(600), orThrow: Self.full)
        try await eventually("the first goes") { dropped.withLock { $0 } == [1] }
        #expect(table.value("a", of: mine) == nil && table.value("b", of: mine) == 2)
        // What comes after the last has gone is looked after too.
        table.forgetAll()
        try table.add(3, as: "c", of: mine, for: .milliseconds(50), orThrow: Self.full)
        try await eventually("the last goes") { dropped.withLock { $0 } == [1, 2, 3] }
    }

    @Test func whatIsDueIsOverBeforeItGoes() throws {
        let table = ExpiringTable<String, Int>(most: 4)
        try table.add(1, as: "a", of: mine, for: .zero, orThrow: Self.full)
        #expect(table.take("a", of: mine) == nil)
    }

    @Test func aChangeMayHaveItWaitAnew() async throws {
        let dropped = Mutex<[Int]>([])
        let table = ExpiringTable<String, Int>(most: 4) { value in dropped.withLock { $0.append(value) } }
        try table.add(1, as: "a", of: mine, for: .milliseconds(200), orThrow: Self.full)
        try table.add(2, as: "b", of: mine, for: .milliseconds(200), orThrow: Self.full)
        table.update("a", of: mine, for: .seconds(600)) { _ in }
        try await eventually("the other goes") { dropped.withLock { $0 } == [2] }
        #expect(table.value("a", of: mine) == 1)
    }

    @Test func anImportNobodyGoesOnWithGoesWithItsSecrets() async throws {
        let table = ImportTable(patience: .milliseconds(50))
        let handle = ImportHandle(rawValue: "1")
        weak var kept: SharedSecret?
        do {
            let sealed = SharedSecret(SecretBytes(copying: "a bundle".utf8))
            kept = sealed
            try table.add(PendingImport(name: "b", command: "", stage: .locked(sealed)), as: handle, of: mine)
        }
        try await eventually("nobody holds it") { kept == nil }
        #expect(throws: BrokerError.self) { try table.pending(handle, of: mine) }
    }

    @Test func importsOfOneProgramTakeNoPlaceFromAnother() throws {
        let table = ImportTable()
        let pending = PendingImport(name: "b", command: "", stage: .listed([]))
        for number in 1...4 { try table.add(pending, as: ImportHandle(rawValue: "\(number)"), of: mine) }
        #expect(throws: BrokerError.self) { try table.add(pending, as: ImportHandle(rawValue: "5"), of: mine) }
        try table.add(pending, as: ImportHandle(rawValue: "6"), of: others)
        #expect(throws: BrokerError.self) { try table.pending(ImportHandle(rawValue: "1"), of: others) }
    }

    @Test func eachProgramHasItsOwnAndNobodyElses() throws {
        let table = ExpiringTable<String, Int>(most: 2)
        try table.add(1, as: "a", of: mine, for: .seconds(600), orThrow: Self.full)
        try table.add(2, as: "b", of: mine, for: .seconds(600), orThrow: Self.full)
        #expect(throws: Self.full) { try table.add(3, as: "c", of: mine, for: .seconds(600), orThrow: Self.full) }
        // One that has too many takes no place from another.
        try table.add(4, as: "d", of: others, for: .seconds(600), orThrow: Self.full)
        #expect(table.take("a", of: others) == nil && table.take("a", of: mine) == 1)
        #expect(table.take("a", of: mine) == nil)
        table.forget(connection: ":1.1")
        #expect(table.value("b", of: mine) == nil && table.value("d", of: others) == 4)
    }

    @Test func whatACommandBeganGoesWithItThoughItsShellHasOthers() throws {
        let table = ExpiringTable<String, Int>(most: 2)
        let command = Caller.Origin(instance: .init(rawValue: "1"), connection: ":1.3")
        try table.add(1, as: "a", of: mine, for: .seconds(600), orThrow: Self.full)
        for number in 2...5 {
            try table.add(number, as: "b", of: command, for: .seconds(600), orThrow: Self.full)
            #expect(table.value("b", of: mine) == nil)
            table.forget(connection: ":1.3")
        }
        #expect(table.value("a", of: mine) == 1)
    }

    /// Its request was cancelled, and then what its connection had begun was forgotten: nothing comes after that.
    @Test func whatComesAfterTheEndOfItsConnectionIsNotKept() async throws {
        let dropped = Mutex<[Int]>([])
        let table = ExpiringTable<String, Int>(most: 1) { value in dropped.withLock { $0.append(value) } }
        for number in 1...3 {
            await withTaskGroup { group in
                group.addTask { [mine] in
                    unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
                    table.forget(connection: mine.connection)
                    #expect(throws: BrokerError(.cancelled, "")) {
                        try table.add(number, as: "a", of: mine, for: .seconds(600), orThrow: Self.full)
                    }
                }
            }
        }
        #expect(dropped.withLock { $0 } == [1, 2, 3] && table.value("a", of: mine) == nil)
        try table.add(4, as: "a", of: mine, for: .seconds(600), orThrow: Self.full)
    }

    @Test func whatIsNotLetInIsDropped() throws {
        let dropped = Mutex<[Int]>([])
        let table = ExpiringTable<String, Int>(most: 1) { value in dropped.withLock { $0.append(value) } }
        try table.add(1, as: "a", of: mine, for: .seconds(600), orThrow: Self.full)
        #expect(throws: Self.full) { try table.add(2, as: "b", of: mine, for: .seconds(600), orThrow: Self.full) }
        #expect(dropped.withLock { $0 } == [2])
    }

    @Test func aPassphraseIsZeroedWhenItsTimeIsOver() async throws {
        let table = PassphraseTable(patience: .milliseconds(50))
        weak var kept: SharedSecret?
        do {
            let passphrase = SharedSecret(SecretBytes(copying: "a passphrase".utf8))
            kept = passphrase
            try table.add(passphrase, as: PassphraseHandle(rawValue: "1"), of: mine)
        }
        try await eventually("nobody holds it") { kept == nil }
        #expect(throws: BrokerError.self) { try table.take(PassphraseHandle(rawValue: "1"), of: mine) }
    }

    @Test(arguments: ["lock", "end of the program", "sleep"])
    func aPassphraseGoesWithWhatItWasFor(_ event: String) async throws {
        let fixture = StoreFixture()
        let table = fixture.store.parts.passphrases
        let handle = PassphraseHandle(rawValue: "1")
        try table.add(SharedSecret(SecretBytes(copying: "a passphrase".utf8)), as: handle, of: mine)
        switch event {
        case "lock": try await fixture.terminal.lock(keyring: false)
        case "sleep": fixture.store.setKeepsSecrets(false)
        default: fixture.store.forgetUnfinished(overConnection: ":1.1")
        }
        #expect(throws: BrokerError.self) { try table.take(handle, of: mine) }
    }
}
