import Glibc

/// Makes system calls fail as on a broken disk, or on a file system that does not have them: the kernel itself answers with
/// the error (seccomp(2)). It holds for one thread, to its end.
package enum FaultyKernel {
    private typealias MakeFilter = @convention(c) (UInt32) -> OpaquePointer?
    private typealias AddRule = @convention(c) (OpaquePointer, UInt32, Int32, UInt32, UnsafeRawPointer?) -> Int32
    private typealias Load = @convention(c) (OpaquePointer) -> Int32
    private typealias Resolve = @convention(c) (UnsafePointer<CChar>) -> Int32

    // <seccomp.h>
    private static let allow: UInt32 = 0x7FFF_0000
    private static let fail: UInt32 = 0x0005_0000

    /// From now on, on the thread that calls this.
    ///
    /// - Parameter calls: the error's number for each: `["fsync": EIO]`. With 0 a call does nothing, and says that it did. One
    ///   that this machine's kind has not is left out.
    /// - Returns: false where the system cannot do it.
    package static func begin(failing calls: [String: Int32]) -> Bool {
        // SAFETY: the functions are called with the types that <seccomp.h> declares, and the names are C strings.
        guard let library = unsafe dlopen("libseccomp.so.2", RTLD_NOW),
            let make = unsafe function("seccomp_init", of: library, as: MakeFilter.self),
            let add = unsafe function("seccomp_rule_add_array", of: library, as: AddRule.self),
            let load = unsafe function("seccomp_load", of: library, as: Load.self),
            let resolve = unsafe function("seccomp_syscall_resolve_name", of: library, as: Resolve.self),
            let filter = unsafe make(allow)
        else { return false }
        for (name, number) in calls {
            guard unsafe add(filter, fail | UInt32(number), resolve(name), 0, nil) == 0 else { return false }
        }
        return unsafe load(filter) == 0
    }

    /// Runs `body` on a thread of its own, on which it holds from the start; nil where the system cannot do it.
    package static func run<Result: Sendable>(
        failing calls: [String: Int32], _ body: @escaping @Sendable () -> Result
    ) async throws(RigError) -> Result? {
        let (results, result) = AsyncStream<Result?>.makeStream()
        try OwnThread.run { result.yield(begin(failing: calls) ? body() : nil) }
        return await results.first { _ in true } ?? nil
    }

    @unsafe
    private static func function<Function>(
        _ name: String, of library: UnsafeMutableRawPointer, as type: Function.Type
    ) -> Function? {
        unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
    }
}
