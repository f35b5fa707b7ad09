internal import AccountModel
internal import AccountStore
internal import Glibc
internal import OwnFiles

/// What keychains held when they were copied: in `copied-vault` and `copied-secret-service`, a digest each.
struct CopiedStates: Sendable {
    private static let longest = 200

    /// `$XDG_STATE_HOME/acctstore`; `nil` where there is no such place.
    let folder: String?

    func state(of kind: KeychainKind) -> String? {
        guard let folder, let own = try? OwnFolder(folder, made: false),
            let file = try? own.open(CopiedStates.name(of: kind), O_RDONLY)
        else { return nil }
        defer { close(file) }
        let bytes = try? own.bytes(of: file, named: CopiedStates.name(of: kind), upTo: CopiedStates.longest)
        return bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }

    func note(_ state: String, of kind: KeychainKind) throws(KeychainError) {
        guard let folder else { return }
        do throws(OwnFileError) {
            _ = try OwnFolder(folder, made: true).replace(CopiedStates.name(of: kind), with: Array("\(state)\n".utf8))
        } catch {
            throw KeychainError(.file, error.message)
        }
    }

    private static func name(of kind: KeychainKind) -> String { "copied-\(kind.rawValue)" }
}
