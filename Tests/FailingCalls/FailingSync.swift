import Glibc

/// Makes fsync(2) fail as a broken disk does: the kernel itself answers with the error (seccomp(2)). It holds for one
/// thread, to its end.
package enum FailingSync {
    private typealias MakeFilter = @convention(c) (UInt32) -> OpaquePointer?
    private typealias AddRule = @convention(c) (OpaquePointer, UInt32, Int32, UInt32, UnsafeRawPointer?) -> Int32
    private typealias Load = @convention(c) (OpaquePointer) -> Int32
    private typealias Resolve = @convention(c) (UnsafePointer<CChar>) -> Int32

    // <seccomp.h>
    private static let allow: UInt32 = 0x7FFF_0000
    private static let fail: UInt32 = 0x0005_0000

    /// From now on, on the thread that calls this.
    ///
    /// - Parameter number: the error, such as `EIO`.
    /// - Returns: false where the system cannot do it.
    package static func begin(with number: Int32) -> Bool {
        // SAFETY: the functions are called with the types that <seccomp.h> declares, and the names are C strings.
        guard let library = unsafe dlopen("libseccomp.so.2", RTLD_NOW),
            let make = unsafe function("seccomp_init", of: library, as: MakeFilter.self),
            let add = unsafe function("seccomp_rule_add_array", of: library, as: AddRule.self),
            let load = unsafe function("seccomp_load", of: library, as: Load.self),
            let resolve = unsafe function("seccomp_syscall_resolve_name", of: library, as: Resolve.self),
            let filter = unsafe make(allow)
        else { return false }
        return unsafe add(filter, fail | UInt32(number), resolve("fsync"), 0, nil) == 0 && load(filter) == 0
    }

    /// Runs `body` on a thread of its own, on which it holds from the start; nil where the system cannot do it.
    package static func run<Result: Sendable>(
        with number: Int32, _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        await withCheckedContinuation { done in
            let work = Work { done.resume(returning: begin(with: number) ? body() : nil) }
            var thread = pthread_t()
            // SAFETY: the thread takes over the one reference that is passed.
            let error = unsafe pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer = unsafe pointer {
                        unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                    }
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
            precondition(error == 0, "pthread_create")
            pthread_detach(thread)
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    @unsafe
    private static func function<Function>(
        _ name: String, of library: UnsafeMutableRawPointer, as type: Function.Type
    ) -> Function? {
        unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
    }
}
