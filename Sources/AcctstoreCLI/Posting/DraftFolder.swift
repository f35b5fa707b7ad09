import AccountModel
import FoundationEssentials
import Glibc

/// `$XDG_STATE_HOME/acctstore/drafts`: texts that were refused, each in a file that only the person can read.
struct DraftFolder {
    private let state: String?

    init(_ environment: Environment) {
        state = PersonalFolder.state.path(environment)
    }

    /// Keeps a text and gives the name of the file. No link is followed below the person's own folders.
    ///
    /// - Parameter time: seconds since 1970.
    ///
    /// Throws `fileError` where that cannot be done, and for folders of another user, in whose home this process may
    /// only write by accident.
    func keep(_ text: [UInt8], at time: Int) throws(BrokerError) -> String {
        guard let state else { throw BrokerError(.fileError, "neither $XDG_STATE_HOME nor $HOME names a folder") }
        let folder = try PrivateFolder(state, "drafts")
        let stamp = Date(timeIntervalSince1970: Double(time)).ISO8601Format().filter { $0 != ":" && $0 != "-" }
        let name = "\(stamp)-\(getpid()).txt"
        try folder.write(text, to: name)
        return "\(folder.path)/\(name)"
    }
}
