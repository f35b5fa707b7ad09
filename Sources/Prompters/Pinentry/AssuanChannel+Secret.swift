import AccountModel
import Glibc
import SecretBytes

extension AssuanChannel {
    /// What a command for a secret came to.
    enum SecretReply {
        /// `OK`; with whether the program had it typed twice and compared itself.
        case ok(SharedSecret, isRepeated: Bool)
        case other(Reply)
    }

    /// Sends one command and waits for the secret that it comes to. Of that nothing passes through ordinary memory but one
    /// byte at a time.
    func secret(_ command: String, until end: ContinuousClock.Instant) -> SecretReply {
        // What came without being asked for would be read as the beginning of the secret.
        guard unread.isEmpty, send(command) else { return .other(.ended) }
        var secret = SecretBytes()
        var isRepeated = false
        while true {
            var line = SecretBytes(capacity: AssuanChannel.longestLine + 1)
            if let interruption = readLine(into: &line, until: end) { return .other(interruption) }
            if line.begins(with: "D ") {
                guard secret.append(percentEncoded: line, from: 2) else { return .other(.ended) }
                continue
            }
            let words = line.text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            switch words.first {
            case "OK": return .ok(SharedSecret(secret), isRepeated: isRepeated)
            case "ERR":
                let code = words.count > 1 ? Int(words[1]) : nil
                return .other(.error(code: code ?? 0, words: words.count > 2 ? String(words[2]) : ""))
            case "S" where words.count > 1 && words[1] == "PIN_REPEATED": isRepeated = true
            default: continue
            }
        }
    }

    /// Reads up to a line feed, which is dropped; what stopped that, where it was stopped.
    private func readLine(into line: inout SecretBytes, until end: ContinuousClock.Instant) -> Reply? {
        while true {
            guard isWanted() else { return .withdrawn }
            guard ContinuousClock.now < end else { return .timedOut }
            var watched = pollfd(fd: conversation.rawValue, events: Int16(POLLIN), revents: 0)
            // SAFETY: the pointer is to one entry, as its count says.
            guard unsafe poll(&watched, 1, AssuanChannel.step) > 0 else { continue }
            var byte: UInt8 = 0
            // SAFETY: one byte is read into one byte.
            let count = unsafe read(conversation.rawValue, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            guard count == 1, line.count <= AssuanChannel.longestLine else { return .ended }
            if byte == UInt8(ascii: "\n") { return nil }
            line.append(byte)
        }
    }
}

extension SecretBytes {
    fileprivate borrowing func begins(with text: StaticString) -> Bool {
        withSpan { bytes in
            // SAFETY: a literal lives for ever, and is read within its own length.
            let text = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            return bytes.count >= text.count && text.indices.allSatisfy { unsafe bytes[$0] == text[$0] }
        }
    }

    /// Of a line that holds no secret.
    fileprivate var text: String {
        withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }

    /// Appends what stands in another line from a place on; false where a percent sign is followed by no number.
    fileprivate mutating func append(percentEncoded line: borrowing SecretBytes, from start: Int) -> Bool {
        var place = start
        while place < line.count {
            var byte = line.byte(at: place)
            place += 1
            if byte == UInt8(ascii: "%") {
                guard place + 1 < line.count, let high = line.byte(at: place).hexadecimalDigit,
                    let low = line.byte(at: place + 1).hexadecimalDigit
                else { return false }
                byte = high << 4 | low
                place += 2
            }
            append(byte)
        }
        return true
    }

    private borrowing func byte(at place: Int) -> UInt8 {
        withSpan { $0[place] }
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
