import CommandLineKit
import SocialClient

/// The id of a post, as a service made it: kept as text, since ids are longer than some numbers are exact, and words at
/// some services.
struct PostID: ArgumentValue, Equatable {
    static let expectation: String? = "the id of a post, letters and digits"

    let text: String

    init?(argument: RawArgument) {
        guard let text = argument.text, text.isOpaqueID else { return nil }
        self.text = text
    }
}
