import Dispatch
import Glibc
import Synchronization

/// Hears when a name in a folder comes to stand for another file, or the folder itself is taken away (inotify(7)).
final class FolderWatch: Sendable {
    private static let ofNames = UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    private static let ofFolder = UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_UNMOUNT)

    private let source: Mutex<any DispatchSourceRead>

    /// `nil` where the folder is not there, or nothing can be watched.
    ///
    /// - Parameter told: is given whether the folder went away, of which nothing is heard any more then.
    init?(_ folder: String, _ told: @escaping @Sendable (_ isGone: Bool) -> Void) {
        let watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard watch >= 0 else { return nil }
        // SAFETY: the path is a C string for the length of the call.
        guard unsafe inotify_add_watch(watch, folder, FolderWatch.ofNames | FolderWatch.ofFolder) >= 0 else {
            close(watch)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: .global())
        source.setEventHandler { told(FolderWatch.drain(watch) & FolderWatch.ofFolder != 0) }
        source.setCancelHandler { close(watch) }
        source.resume()
        self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }

    /// All that happened. What became of a file is looked at in the file itself.
    private static func drain(_ watch: Int32) -> UInt32 {
        var happened: UInt32 = 0
        var events = [UInt8](repeating: 0, count: 4096)
        while true {
            // SAFETY: at most as many bytes are written as the array has.
            let count = unsafe read(watch, &events, events.count)
            guard count > 0 else { return happened }
            happened |= masks(in: events[..<count])
        }
    }

    /// The masks of whole events, each of them followed by a name of the length that it tells.
    private static func masks(in events: ArraySlice<UInt8>) -> UInt32 {
        func number(at place: Int) -> UInt32 {
            events[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        var (place, masks) = (events.startIndex, UInt32(0))
        while place + MemoryLayout<inotify_event>.size <= events.endIndex {
            masks |= number(at: place + 4)
            place += MemoryLayout<inotify_event>.size + Int(number(at: place + 12))
        }
        return masks
    }
}
