/// A base folder of the person's own files (XDG Base Directory Specification).
package enum PersonalFolder: Sendable {
    case cache
    case configuration
    case data
    case state

    /// The folder that the variable names, else the usual one in the home; `nil` where neither is told.
    ///
    /// - Parameter value: of a variable of the person's session; `nil` for one that is not set.
    package func path(_ value: (_ variable: String) -> String?) -> String? {
        // A relative path is to be ignored, as the specification says.
        if let folder = value(variable), folder.hasPrefix("/") { return folder }
        return value("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)" : nil }
    }

    /// Where `acctstore.conf` is, or would be, by the same rule as the folder; `nil` where neither variable tells.
    package static func configurationFile(_ value: (_ variable: String) -> String?) -> String? {
        configuration.path(value).map { "\($0)/acctstore/\(configurationName)" }
    }

    /// The configuration's name in acctstore's own folder.
    package static let configurationName = "acctstore.conf"

    /// What names it in the environment.
    package var variable: String {
        switch self {
        case .cache: "XDG_CACHE_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    private var usual: String {
        switch self {
        case .cache: ".cache"
        case .configuration: ".config"
        case .data: ".local/share"
        case .state: ".local/state"
        }
    }
}
