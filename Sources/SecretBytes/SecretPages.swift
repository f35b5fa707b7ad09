import Glibc
import Synchronization

/// Whole pages that this process alone maps, made for secrets: locked into memory where the limit
/// allows, left out of core dumps, empty in a forked child, and zeroed before they are given back or used again.
///
/// `@safe`: the pointer never leaves except through closures that are handed the buffer while `self` is borrowed,
/// and every access goes through `buffer`, whose length is the mapping's own.
@safe
struct SecretPages: ~Copyable {
    private let base: UnsafeMutableRawPointer?

    /// Bytes that fit: a multiple of the page size, or 0 for an empty value, which maps nothing.
    let capacity: Int

    /// Whether the kernel keeps these pages out of swap. `RLIMIT_MEMLOCK` may forbid it.
    let isLocked: Bool

    /// Traps when the kernel has no memory left, as the allocation of an array does.
    ///
    /// - Parameter wantsLock: whether they are to be kept out of swap.
    init(atLeast byteCount: Int, locked wantsLock: Bool = true) {
        precondition(byteCount >= 0, "a capacity is not negative")
        guard byteCount > 0 else {
            unsafe base = nil
            capacity = 0
            isLocked = false
            return
        }
        let page = sysconf(Int32(_SC_PAGESIZE))
        if wantsLock, byteCount <= page, let spare = unsafe SparePages.take() {
            unsafe base = spare
            capacity = page
            isLocked = true
            return
        }
        let length = (byteCount + page - 1) / page * page
        // SAFETY: a new anonymous mapping overlaps nothing; MAP_FAILED is checked before the address is used.
        let address = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            preconditionFailure("out of memory: cannot map \(length) bytes for a secret")
        }
        // SAFETY: address and length are the mapping just made. Failure is allowed: old kernels lack the advice,
        // and the lock has a limit.
        unsafe madvise(address, length, MADV_DONTDUMP)
        unsafe madvise(address, length, MADV_WIPEONFORK)
        isLocked = unsafe wantsLock && mlock(address, length) == 0
        unsafe base = address
        capacity = length
    }

    /// All the pages, initialised: the kernel hands them out as zeros.
    ///
    /// Unsafe because it outlives the borrow if it is kept: callers use it inside one method only.
    @unsafe
    var buffer: UnsafeMutableBufferPointer<UInt8> {
        // SAFETY: the mapping is `capacity` bytes long and holds nothing but bytes.
        unsafe UnsafeMutableBufferPointer(start: base?.assumingMemoryBound(to: UInt8.self), count: capacity)
    }

    deinit {
        guard let base = unsafe base else { return }
        // SAFETY: the mapping is still whole; this value was its only owner. Unmapping also unlocks.
        unsafe explicit_bzero(base, capacity)
        if isLocked, capacity == sysconf(Int32(_SC_PAGESIZE)), unsafe SparePages.keep(base) { return }
        unsafe munmap(base, capacity)
    }
}

// SAFETY: the pages have one owner, which moves and is never copied; writing needs exclusive access to it.
extension SecretPages: @unchecked Sendable {}

/// Pages between two secrets: zeroed, and as locked as they were. A signature joins its key in one; to have a new page
/// mapped, locked and given back would take six system calls.
private enum SparePages {
    private static let most = 8
    // SAFETY: an address in here belongs to nobody else, until it is taken out.
    private static let addresses = Mutex<[UInt]>([])

    static func take() -> UnsafeMutableRawPointer? {
        unsafe addresses.withLock { $0.popLast() }.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
    }

    /// Whether there was room for it; the page is no longer the caller's then.
    static func keep(_ page: UnsafeMutableRawPointer) -> Bool {
        let address = UInt(bitPattern: page)
        return addresses.withLock { addresses in
            guard addresses.count < most else { return false }
            addresses.append(address)
            return true
        }
    }
}
