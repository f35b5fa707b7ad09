import AccountModel
import AccountStore
import AccountStoreTesting
import Glibc
import Synchronization
import Testing

/// A secret that is typed: the keys are the caller's only while it is in the foreground of its terminal.
@Suite struct TypedSecretTests {
    private let fixture = StoreFixture()
    private let person: Descriptor
    private let terminal: Descriptor

    init() throws {
        var ends: (person: Int32, program: Int32) = (-1, -1)
        // SAFETY: openpty(3) fills the two descriptors; no name and no modes are asked for.
        try #require(unsafe openpty(&ends.person, &ends.program, nil, nil, nil) == 0)
        (person, terminal) = (Descriptor(owning: ends.person), Descriptor(owning: ends.program))
    }

    private func setApp(
        atItsOwnTerminal isOwn: Bool = true, isInForeground: @escaping @Sendable () -> Bool
    ) async throws {
        let broker = fixture.store.broker(
            for: Caller(
                program: .terminal, instance: .init(rawValue: "1"), isRunning: { true },
                terminal: isOwn ? terminal : nil, isInForeground: isInForeground))
        try await broker.setApp(App(service: .twitter, name: "default", consumerKey: "ck"), secret: terminal)
    }

    private func type(_ text: String) {
        let bytes = Array(text.utf8)
        // SAFETY: the array is as long as its count.
        _ = unsafe write(person.rawValue, bytes, bytes.count)
    }

    /// Whether a whole line is left for whoever reads the terminal next.
    private var holdsALine: Bool {
        var watched = pollfd(fd: terminal.rawValue, events: Int16(POLLIN), revents: 0)
        // SAFETY: the pointer is to one entry, as its count says.
        return unsafe poll(&watched, 1, 0) == 1
    }

    @Test func atATerminalThatIsNotTheCallersOwnNothingIsRead() async throws {
        type("secret\n")
        await expectError(.invalidArgument) { try await setApp(atItsOwnTerminal: false) { false } }
        #expect(holdsALine && fixture.records(.app).isEmpty)
    }

    @Test func whatIsTypedWhileTheCallerIsStoppedIsNotRead() async throws {
        let looks = Mutex(0)
        let setting = Task {
            try await setApp {
                looks.withLock { $0 += 1 }
                return false
            }
        }
        while looks.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
        type("echo not a secret\n")
        let seen = looks.withLock { $0 }
        while looks.withLock({ $0 }) < seen + 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(holdsALine)
        // The caller is gone.
        setting.cancel()
        await expectError(.cancelled) { try await setting.value }
        #expect(holdsALine && fixture.records(.app).isEmpty)
    }

    @Test func aCallerThatGoesOnGetsItsLine() async throws {
        let looks = Mutex(0)
        type("secret\n")
        try await setApp {
            looks.withLock {
                $0 += 1
                return $0 > 3
            }
        }
        #expect(fixture.records(.app).map { $0.secret.contains(#""consumer_secret":"secret""#) } == [true])
    }
}
