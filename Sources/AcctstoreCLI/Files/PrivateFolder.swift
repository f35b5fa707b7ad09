import AccountModel
import Glibc
import OwnFiles

/// A folder of this program's own below one of the person's, with errors as the person is told them.
final class PrivateFolder: Sendable {
    private let folder: OwnFolder

    /// Opens `BASE/acctstore/NAME`, and makes what is missing.
    ///
    /// Throws `fileError` where a folder is a link, belongs to another user, or cannot be made.
    init(_ base: String, _ name: String) throws(BrokerError) {
        folder = try inFileTerms { () throws(OwnFileError) in
            try OwnFolder("\(base)/acctstore", made: true).folder(name, made: true)
        }
    }

    /// Where it lies.
    var path: String { folder.path }

    /// Writes a file that nobody else can read, in place of one of the same name; it has its name only when it is whole.
    ///
    /// - Parameter isDurable: whether it is to be on the disk when this returns.
    func write(_ bytes: [UInt8], to name: String, isDurable: Bool = true) throws(BrokerError) {
        let replaced = try inFileTerms { () throws(OwnFileError) -> Replaced? in
            if isDurable { return try folder.replace(name, with: bytes, alone: false) }
            try folder.replaceUnsynced(name, with: bytes)
            return nil
        }
        guard case .unsure(let trouble) = replaced else { return }
        throw BrokerError(
            .fileError,
            "\(OneLine.visible("\(path)/\(name)", length: 4096)) was written, but may be gone after a power cut: "
                + OneLine.visible(trouble.message, length: 4096))
    }

    /// The bytes of an ordinary file of the owner's; `nil` where there is none, for a link, and for a longer one.
    func read(_ name: String, upTo limit: Int) -> [UInt8]? {
        guard let file = try? folder.open(name, O_RDONLY) else { return nil }
        let descriptor = Descriptor(owning: file)
        return try? folder.bytes(of: descriptor.rawValue, named: name, upTo: limit)
    }

    /// Removes a file, where there is one of that name.
    func remove(_ name: String) { try? folder.remove(name) }

    /// Removes the files that were written first where there are more than so many, and those written before a time.
    ///
    /// - Parameter start: seconds since 1970.
    func prune(keeping most: Int, writtenSince start: Int = .min) {
        folder.prune(keeping: most, writtenSince: start)
    }
}

/// Runs a step with files of our own in the terms that the person is told.
private func inFileTerms<Result: ~Copyable>(
    _ step: () throws(OwnFileError) -> Result
) throws(BrokerError) -> Result {
    do throws(OwnFileError) {
        return try step()
    } catch {
        throw BrokerError(.fileError, OneLine.visible(error.message, length: 4096))
    }
}
