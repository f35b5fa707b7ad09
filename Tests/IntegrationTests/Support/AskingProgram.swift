import FoundationEssentials
import TestRig

/// A program of somebody else's on the bus, `Tests/TestRig/Scripts/asking.py`, which runs on, keeps one connection and
/// asks for what it is told to.
final class AskingProgram: Sendable {
    /// What it is granted something under.
    let path: String
    let running: RunningProgram

    private init(path: String, running: RunningProgram) {
        self.path = path
        self.running = running
    }

    static func start(in rig: Rig, name: String = "asking") throws -> AskingProgram {
        let path = try rig.script(name, try PackageFiles.text("Tests/TestRig/Scripts/asking.py"))
        return AskingProgram(path: path, running: try rig.program([path], input: .open).start())
    }

    /// What came of a call: `answer`, or the error's name without what all have in common, and its message.
    struct Answer {
        let answer: JSON
        let error: String?
        let message: String?

        fileprivate init(_ line: JSON) {
            answer = line["answer"]
            error = line["error"].string?.split(separator: ".").last.map(String.init)
            message = line["message"].string
        }
    }

    /// Asks for several things, one after the other.
    func ask(_ requests: [JSON]) async throws -> [Answer] {
        let earlier = answers.count
        try send(requests)
        try await eventually("\(requests.count) answers of \(path)") {
            if answers.count >= earlier + requests.count { return true }
            if running.hasEnded { throw RigError("\(path) ended: \(running.err)") }
            return false
        }
        return try answers[earlier...].map { line in
            Answer(try JSONDecoder().decode(JSON.self, from: Data(line.utf8)))
        }
    }

    /// Asks for something without waiting for the answer.
    func begin(_ request: JSON) throws {
        try send([request])
    }

    func call(_ method: String, _ arguments: JSON..., leaving: Bool = false) async throws -> Answer {
        try await ask([["call": .string(method), "arguments": .array(arguments), "leave": .bool(leaving)]])[0]
    }

    /// The last line may still be on its way.
    private var answers: ArraySlice<Substring> {
        running.out.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    private func send(_ requests: [JSON]) throws {
        let encoder = JSONEncoder()
        let lines = try requests.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
        running.send(lines.joined())
    }
}

extension Rig {
    /// The id of the first account as an argument of a call.
    func accountArgument(_ terminal: Terminal) async throws -> JSON {
        .string(try await accountID(at: terminal))
    }
}
