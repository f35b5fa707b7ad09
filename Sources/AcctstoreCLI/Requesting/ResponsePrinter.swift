import AccountModel

/// Prints an answer while it arrives: as it is, or for a person on a terminal.
struct ResponsePrinter {
    let output: Output
    /// Whether status and header fields go first.
    let includesHead: Bool

    /// Bytes of a body that are looked at for what they say of trouble.
    private static let beginning = 64 * 1024

    /// Gives the beginning of the body, for whoever has to say what the answer means.
    func print(_ response: Response) async throws -> [UInt8] {
        if includesHead { try writeHead(of: response) }
        return output.sink.isTerminal ? try await show(response.body) : try await pass(response.body)
    }

    private func writeHead(of response: Response) throws(SinkError) {
        var lines = ["HTTP \(response.status)"] + response.headers.map { "\($0.name): \($0.value)" }
        if output.sink.isTerminal { lines = lines.map { OneLine.visible($0, length: 8192) } }
        try output.write(lines: lines + [""])
    }

    private func pass(_ body: Body) async throws -> [UInt8] {
        var beginning: [UInt8] = []
        while let chunk = try await body.next() {
            try output.sink.write(chunk)
            beginning += chunk.prefix(ResponsePrinter.beginning - beginning.count)
        }
        return beginning
    }

    private func show(_ body: Body) async throws -> [UInt8] {
        var beginning: [UInt8] = []
        var text = ArrivingText()
        var layout: JSONLayout?
        var isFirst = true
        while let chunk = try await body.next() {
            beginning += chunk.prefix(ResponsePrinter.beginning - beginning.count)
            if isFirst, let byte = chunk.first(where: { !JSONLayout.isBlank($0) }) {
                isFirst = false
                if JSONLayout.isOpening(byte) { layout = JSONLayout() }
            }
            try output.write(text: text.shown(layout?.laidOut(chunk) ?? chunk))
        }
        try output.write(text: text.end())
        return beginning
    }
}
