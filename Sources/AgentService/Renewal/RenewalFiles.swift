package import AccountModel
package import AccountStore
internal import FoundationEssentials
internal import Glibc
internal import OwnFiles
internal import Synchronization
internal import SystemCalls

/// Renewals among processes: `renewal-UUID.lock` with flock(2), one for each account, and `renewal-UUID`, which is there
/// while a renewal is under way and stays where that is cut off. Neither holds a secret.
package struct RenewalFiles: RenewalKeeping {
    /// `$XDG_STATE_HOME/acctstore`; `nil` where there is no such place.
    private let folder: String?

    package init(folder: String?) {
        self.folder = folder
    }

    package func begin(for account: AccountID, patience: Int) async throws(BrokerError) -> any RenewalTurn {
        guard let folder else {
            throw BrokerError(
                .fileError, "no token can be renewed: neither XDG_STATE_HOME nor HOME says where to keep the lock")
        }
        let turn = try RenewalFile(folder: folder, account: account)
        let start = ContinuousClock.now
        while !turn.tryLock() {
            guard ContinuousClock.now - start < .seconds(patience) else {
                throw BrokerError(
                    .tryLater, "another acctstore has been renewing the token for \(patience) seconds",
                    nextStep: "try again")
            }
            do {
                try await Task.sleep(for: .milliseconds(10))
            } catch {
                throw BrokerError(.cancelled, "the request was withdrawn")
            }
        }
        return turn
    }

    package func forget(_ account: AccountID) {
        remove([RenewalFile.mark(of: account)])
    }

    package func remove(_ account: AccountID) {
        remove([RenewalFile.mark(of: account), RenewalFile.lock(of: account)])
    }

    private func remove(_ names: [String]) {
        guard let folder else { return }
        for name in names { unsafe unlink("\(folder)/\(name)") }
    }
}

/// The files of one account.
private final class RenewalFile: RenewalTurn {
    private static let words = "A renewal of this account's token by acctstore began, and did not come to its end.\n"

    private let folder: String
    private let account: AccountID
    /// Of the lock; `nil` once it is over.
    private let lock: Mutex<Descriptor?>

    static func mark(of account: AccountID) -> String { "renewal-\(account)" }
    static func lock(of account: AccountID) -> String { "renewal-\(account).lock" }

    init(folder: String, account: AccountID) throws(BrokerError) {
        self.folder = folder
        self.account = account
        let file: Descriptor
        do throws(OwnFileError) {
            file = Descriptor(
                owning: try OwnFolder(folder, made: true).open(RenewalFile.lock(of: account), O_RDWR | O_CREAT))
        } catch {
            throw RenewalFile.trouble(error)
        }
        // Whoever copies all accounts holds all of their locks.
        if SpareDescriptors.isAmongLast(file.rawValue, of: RenewalFile.leastSpare) {
            throw DescriptorLimit.shortage(
                "too few are left to lock an account's token; a copy of all accounts locks each of them")
        }
        lock = Mutex(file)
    }

    /// More than the requests of others take at this moment.
    private static let leastSpare = 32

    func tryLock() -> Bool {
        lock.withLock { $0.map { flock($0.rawValue, LOCK_EX | LOCK_NB) == 0 } ?? false }
    }

    var unfinished: Date? {
        var status = stat()
        // SAFETY: lstat(2) fills the structure it is given.
        guard unsafe lstat("\(folder)/\(RenewalFile.mark(of: account))", &status) == 0 else { return nil }
        return Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    }

    func mark() throws(BrokerError) {
        if unfinished != nil { return }
        do throws(OwnFileError) {
            let place = try OwnFolder(folder, made: true)
            let name = RenewalFile.mark(of: account)
            let file = Descriptor(owning: try place.open(name, O_WRONLY | O_CREAT | O_TRUNC))
            let bytes = Array(RenewalFile.words.utf8)
            // SAFETY: the bytes are lent for the call, with their own count.
            let count = unsafe write(file.rawValue, bytes, bytes.count)
            guard count == bytes.count, fsync(file.rawValue) == 0 else {
                throw OwnFileError("write", "\(folder)/\(name)")
            }
            try place.sync()
        } catch {
            // No renewal begins, so none is to be found that did not come to its end.
            unmark()
            throw RenewalFile.trouble(error)
        }
    }

    func unmark() {
        unsafe unlink("\(folder)/\(RenewalFile.mark(of: account))")
    }

    func end() {
        lock.withLock { descriptor in
            // A child process between its fork and its exec has this descriptor too, and would keep the lock.
            if let descriptor { flock(descriptor.rawValue, LOCK_UN) }
            descriptor = nil
        }
    }

    private static func trouble(_ error: OwnFileError) -> BrokerError {
        BrokerError(.fileError, "no token can be renewed without a note of it: \(error.message)")
    }
}
