import AccountModel
import FoundationEssentials
import SocialClient
import TerminalText

/// How uses of accounts are told to people and to programs.
struct AccessLogListing {
    /// A time in the person's zone.
    let civilTime: @Sendable (Int) -> CivilTime
    let showsChain: Bool

    /// `2026-11-30 10:03:21  @alice (2, twitter)  sign POST  given  /home/alice/bin/nightly  https://…`, the cells below
    /// each other.
    func lines(for records: [AccessRecord]) -> [String] {
        zip(records, Columns.lines(of: records.map(cells))).flatMap { record, line in
            let chain = showsChain ? record.provenance.line.map { "    \($0)" } : nil
            return [line, chain].compactMap(\.self)
        }
    }

    /// One document: an array with a use on each line, in the form of the file.
    static func json(for records: [AccessRecord]) -> String {
        "[\(records.map(\.line).joined(separator: ",\n"))]\n"
    }

    /// The lines of a screen that a line takes.
    ///
    /// - Parameter width: columns of the screen; `nil` where there is none.
    static func rows(of line: String, width: Int?) -> Int {
        guard let width, width > 0 else { return 1 }
        return max(1, (DisplayWidth.columns(line) + width - 1) / width)
    }

    private func cells(for record: AccessRecord) -> [String] {
        [
            record.time.text(in: civilTime), Self.actor(of: record),
            [record.operation.rawValue, record.method].compactMap(\.self).joined(separator: " "),
            record.outcome.word, OneLine.visible(record.program.shown, length: 4096),
            record.url.map { OneLine.visible($0, length: 4096) } ?? "",
        ]
    }

    private static func actor(of record: AccessRecord) -> String {
        let service = record.service?.description
        let names: [String?]
        if let account = record.account {
            guard let number = account.number else { return account.id.description }
            let handle = account.username.map { "@\(OneLine.visible($0))" } ?? "?"
            names = [String(number), service]
            return "\(handle) (\(names.compactMap(\.self).joined(separator: ", ")))"
        }
        if let app = record.app { return "app \(OneLine.visible(app, length: 64)) (\(service ?? "?"))" }
        return service.map { "nobody (\($0))" } ?? "no account"
    }
}
