internal import Glibc

/// A program that was installed with this one, and that nobody calls by hand.
package struct NearbyProgram: Sendable {
    package let name: String
    /// Where it may lie, the first one first: beside this program, as in a build folder; then where `make install` puts
    /// it.
    package let places: [String]

    package init(_ name: String) {
        self.init(name, besides: NearbyProgram.ownPath())
    }

    /// - Parameter path: that of the program beside which it is looked for.
    package init(_ name: String, besides path: String?) {
        self.name = name
        guard let path, let slash = path.lastIndex(of: "/") else {
            places = []
            return
        }
        let folder = path[..<slash]
        let upper = folder.lastIndex(of: "/").map { folder[..<$0] }
        places = ["\(folder)/\(name)"] + (upper.map { ["\($0)/libexec/acctstore/\(name)"] } ?? [])
    }

    /// The first place that has it.
    package var path: String? {
        places.first { unsafe access($0, X_OK) == 0 }
    }

    /// For the error about one that is not there.
    package var searched: String {
        places.isEmpty ? "where this program lies cannot be seen" : places.joined(separator: ", ")
    }

    private static func ownPath() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
