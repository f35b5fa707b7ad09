import Glibc

/// A link on the way to a file that leads nowhere: open(2) has the same word for it as for a file that was never made.
package struct DeadLink: Hashable, Sendable {
    package let path: String
    /// Where it leads, as it is written in the link.
    package let target: String

    /// Looks from the file upwards, to what is there first.
    ///
    /// - Parameter path: of what was not found, absolute. The file itself may be the link, as may a folder above it.
    /// - Returns: `nil` where there just is no such file.
    package init?(onTheWayTo path: String) {
        var place = path[...]
        while !place.isEmpty {
            var status = stat()
            // SAFETY: both calls fill the one structure that they are given.
            if unsafe lstat(String(place), &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFLNK, unsafe stat(String(place), &status) != 0,
                    let target = DeadLink.target(of: String(place))
                else { return nil }
                self.path = String(place)
                self.target = target
                return
            }
            guard errno == ENOENT, let slash = place.lastIndex(of: "/") else { return nil }
            place = place[..<slash]
        }
        return nil
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: readlink(2) writes at most `buffer.count` bytes to the array.
        let count = unsafe readlink(link, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
