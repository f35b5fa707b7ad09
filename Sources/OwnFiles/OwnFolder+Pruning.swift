internal import FoundationEssentials
internal import Glibc

extension OwnFolder {
    /// Removes the files that were written first where there are more than so many, and those written before a time. What
    /// cannot be removed stays.
    ///
    /// - Parameters:
    ///   - most: how many stay.
    ///   - start: seconds since 1970.
    package func prune(keeping most: Int, writtenSince start: Int = .min) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: shortPath(of: ".")) else { return }
        let byAge = names.map { name in
            var facts = stat()
            // SAFETY: fstatat(2) fills the one structure that it is given.
            let isThere = unsafe fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0
            return (time: isThere ? facts.st_mtim.tv_sec : 0, name: name)
        }.sorted { $0.time < $1.time }
        for (place, file) in byAge.enumerated() where place < names.count - most || file.time < start {
            try? remove(file.name)
        }
    }
}
