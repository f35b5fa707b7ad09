import Dispatch
import Glibc
import Synchronization

/// Hears when a name in a folder comes to stand for another file (inotify(7)).
final class FolderWatch: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// `nil` where the folder is not there, or nothing can be watched.
    init?(_ folder: String, _ told: @escaping @Sendable () -> Void) {
        let watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard watch >= 0 else { return nil }
        let events = UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
        // SAFETY: the path is a C string for the length of the call.
        guard unsafe inotify_add_watch(watch, folder, events) >= 0 else {
            close(watch)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: .global())
        source.setEventHandler {
            FolderWatch.drain(watch)
            told()
        }
        source.setCancelHandler { close(watch) }
        source.resume()
        self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }

    /// What exactly happened is looked at in the file itself.
    private static func drain(_ watch: Int32) {
        var events = [UInt8](repeating: 0, count: 4096)
        // SAFETY: at most as many bytes are written as the array has.
        while unsafe read(watch, &events, events.count) > 0 {}
    }
}
