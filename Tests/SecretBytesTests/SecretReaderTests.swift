import Glibc
import SecretBytes
import Synchronization
import Testing

@Suite("Reading a secret from a descriptor")
struct SecretReaderTests {
    let reader = SecretReader(limit: 100)

    @Test("One final LF or CRLF is dropped", arguments: ["tok", "tok\n", "tok\r\n"])
    func finalLineBreak(input: String) throws {
        let pipe = Pipe(holding: input)
        #expect(bytes(of: try reader.readAll(from: pipe.reading)) == Array("tok".utf8))
    }

    @Test(
        "Any other control byte is refused, with its place",
        arguments: [("tok\n\n", 3), ("a\tb", 1), ("\u{0}", 0), ("ab\u{7F}", 2), ("a\rb\n", 1), ("tok\r\r\n", 3)])
    func controlBytes(input: String, place: Int) {
        let pipe = Pipe(holding: input)
        #expect(throws: SecretReadError.controlByte(at: place)) { _ = try reader.readAll(from: pipe.reading) }
    }

    @Test("A text with its own grammar keeps its control bytes")
    func keptControlBytes() throws {
        let pipe = Pipe(holding: "{\n\t}\n")
        let text = try SecretReader(limit: 100, controlBytes: .kept).readAll(from: pipe.reading)
        #expect(bytes(of: text) == Array("{\n\t}".utf8))
    }

    @Test("What does not come in time, whole, is waited for no longer", arguments: ["", "half a li"])
    func patience(input: String) {
        let pipe = Pipe(unfinished: input)
        #expect(throws: SecretReadError.tooLate(seconds: 1)) {
            _ = try SecretReader(limit: 100, patience: 1).readLine(from: pipe.reading)
        }
        withExtendedLifetime(pipe) {}
    }

    @Test("A line is read and the next one is left for the next reader")
    func lines() throws {
        let pipe = Pipe(holding: "first\nsecond\r\n\nlast")
        #expect(bytes(of: try reader.readLine(from: pipe.reading)) == Array("first".utf8))
        #expect(bytes(of: try reader.readLine(from: pipe.reading)) == Array("second".utf8))
        #expect(bytes(of: try reader.readLine(from: pipe.reading)) == [])
        #expect(bytes(of: try reader.readLine(from: pipe.reading)) == Array("last".utf8))
        #expect(throws: SecretReadError.endOfFile) { _ = try reader.readLine(from: pipe.reading) }
    }

    @Test("What the end of the input breaks off is no line where one has to be ended")
    func unendedLine() throws {
        let pipe = Pipe(holding: "first\nlast")
        #expect(bytes(of: try reader.readLine(from: pipe.reading, needsEnd: true)) == Array("first".utf8))
        #expect(throws: SecretReadError.endOfFile) { _ = try reader.readLine(from: pipe.reading, needsEnd: true) }
    }

    @Test("Input without a byte is the end, not an empty secret")
    func endOfFile() {
        let pipe = Pipe(holding: "")
        #expect(throws: SecretReadError.endOfFile) { _ = try reader.readAll(from: pipe.reading) }
    }

    @Test(
        "The limit counts the secret without its line break",
        arguments: [(100, "", true), (100, "\r\n", true), (101, "", false), (101, "\n", false), (5000, "", false)])
    func limit(length: Int, ending: String, fits: Bool) throws {
        let pipe = Pipe(holding: String(repeating: "x", count: length) + ending)
        if fits {
            #expect(try reader.readAll(from: pipe.reading).count == length)
        } else {
            #expect(throws: SecretReadError.tooLong(limit: 100)) { _ = try reader.readAll(from: pipe.reading) }
        }
    }

    @Test("Nothing is taken while it may not be, and a wait for that can be abandoned")
    func forbidden() throws {
        let pipe = Pipe(holding: "tok\nnext\n")
        let cancelled = Pipe(holding: "")
        let looks = Mutex(0)
        let waiting = SecretReader(
            limit: 100,
            mayRead: {
                looks.withLock { $0 += 1 }
                return false
            })
        #expect(throws: SecretReadError.cancelled) {
            _ = try waiting.readLine(from: pipe.reading, cancel: cancelled.reading)
        }
        let patient = SecretReader(
            limit: 100,
            mayRead: {
                looks.withLock {
                    $0 += 1
                    return $0 > 5
                }
            })
        #expect(bytes(of: try patient.readLine(from: pipe.reading)) == Array("tok".utf8))
        #expect(looks.withLock { $0 } > 5)
    }

    @Test("A long secret arrives whole")
    func longSecret() throws {
        let text = String(repeating: "0123456789", count: 5_000)
        let pipe = Pipe(holding: text)
        #expect(bytes(of: try SecretReader(limit: 60_000).readAll(from: pipe.reading)) == Array(text.utf8))
    }

    @Test("A read is abandoned when the second descriptor has something to say", arguments: ["x", ""])
    func cancelling(signal: String) {
        let input = Pipe()
        let cancel = Pipe(holding: signal)
        #expect(throws: SecretReadError.cancelled) {
            _ = try reader.readLine(from: input.reading, cancel: cancel.reading)
        }
    }

    @Test("A silent second descriptor changes nothing")
    func notCancelled() throws {
        let input = Pipe(holding: "tok\n")
        let cancel = Pipe()
        #expect(try reader.readLine(from: input.reading, cancel: cancel.reading).count == 3)
    }

    @Test("A closed descriptor is an error of the system")
    func closedDescriptor() {
        #expect(throws: SecretReadError.system(errno: EBADF)) { _ = try reader.readAll(from: 1_000_000) }
    }
}

/// A pipe: open for writing and empty, or filled with a text and closed behind it.
private final class Pipe {
    let reading: Int32
    private var writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // SAFETY: pipe(2) fills two descriptors.
        let status = unsafe pipe(&ends)
        precondition(status == 0, "no pipe")
        (reading, writing) = (ends[0], ends[1])
    }

    convenience init(holding text: String) {
        self.init(unfinished: text)
        close(writing)
        writing = -1
    }

    /// One whose other end stays open.
    convenience init(unfinished text: String) {
        self.init()
        let bytes = Array(text.utf8)
        // SAFETY: the array is as long as its count; a pipe takes 64 KiB without a reader.
        let number = unsafe write(writing, bytes, bytes.count)
        precondition(number == bytes.count, "the pipe is too small")
    }

    deinit {
        close(reading)
        if writing >= 0 { close(writing) }
    }
}
