import Glibc

/// A thread for something that waits long.
///
/// The queues of libdispatch share 255 threads, also with the programs under test in this process; dozens of rigs, each
/// with several programs to attend to, would leave none.
enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    static func run(_ body: @escaping @Sendable () -> Void) throws(RigError) {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        // SAFETY: the thread takes over the one reference that is passed.
        let error = unsafe pthread_create(
            &thread, nil,
            { pointer in
                if let pointer = unsafe pointer {
                    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                }
                return nil
            }, work)
        guard error == 0 else { throw .system("pthread_create", error) }
        pthread_detach(thread)
    }
}
