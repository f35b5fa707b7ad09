internal import CMemory
import Glibc

extension SecretBytes {
    /// Hands the bytes to another process: a file in memory with nothing else in it, sealed (nobody can write to it or
    /// change its length any more), closed on exec, and read from its first byte. The bytes go from these pages to the
    /// kernel and nowhere else; the memory of the file itself is the kernel's and may reach swap.
    ///
    /// - Parameter name: what `/proc/PID/fd` shows, as `/memfd:name`.
    /// - Returns: a descriptor that the caller owns.
    /// - Throws: ``SealedFileError`` where the system refuses.
    public borrowing func sealedFile(named name: String) throws(SealedFileError) -> Int32 {
        // SAFETY: the name is lent as a C string for the call.
        let file = unsafe acctstore_sealable_file(name)
        guard file >= 0 else { throw SealedFileError(errno: errno) }
        do throws(SealedFileError) {
            try withSpan { (bytes) throws(SealedFileError) in try write(bytes, to: file) }
            guard lseek(file, 0, SEEK_SET) == 0, acctstore_seal(file) == 0 else { throw SealedFileError(errno: errno) }
        } catch {
            close(file)
            throw error
        }
        return file
    }

    private func write(_ bytes: Span<UInt8>, to file: Int32) throws(SealedFileError) {
        var written = 0
        while written < bytes.count {
            // SAFETY: the kernel reads no further than the span's end, and the span is lent for the call.
            let step = unsafe bytes.extracting(written..<bytes.count).withUnsafeBufferPointer {
                unsafe Glibc.write(file, $0.baseAddress, $0.count)
            }
            guard step > 0 else { throw SealedFileError(errno: errno) }
            written += step
        }
    }
}

/// No sealed file could be made; the system gave this `errno`.
public struct SealedFileError: Error, Equatable, Sendable {
    /// The system's number for the trouble.
    public let errno: Int32
}
