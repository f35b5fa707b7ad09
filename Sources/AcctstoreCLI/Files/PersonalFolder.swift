/// A base folder of the person's own files (XDG Base Directory Specification).
enum PersonalFolder {
    case cache
    case configuration
    case data
    case state

    /// The folder that the variable names, else the usual one in the home; `nil` where neither is told.
    func path(_ environment: Environment) -> String? {
        // A relative path is to be ignored, as the specification says.
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)" : nil }
    }

    /// What names it in the environment.
    var variable: String {
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
