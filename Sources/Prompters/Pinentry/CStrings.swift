import Glibc

/// A null-terminated array of C strings, as `execve` takes it.
@safe
final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        // SAFETY: every string is a copy, which is freed with this object and not before.
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
}
