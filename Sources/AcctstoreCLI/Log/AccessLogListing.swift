import AccountModel
import FoundationEssentials
import SocialClient
import TerminalText

/// How uses of accounts are told to people and to programs.
struct AccessLogListing {
    /// Columns that a cell is filled up to, at most: one long name does not push the others off the screen.
    private static let widest = 40

    /// A time in the person's zone.
    let civilTime: @Sendable (Int) -> CivilTime
    let showsChain: Bool

    /// `2026-11-30 10:03:21  @alice (2, twitter)  sign POST  given  /home/alice/bin/nightly  https://…`, the cells below
    /// each other.
    func lines(for records: [AccessRecord]) -> [String] {
        let rows = records.map(cells)
        let widths = (0..<5).map { column in
            min(rows.map { DisplayWidth.columns($0[column]) }.max() ?? 0, Self.widest)
        }
        return zip(records, rows).flatMap { record, cells in
            let line = cells.enumerated().map { column, cell in
                column < widths.count ? Self.filled(cell, widths[column]) : cell
            }.joined(separator: "  ")
            let chain = showsChain ? record.provenance.line.map { "    \($0)" } : nil
            return [Self.trimmed(line), chain].compactMap(\.self)
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
            time(of: record), Self.actor(of: record),
            [record.operation.rawValue, record.method].compactMap(\.self).joined(separator: " "),
            record.outcome.word, OneLine.visible(record.program.shown, length: 4096),
            record.url.map { OneLine.visible($0, length: 4096) } ?? "",
        ]
    }

    private func time(of record: AccessRecord) -> String {
        let time = civilTime(Int(record.time.timeIntervalSince1970.rounded(.down)))
        return "\(time.isoDate) \(time.exactClock)"
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

    private static func filled(_ cell: String, _ width: Int) -> String {
        cell + String(repeating: " ", count: max(0, width - DisplayWidth.columns(cell)))
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
