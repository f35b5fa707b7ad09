import AccountModel
import CommandLineKit
import Glibc

/// Finds the file that is meant, and says what is noteworthy about it.
struct ImportedFile {
    let source: ImportSource
    let context: CommandContext

    /// - Parameter given: FILE; `nil` for the one in its usual place.
    func open(_ given: String?) throws -> ForeignFile {
        guard let given else { return try usual() }
        guard given == "-" else { return noted(try ForeignFile(given)) }
        guard context.input.kind == .data, let descriptor = context.input.descriptor else {
            throw BrokerError(
                .invalidArgument, "there is nothing on standard input, where the file should be piped in",
                nextStep: NextCommand.importing(source, from: "FILE"))
        }
        return ForeignFile(standardInput: descriptor)
    }

    private func usual() throws(BrokerError) -> ForeignFile {
        let paths = ForeignPlaces(environment: context.environment).paths(of: source)
        let there = paths.filter { AbsolutePath.resolved($0) != nil }
        // What cannot be looked at, or is a link that leads nowhere, says itself what is wrong with it.
        guard let first = there.first ?? paths.first(where: ImportedFile.isTaken) else { throw missing(paths) }
        let file = noted(try ForeignFile(first))
        for other in there.dropFirst() where !first.hasPrefix(other) {
            context.messages.note("\(other) is there too and is not read")
            context.messages.next(NextCommand.importing(source, from: other))
        }
        return file
    }

    private static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        // SAFETY: lstat fills the structure it is given.
        return unsafe lstat(path, &facts) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    private func missing(_ paths: [String]) -> BrokerError {
        let step = NextCommand.importing(source, from: "FILE")
        let places = paths.map { OneLine.visible($0, length: 4096) }
        guard let last = places.last else {
            return BrokerError(
                .invalidArgument, "it is not known where \(source.word) keeps its file: HOME names no absolute path",
                nextStep: step)
        }
        let all = places.count == 1 ? last : places.dropLast().joined(separator: ", ") + " nor " + last
        return BrokerError(
            .fileError,
            "\(source.word) has no file in its usual place: there is \(places.count == 1 ? "no" : "neither") \(all)",
            nextStep: step)
    }

    private func noted(_ file: ForeignFile) -> ForeignFile {
        let name = OneLine.visible(file.name, length: 4096)
        if let target = file.target {
            context.messages.note("\(name) is a link; what is read is \(OneLine.visible(target, length: 4096))")
        }
        if file.isReadByOthers, source != .bundle {
            context.messages.warning(
                "\(name) can be read by other users: where that matters, log in again and revoke these tokens")
        }
        // A bundle can only be altered by who has its passphrase.
        if file.isWrittenByOthers, source != .bundle {
            context.messages.warning(
                "\(name) can be written by other users, who may have put tokens of theirs into it: look whose accounts are in it"
            )
        }
        return file
    }
}
