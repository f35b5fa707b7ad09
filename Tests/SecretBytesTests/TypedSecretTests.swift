import Dispatch
import Glibc
import SecretBytes
import Synchronization
import Testing

/// A person and a program at the two sides of a terminal.
@Suite("Reading a secret that is typed")
struct TypedSecretTests {
    @Test("What Ctrl-C dropped after it was seen is not waited for: what is typed next is the shell's, all of it")
    func dropped() throws {
        var (person, program): (Int32, Int32) = (-1, -1)
        // SAFETY: openpty(3) fills the two descriptors; no name and no modes are asked for.
        try #require(unsafe openpty(&person, &program, nil, nil, nil) == 0)
        defer {
            close(person)
            close(program)
        }
        let (keys, input) = (person, program)
        type("secret\n", at: keys)
        let looks = Mutex(0)
        let reader = SecretReader(
            limit: 100, patience: 1,
            mayRead: {
                let look = looks.withLock {
                    $0 += 1
                    return $0
                }
                if look == 2 {
                    // As Ctrl-C does, between the look at the terminal and the read.
                    tcflush(input, TCIFLUSH)
                    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
                        type("next\n", at: keys)
                    }
                }
                return look <= 2
            })
        #expect(throws: SecretReadError.tooLate(seconds: 1)) { _ = try reader.readLine(from: input) }
        var line = [UInt8](repeating: 0, count: 100)
        // SAFETY: the kernel writes at most as many bytes as the array has.
        let count = unsafe read(input, &line, line.count)
        #expect(String(decoding: line.prefix(max(count, 0)), as: UTF8.self) == "next\n")
    }
}

private func type(_ text: String, at person: Int32) {
    let bytes = Array(text.utf8)
    // SAFETY: the array is as long as its count.
    _ = unsafe write(person, bytes, bytes.count)
}
