internal import AccountModel
internal import Glibc
internal import OwnFiles

/// The last use of each way to use an account, out of generations of the log that may be gone by now.
///
/// The lines are the log's own, one for each way. They are written when a generation ends, so that a use costs nothing
/// but its line.
struct LastUsesFile {
    static let name = "access.log.last"
    /// Ways that are kept: those that were used last. Programs without number could be started from as many paths.
    static let longest = 1000

    let folder: String

    /// Takes in the lines of a generation that ends. Only under the lock on the log.
    func add(_ lines: [ArraySlice<UInt8>]) throws(OwnFileError) {
        var uses = LastUses()
        uses.add(try self.lines())
        uses.add(lines)
        try write(uses.lines(atMost: LastUsesFile.longest))
    }

    /// None where there is no file.
    func lines() throws(OwnFileError) -> [ArraySlice<UInt8>] {
        do throws(OwnFileError) {
            let folder = try OwnFolder(folder, made: false)
            return LockableFile(try folder.open(LastUsesFile.name, O_RDONLY), "\(folder.path)/\(LastUsesFile.name)")
                .lines()
        } catch {
            if error.isAbsent { return [] }
            throw error
        }
    }

    /// Written anew, and put in the place of the old file when it is whole.
    private func write(_ lines: [ArraySlice<UInt8>]) throws(OwnFileError) {
        let folder = try OwnFolder(folder, made: true)
        let unfinished = LastUsesFile.name + ".new"
        let path = "\(folder.path)/\(unfinished)"
        let file = LockableFile(try folder.open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND), path)
        try file.append(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
        // SAFETY: renameat(2) reads two C strings.
        guard unsafe renameat(folder.descriptor, unfinished, folder.descriptor, LastUsesFile.name) == 0 else {
            throw OwnFileError("rename", path)
        }
    }
}

/// The last line of each way to use an account.
struct LastUses {
    private var last: [AccessUse.Way: (use: AccessUse, line: ArraySlice<UInt8>, order: Int)] = [:]
    private var count = 0

    /// Takes in lines that were written after those before. The order of the file counts, not the times: clocks are set.
    mutating func add(_ lines: [ArraySlice<UInt8>]) {
        // What a program does over and over differs in its time alone, which stands first: one of those lines is read.
        var latest: [ArraySlice<UInt8>: Int] = [:]
        for (index, line) in lines.enumerated() { latest[line.drop { $0 != UInt8(ascii: ",") }] = index }
        for line in latest.values.sorted().map({ lines[$0] }) {
            guard let use = AccessRecord(line: line)?.use else { continue }
            count += 1
            last[use.way] = (use, line, count)
        }
    }

    var uses: [AccessUse] { last.values.map(\.use) }

    /// In their order; the latest where there are more.
    func lines(atMost limit: Int) -> [ArraySlice<UInt8>] {
        last.values.sorted { $0.order < $1.order }.suffix(limit).map(\.line)
    }
}
