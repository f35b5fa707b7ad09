import AccountModel
import Glibc

/// A terminal with both of its sides: what a person sees and types, and what a program has.
final class Pty: Sendable {
    private let person: Int32
    let program: Descriptor

    init() throws {
        var ends: (person: Int32, program: Int32) = (-1, -1)
        // SAFETY: openpty(3) fills the two descriptors; no name and no modes are asked for.
        guard unsafe openpty(&ends.person, &ends.program, nil, nil, nil) == 0 else { throw PtyError.none }
        // A program that another test starts meanwhile would keep the terminal from hanging up.
        for end in [ends.person, ends.program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        person = ends.person
        program = Descriptor(owning: ends.program)
        _ = fcntl(person, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(person)
    }

    /// Closes the person's side, as a window is closed.
    func hangUp() {
        // The number stays open, on something else, so that closing it later hits nobody.
        // SAFETY: the path is a C string for the length of the call.
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(null, person)
        close(null)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        // SAFETY: the array is as long as its count.
        _ = unsafe write(person, bytes, bytes.count)
    }

    /// What is shown, until `end` is among it.
    func shown(until end: String) async throws -> String {
        var shown: [UInt8] = []
        let limit = ContinuousClock.now + .seconds(120)
        while !String(decoding: shown, as: UTF8.self).contains(end) {
            guard ContinuousClock.now < limit else { throw PtyError.silent(String(decoding: shown, as: UTF8.self)) }
            var chunk = [UInt8](repeating: 0, count: 4096)
            // SAFETY: the kernel writes at most `chunk.count` bytes to the array.
            let count = unsafe read(person, &chunk, chunk.count)
            if count > 0 { shown += chunk[..<count] } else { try await Task.sleep(for: .milliseconds(2)) }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Local, input, output and control modes.
    var modes: [tcflag_t] {
        var modes = termios()
        // SAFETY: tcgetattr(3) fills the structure it is given.
        guard unsafe tcgetattr(program.rawValue, &modes) == 0 else { return [] }
        return [modes.c_lflag, modes.c_iflag, modes.c_oflag, modes.c_cflag]
    }

    func setRaw() {
        var modes = termios()
        // SAFETY: the structure is filled, changed and given back.
        unsafe tcgetattr(program.rawValue, &modes)
        unsafe cfmakeraw(&modes)
        unsafe tcsetattr(program.rawValue, TCSANOW, &modes)
    }
}

enum PtyError: Error {
    case none
    case silent(String)
}
