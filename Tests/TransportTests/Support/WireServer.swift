import FoundationEssentials
import TestRig

/// A TCP server on the loopback that does to its connections, byte for byte, what a test tells it.
final class WireServer: Sendable {
    /// Tests/TestRig/Scripts/wire_server.py says what each does.
    enum Step: Encodable, Sendable {
        case readHead
        case readRequest
        case read(Int)
        case send(String)
        case fill(String, Int)
        case drip(String, every: Double)
        case await(String)
        case tunnel(UInt16)
        case linger
        case reset

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .readHead: try container.encode(["read": "head"])
            case .readRequest: try container.encode(["read": "request"])
            case .read(let count): try container.encode(["read": count])
            case .send(let text): try container.encode(["send": text])
            case .fill(let text, let times): try container.encode(["fill": Pair(text: text, number: Double(times))])
            case .drip(let text, let seconds): try container.encode(["drip": Pair(text: text, number: seconds)])
            case .await(let word): try container.encode(["await": word])
            case .tunnel(let port): try container.encode(["tunnel": port])
            case .linger: try container.encode(["linger": true])
            case .reset: try container.encode(["reset": true])
            }
        }
    }

    private struct Pair: Encodable {
        var text: String
        var number: Double

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(text)
            if let whole = Int(exactly: number) {
                try container.encode(whole)
            } else {
                try container.encode(number)
            }
        }
    }

    private struct Plan: Encodable {
        var connections: [[Step]]
        var certificate: String?
        var key: String?
        var tlsVersion: String?
        var offersHTTP2: Bool

        enum CodingKeys: String, CodingKey {
            case connections, certificate, key
            case tlsVersion = "tls_version"
            case offersHTTP2 = "offers_http2"
        }
    }

    /// A connection that has ended.
    struct Connection: Decodable, Sendable {
        let number: Int
        /// Bytes received in all; `bytes` has the first mebibyte of them.
        let count: Int
        let endedByPeer: Bool
        let bytes: [UInt8]

        enum CodingKeys: String, CodingKey {
            case number, count, received
            case endedByPeer = "ended_by_peer"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            number = try container.decode(Int.self, forKey: .number)
            count = try container.decode(Int.self, forKey: .count)
            endedByPeer = try container.decode(Bool.self, forKey: .endedByPeer)
            bytes = Array(try container.decode(Data.self, forKey: .received))
        }

        var received: String { String(decoding: bytes, as: UTF8.self) }

        /// The lines of the request's head.
        var head: [String] {
            Array(received.components(separatedBy: "\r\n").prefix { !$0.isEmpty })
        }
    }

    let port: UInt16
    private let process: RunningProgram
    private let scheme: String

    private init(process: RunningProgram, port: UInt16, scheme: String) {
        self.process = process
        self.port = port
        self.scheme = scheme
    }

    /// Runs `body` with a server whose connections get one list of steps each, the last one any more there are.
    static func with<Value>(
        _ connections: [Step]..., certificate: Certificate? = nil, tlsVersion: String? = nil,
        offersHTTP2: Bool = false, _ body: (WireServer) async throws -> Value
    ) async throws -> Value {
        try await with(
            each: connections, certificate: certificate, tlsVersion: tlsVersion, offersHTTP2: offersHTTP2, body)
    }

    static func with<Value>(
        each connections: [[Step]], certificate: Certificate? = nil, tlsVersion: String? = nil,
        offersHTTP2: Bool = false, _ body: (WireServer) async throws -> Value
    ) async throws -> Value {
        let plan = Plan(
            connections: connections, certificate: certificate?.certificate, key: certificate?.key,
            tlsVersion: tlsVersion, offersHTTP2: offersHTTP2)
        let json = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
        var program = Program(
            ["/usr/bin/python3", PackageFiles.root + "/Tests/TestRig/Scripts/wire_server.py", json],
            environment: ["PATH": "/usr/bin:/bin"], user: .current)
        program.input = .open
        let process = try program.start()
        do {
            try await process.waitForOut("\n")
            guard let port = process.out.split(separator: "\n")[0].split(separator: " ").last.flatMap({ UInt16($0) })
            else { throw RigError("the server said “\(process.out)”") }
            let scheme = certificate == nil ? "http" : "https"
            let value = try await body(WireServer(process: process, port: port, scheme: scheme))
            await process.stop()
            return value
        } catch {
            await process.stop()
            throw error
        }
    }

    var base: String { "\(scheme)://127.0.0.1:\(port)" }

    /// How many connections were made so far.
    var accepted: Int {
        process.out.split(separator: "\n").count { $0.hasPrefix("accepted ") }
    }

    /// Waits until the server has read so many heads or whole requests, as its steps say.
    func waitForRequests(_ count: Int = 1) async throws {
        try await eventually("\(count) requests") {
            process.out.split(separator: "\n").count { $0.hasPrefix("read ") } >= count
        }
    }

    /// The connections that have ended so far, in the order of their ends.
    var ended: [Connection] {
        process.out.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Connection.self, from: Data($0.utf8))
        }
    }

    /// Waits until so many connections have ended; more than that is for the test to see.
    @discardableResult
    func waitForEnd(of count: Int = 1) async throws -> [Connection] {
        try await eventually("the end of \(count) connections") { ended.count >= count }
        return ended
    }

    /// Lets the connections go on that wait for `word`.
    func say(_ word: String) {
        process.send(word + "\n")
    }
}
