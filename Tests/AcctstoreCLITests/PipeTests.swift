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

    /// The writing end is held by the writer alone.
    private func ends() throws -> (reader: Descriptor, writer: PatientWriter) {
        let pipe = try #require(Descriptor.pipe())
        return (pipe.reader, PatientWriter(pipe.writer))
    }

    @Test("standard input that somebody made non-blocking is read to its end")
    func nonBlocking() async throws {
        let (reader, writer) = try ends()
        #expect(fcntl(reader.rawValue, F_SETFL, O_NONBLOCK) == 0)
        async let text = StandardInput(reader.rawValue).readAll(upTo: 100)
        // Time to find the pipe empty.
        try await Task.sleep(for: .milliseconds(20))
        try await writer.write(Array("late".utf8))
        writer.close()
        #expect(try await text == Array("late".utf8))
        withExtendedLifetime(reader) {}
    }
}
