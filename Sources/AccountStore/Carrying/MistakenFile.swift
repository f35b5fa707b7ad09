import AccountModel
import SecretBytes

/// A file that is not what it was named as: it may be that of another program, or a bundle.
struct MistakenFile {
    private let request: ImportRequest
    private let carried: CarriedFiles

    init(_ request: ImportRequest, _ carried: CarriedFiles) {
        self.request = request
        self.carried = carried
    }

    /// What it is, with the command that takes it over as that; `nil` where it is nothing that is known.
    func error(_ bytes: SharedSecret) -> BrokerError? {
        let sources = sources(of: bytes)
        guard !sources.isEmpty else { return nil }
        let words = sources.map { $0 == .bundle ? "a bundle" : "what \($0.word) writes" }.joined(separator: ", or ")
        return BrokerError(
            request.source == .bundle ? .fileError : .inputRefused,
            "\(OneLine.visible(request.name, length: 4096)) is \(words); nothing was stored",
            nextStep: sources.map(command).joined(separator: "\n"))
    }

    /// Some programs write the same, and only the person knows which one it was.
    private func sources(of bytes: SharedSecret) -> [ImportSource] {
        let tools = ForeignTool.allCases.filter { tool in
            guard request.source != .tool(tool), bytes.withSpan({ $0.count <= ImportDesk.longestText }) else {
                return false
            }
            return (try? carried.foreign.contents(of: bytes, by: tool)).map { !$0.accounts.isEmpty } == true
        }
        guard request.source != .bundle, (try? carried.bundles.check(bytes, name: request.name)) != nil else {
            return tools.map(ImportSource.tool)
        }
        return [.bundle]
    }

    private func command(_ source: ImportSource) -> String {
        var request = request
        request.source = source
        // A bundle says both itself.
        if source == .bundle { (request.service, request.app) = (nil, nil) }
        return request.command
    }
}
