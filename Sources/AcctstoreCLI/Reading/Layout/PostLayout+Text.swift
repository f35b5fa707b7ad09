package import SocialClient
import TerminalText

extension PostLayout {
    /// The layout for a terminal in UTF-8 without pictures, or, without a width, for a pipe.
    ///
    /// - Parameter now: seconds since 1970.
    package init(width: Int?, isColored: Bool, now: Int) {
        self.init(
            width: width, isColored: isColored, characters: .utf8, detail: .brief,
            age: PostAge(now: now, civilTime: CivilTime.local))
    }

    /// The post as it is written, each line with its end.
    package func text(of post: Post) -> [UInt8] { block(of: post).bytes }
}
