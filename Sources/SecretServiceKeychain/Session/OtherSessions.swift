internal import AccountStore
internal import GLibBridge
internal import Synchronization

/// Meets what was changed by way of another session bus: a person who logs in twice has a gnome-keyring on each, over the same
/// files.
///
/// gnome-keyring (42.1), when it is asked for its collections, looks whether a file has another time, in whole seconds, than
/// when it read or wrote it last, and reads it anew then. So what another one wrote within the same second it never sees, and
/// its own next change undoes that. Where the last change under our lock was made on another bus, the files are given a time in
/// a later second before they are searched: once for each such change.
final class OtherSessions: Sendable {
    private struct State {
        var here: String?
        /// The mark of the last change elsewhere that was met.
        var met: [UInt8] = []
    }

    private let state = Mutex(State())

    /// The bus that the keyring is spoken with on; nil before it was.
    var here: String? { state.withLock(\.here) }

    /// Whether the files got other times.
    func meet(at provider: Provider, environment: [String: String]) async -> Bool {
        let here = provider.connection.busID
        state.withLock { $0.here = here }
        guard let last = (try? StateLock(environment: environment))?.lastChange(), last.place != here,
            state.withLock({ $0.met != last.mark })
        else { return false }
        let isGnomeKeyring = await provider.isGnomeKeyring()
        if isGnomeKeyring {
            do { try await KeyringFolder(environment: environment)?.renewTimes() } catch { return false }
        }
        state.withLock { $0.met = last.mark }
        return isGnomeKeyring
    }
}
