import AccountModel
import AgentClient

/// All findings, as they are printed.
struct DoctorReport {
    let findings: [Finding]

    /// What the first problem stands for; `nil` where nothing is wrong.
    var code: BrokerError.Code? {
        findings.first { $0.state == .problem }.map { $0.code ?? .failed }
    }

    /// `problem  bus  what was found`, and below it how to go on.
    static func lines(for finding: Finding, isColored: Bool) -> [String] {
        let state = finding.state.rawValue
        let label = isColored ? "\u{1B}[1;\(color(of: finding.state))m\(state)\u{1B}[0m" : state
        let (gap, check) = (padding(state, to: stateWidth), finding.check + padding(finding.check, to: checkWidth))
        let indent = String(repeating: " ", count: stateWidth + 2)
        let steps = finding.next?.split(separator: "\n").map { "\(indent)next: \($0)" } ?? []
        return ["\(label)\(gap)  \(check)  \(finding.found)"] + steps
    }

    /// `2 problems, 1 note, 14 ok`
    var summary: String {
        let counts = Finding.State.allCases.reversed().map { state in
            (state: state, count: findings.count { $0.state == state })
        }
        let words = counts.filter { $0.count > 0 || $0.state == .problem }.map { state, count in
            switch state {
            case .problem: count == 0 ? "no problem" : count == 1 ? "1 problem" : "\(count) problems"
            case .note: count == 1 ? "1 note" : "\(count) notes"
            case .ok: "\(count) ok"
            }
        }
        return words.joined(separator: ", ")
    }

    var json: JSONValue {
        .object([
            .init("release", .string(AgentClient.release)),
            .init("status", .number(Int(code?.exitStatus ?? 0))),
            .init("problems", .number(findings.count { $0.state == .problem })),
            .init("notes", .number(findings.count { $0.state == .note })),
            .init("checks", .array(findings.map(json))),
        ])
    }

    private func json(for finding: Finding) -> JSONValue {
        .object([
            .init("check", .string(finding.check)), .init("state", .string(finding.state.rawValue)),
            .init("found", .string(finding.found)), .init("next", .optional(finding.next)),
            .init("status", finding.code.map { .number(Int($0.exitStatus)) } ?? .null),
        ])
    }

    private static let stateWidth = Finding.State.allCases.map(\.rawValue.count).max() ?? 0
    private static let checkWidth = "configuration".count

    private static func padding(_ word: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - word.count))
    }

    /// SGR codes (ECMA-48).
    private static func color(of state: Finding.State) -> Int {
        switch state {
        case .ok: 32
        case .note: 36
        case .problem: 31
        }
    }
}
