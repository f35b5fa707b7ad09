import AccountModel
import CommandLineKit
import Glibc

/// The word for where accounts are taken over from.
struct ImportSourceName: ArgumentValue, Equatable {
    static let allowedValues = ForeignTool.allCases.map(\.rawValue) + [ImportSource.bundle.word]

    let source: ImportSource

    init?(argument: RawArgument) {
        guard let source = argument.text.flatMap(ImportSource.init(word:)) else { return nil }
        self.source = source
    }
}

/// Where other programs keep their accounts.
struct ForeignPlaces {
    let environment: Environment

    /// The paths of a program's file, the one that it would read first; none for a program that has no place without a
    /// home, and for a bundle.
    func paths(of source: ImportSource) -> [String] {
        guard case .tool(let tool) = source, let home = environment["HOME"], home.hasPrefix("/") else { return [] }
        switch tool {
        case .twurl: return ["\(home)/.twurlrc"]
        case .t: return ["\(home)/.xrc", "\(home)/.trc"]
        // Later releases have made a folder of it.
        case .xurl: return ["\(home)/.xurl/auth.yml", "\(home)/.xurl"]
        case .toot:
            return PersonalFolder.configuration.path(environment).map { ["\($0)/toot/config.json"] } ?? []
        case .rainbowstream: return ["\(home)/.rainbow_oauth"]
        }
    }
}
