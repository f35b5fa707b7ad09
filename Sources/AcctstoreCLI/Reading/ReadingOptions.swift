import CommandLineKit

/// What the commands take that show posts.
enum ReadingOptions {
    /// When profile pictures are shown.
    enum Images: String, CaseIterable, ArgumentValue {
        case auto, always, never
    }

    static let json = Flag("json", help: "Print JSON.")
    static let jsonl = Flag("jsonl", help: "Print a line of JSON for each post.")
    static let images = Option<Images>(
        "images", value: "WHEN", default: "auto",
        help: "When to show profile pictures, which chafa draws; auto: on wide terminals with colours.")
}
