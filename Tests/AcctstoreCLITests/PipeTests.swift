import AccountModel
import Glibc
import Testing

@testable import AcctstoreCLI

@Suite("Pipes to other programs")
struct PipeTests {
    @Test("no program inherits either end")
    func inheritance() throws {
        let pipe = try #require(Descriptor.pipe())
        for end in [pipe.reader, pipe.writer] {
            #expect(fcntl(end.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        }
    }
}
