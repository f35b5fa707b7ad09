import AccountModel
import Glibc

/// Commands and answers of the Assuan protocol, line by line, as pinentry's end speaks it (Libassuan manual, "Server
/// responses"; Pinentry manual, "Protocol").
struct AssuanChannel {
    /// What a command came to.
    enum Reply: Hashable {
        /// `OK`, with the data of the `D` lines before it.
        case ok(data: String)
        /// `ERR`, with the number (libgpg-error's source and code in one) and what it says.
        case error(code: Int, words: String)
        /// The other end is gone, or speaks another language.
        case ended
        case timedOut
        /// The answer is no longer wanted.
        case withdrawn
    }

    /// A line is at most 1000 bytes long, its end included; a longer one ends the conversation.
    static let longestLine = 1000
    static let step: Int32 = 20

    let conversation: Descriptor
    /// Whether the answer still has somebody to go to.
    let isWanted: () -> Bool
    private(set) var unread: [UInt8] = []

    init(_ conversation: Descriptor, isWanted: @escaping () -> Bool) {
        self.conversation = conversation
        self.isWanted = isWanted
    }

    /// Sends one command and waits for what it comes to.
    mutating func command(_ line: String, until end: ContinuousClock.Instant) -> Reply {
        send(line) ? reply(until: end) : .ended
    }

    /// Waits for `OK` or `ERR`. Comments, status lines and the like are passed over.
    mutating func reply(until end: ContinuousClock.Instant) -> Reply {
        var data = ""
        while true {
            switch line(until: end) {
            case .failure(let reply): return reply.reply
            case .success(let line):
                let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
                switch words.first {
                case "OK": return .ok(data: data)
                case "ERR":
                    let code = words.count > 1 ? Int(words[1]) : nil
                    return .error(code: code ?? 0, words: words.count > 2 ? String(words[2]) : "")
                case "D": data += line.dropFirst(2)
                default: continue
                }
            }
        }
    }

    /// Tells the other end that nothing follows.
    func sayGoodBye() {
        _ = send("BYE")
    }

    private struct Interruption: Error {
        let reply: Reply
    }

    private mutating func line(until end: ContinuousClock.Instant) -> Result<String, Interruption> {
        while true {
            if let stop = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(stop + 1) }
                return .success(String(decoding: unread[..<stop], as: UTF8.self))
            }
            guard unread.count <= AssuanChannel.longestLine else { return .failure(Interruption(reply: .ended)) }
            guard isWanted() else { return .failure(Interruption(reply: .withdrawn)) }
            guard ContinuousClock.now < end else { return .failure(Interruption(reply: .timedOut)) }
            var watched = pollfd(fd: conversation.rawValue, events: Int16(POLLIN), revents: 0)
            // SAFETY: the pointer is to one entry, as its count says.
            guard unsafe poll(&watched, 1, AssuanChannel.step) > 0 else { continue }
            var chunk = [UInt8](repeating: 0, count: AssuanChannel.longestLine)
            // SAFETY: at most `chunk.count` bytes are written to the array.
            let count = unsafe read(conversation.rawValue, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return .failure(Interruption(reply: .ended)) }
            unread += chunk[..<count]
        }
    }

    /// Whether the other end spoke without being asked: what follows could be taken for the answer to another command.
    var isOutOfStep: Bool {
        var watched = pollfd(fd: conversation.rawValue, events: Int16(POLLIN), revents: 0)
        // SAFETY: the pointer is to one entry, as its count says.
        return unsafe poll(&watched, 1, 0) != 0 || !unread.isEmpty
    }

    /// False for what is no single line of text: a line feed in a word would be another command, with an answer of its own.
    func send(_ line: String) -> Bool {
        guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
        var rest = Array("\(line)\n".utf8)[...]
        guard rest.count <= AssuanChannel.longestLine else { return false }
        while !rest.isEmpty {
            // Short lines fit into the socket's buffer, so that this waits for nobody.
            // SAFETY: the slice is as long as its count.
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    conversation.rawValue, bytes.baseAddress, bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension String {
    /// As an argument of an Assuan command: line breaks and percent signs are written out.
    var assuanEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
