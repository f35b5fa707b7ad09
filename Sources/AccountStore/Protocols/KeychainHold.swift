/// Keeps a keychain from closing for want of use, for as long as this lives. Whoever tells it to close still closes it.
public final class KeychainHold: Sendable {
    private let release: @Sendable () -> Void

    /// - Parameter release: called once, when nobody holds this any more.
    public init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}
