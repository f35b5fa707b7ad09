/// The one-line summary of what a command takes: `tool remove [--revoke] [--yes] ACCOUNT`.
public struct UsageLine: Sendable {
    /// More optional pieces than this are shown as `[OPTIONS]`.
    private static let mostPieces = 12

    /// The command as it is typed.
    public let command: String
    /// Options and arguments, each of which stays on one line.
    public let pieces: [String]

    /// The tool's own options are left out below it, since every command takes them.
    public init(_ path: CommandPath) {
        command = path.spelling
        let options = Self.pieces(of: path.ownOptions.filter { !$0.isHidden }, path.exclusiveGroups)
        let isLong = options.count + path.leaf.arguments.count > Self.mostPieces
        var pieces = isLong ? ["[OPTIONS]"] + options.filter(\.isRequired).map(\.text) : options.map(\.text)
        pieces += path.leaf.arguments.map(\.synopsis)
        if path.leaf.isGroup {
            pieces.append(path.leaf.defaultSubcommand == nil ? "SUBCOMMAND" : "[SUBCOMMAND]")
        }
        self.pieces = pieces
    }

    /// With fewer columns than these a terminal is narrow.
    private static let narrowest = 50

    /// - Parameters:
    ///   - heading: what stands before the command; further lines are indented by as much. In a narrow
    ///     terminal it has a line of its own.
    ///   - width: columns of the terminal.
    func lines(heading: String, width: Int) -> [String] {
        let words = [command] + pieces
        guard width >= Self.narrowest else {
            return [heading] + TextWrapping.fill(words, width: width - 2).map { "  " + $0 }
        }
        let indent = String(repeating: " ", count: heading.count + 1)
        let filled = TextWrapping.fill(words, width: width - indent.count)
        return filled.enumerated().map { ($0.offset == 0 ? heading + " " : indent) + $0.element }
    }

    private typealias Piece = (text: String, isRequired: Bool)

    private static func pieces(of options: [OptionDescription], _ groups: [ExclusiveGroup]) -> [Piece] {
        options.compactMap { option in
            guard let group = groups.group(of: option) else { return piece(of: option) }
            // All that stands with the group does where the first of it does.
            let members = options.filter { groups.group(of: $0) == group }
            guard members.first?.preferredName == option.preferredName else { return nil }
            let choice = members.map(\.synopsis).joined(separator: " | ")
            let isRequired = groups[group].isRequired
            return (isRequired ? "(\(choice))" : "[\(choice)]", isRequired)
        }
    }

    private static func piece(of option: OptionDescription) -> Piece {
        let synopsis = option.synopsis + (option.value != nil && option.isRepeatable ? " ..." : "")
        return (option.isRequired ? synopsis : "[\(synopsis)]", option.isRequired)
    }
}
