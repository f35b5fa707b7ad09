/// The person has left the pager: nothing is wrong, and nobody wants the rest.
struct PagerLeft: Error {}

/// Where laid out text goes: into a pipe or a file, onto the screen, or, where it is longer than that, into a pager.
struct TextOutput {
    private enum State {
        /// What was written so far fits the screen.
        case undecided([UInt8])
        case direct
        case paging(Pager)
    }

    /// The lines that were written so far.
    private(set) var rows = 0
    private var state: State
    private let output: Output
    private let environment: Environment
    private let command: PagerCommand?
    private let onPagerEnd: @Sendable () -> Void

    /// - Parameter onPagerEnd: called when the person has ended the pager.
    init(_ context: CommandContext, onPagerEnd: @escaping @Sendable () -> Void) {
        output = context.output
        environment = context.environment
        // A pager in the background would stop.
        let isWatched = output.sink.isTerminal && output.sink.height != nil && context.terminal.isInForeground
        command = isWatched ? PagerCommand(context.environment) : nil
        state = command == nil ? .direct : .undecided([])
        self.onPagerEnd = onPagerEnd
    }

    /// How many of the lines that were written last are on the screen and can be drawn over.
    var reachableRows: Int {
        guard output.sink.isTerminal, let height = output.sink.height else { return 0 }
        if case .paging = state { return 0 }
        // The cursor is on a line of its own behind them.
        return height - 1
    }

    /// - Parameter rows: the lines that the text takes.
    mutating func write(_ bytes: [UInt8], rows: Int) async throws {
        self.rows += rows
        switch state {
        case .direct: try output.sink.write(bytes)
        case .paging(let pager): try await write(bytes, to: pager)
        case .undecided(let earlier):
            let all = earlier + bytes
            state = .undecided(all)
            // The last line of the screen is the next prompt's.
            if self.rows >= output.sink.height ?? .max { try await startPager(with: all) }
        }
    }

    private mutating func startPager(with text: [UInt8]) async throws {
        if let command, let pager = try Pager(command, environment, onEnd: onPagerEnd) {
            state = .paging(pager)
            try await write(text, to: pager)
        } else {
            state = .direct
            try output.sink.write(text)
        }
    }

    private func write(_ bytes: [UInt8], to pager: Pager) async throws {
        do throws(SinkError) {
            try await pager.write(bytes)
        } catch SinkError.readerGone {
            throw PagerLeft()
        }
    }

    /// Writes what is left, and waits until a pager has ended.
    mutating func finish() async throws {
        switch state {
        case .direct: return
        case .undecided(let text):
            state = .direct
            if !text.isEmpty { try output.sink.write(text) }
        case .paging(let pager): try await pager.finish()
        }
    }

    /// Moves up on the screen, draws, and comes back; the cursor stands at the start of a line, as after every write.
    func draw(_ picture: Picture, up distance: Int) throws(SinkError) {
        var bytes = Array("\u{1B}[\(distance)A".utf8)
        for row in picture.rows { bytes += row.bytes + Array("\r\n".utf8) }
        let rest = distance - picture.rows.count
        if rest > 0 { bytes += Array("\u{1B}[\(rest)B".utf8) }
        try output.sink.write(bytes)
    }
}
