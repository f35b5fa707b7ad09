import Glibc
import SecretBytes
import Testing

@Suite("A secret in a sealed file")
struct SealedFileTests {
    @Test("it is read from its first byte, closed on exec, and nobody can write to it or change its length")
    func sealed() throws {
        let secret = SecretBytes(copying: Array("tell nobody".utf8))
        let file = try secret.sealedFile(named: "test")
        defer { close(file) }
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "tell nobody")
        #expect(unsafe pwrite(file, [0 as UInt8], 1, 0) == -1 && errno == EPERM)
        #expect(ftruncate(file, 1) == -1 && errno == EPERM)
        #expect(ftruncate(file, 100) == -1 && errno == EPERM)
        // F_GET_SEALS, of which Swift's Glibc module has no name: SEAL, SHRINK, GROW and WRITE, and none to be added.
        let seals = fcntl(file, 1034)
        #expect(seals & 0xF == 0xF)
        #expect(fcntl(file, 1033, 0x10) == -1 && errno == EPERM)
        // EXEC, where the kernel has it: it is no program, and cannot be made one.
        if seals & 0x20 != 0 { #expect(fchmod(file, 0o700) == -1 && errno == EPERM) }
    }

    @Test("an empty secret is an empty file")
    func empty() throws {
        let file = try SecretBytes().sealedFile(named: "test")
        defer { close(file) }
        #expect(lseek(file, 0, SEEK_END) == 0)
    }
}
