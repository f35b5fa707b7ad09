import AccountModel
import FoundationEssentials
import Synchronization
import TestRig
import Testing

@testable import AgentService

/// A suite that writes an access log into its folder.
protocol AccessLogWriting {
    var folder: TemporaryFolder { get }
}

extension AccessLogWriting {
    func makeLog(
        limit: Int = AccessLogFile.limit, patience: Duration = AccessLog.patience,
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) -> AccessLog {
        AccessLog(folder: folder.path("state/acctstore"), limit: limit, patience: patience, tell: tell)
    }

    func record(_ number: Int, by program: String = "/home/alice/bin/nightly") throws -> AccessRecord {
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)), program: .script(program),
            provenance: Provenance(["nightly", "bash"]), service: .twitter,
            account: AccessRecord.Subject(
                id: try #require(AccountID("00000000-0000-4000-8000-000000000001")), number: number, username: "alice"),
            operation: .sign, method: "GET", url: "https://api.x.com/2/users/me", outcome: .given)
    }

    func numbers(in log: AccessLog) async throws -> (found: [Int], unreadable: Int) {
        let found = Mutex<[Int]>([])
        let unreadable = try await log.readBackwards { record in
            found.withLock { $0.append(record.account?.number ?? 0) }
            return true
        }
        return (found.withLock { $0.reversed() }, unreadable)
    }
}
