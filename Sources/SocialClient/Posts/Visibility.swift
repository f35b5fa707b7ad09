/// Who may see a post, where a service lets its author say so. The narrower is the lesser.
public enum Visibility: String, Sendable, CaseIterable, Comparable {
    /// Everybody, in public timelines too.
    case everybody = "public"
    /// Everybody who comes upon it; public timelines leave it out.
    case unlisted
    /// Those who follow the author.
    case followers = "private"
    /// Those whom it mentions.
    case direct

    public static func < (first: Visibility, second: Visibility) -> Bool {
        first.width < second.width
    }

    private var width: Int {
        switch self {
        case .direct: 0
        case .followers: 1
        case .unlisted: 2
        case .everybody: 3
        }
    }
}
