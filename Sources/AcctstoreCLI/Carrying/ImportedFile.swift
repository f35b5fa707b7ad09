import AccountModel
import CommandLineKit

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
                .invalidArgument, "there is nothing on standard input",
                nextStep: "pipe it in: … | acctstore import \(source.word) -")
        }
        return ForeignFile(standardInput: descriptor)
    }

    private func usual() throws(BrokerError) -> ForeignFile {
        let paths = ForeignPlaces(environment: context.environment).paths(of: source)
        let there = paths.filter { AbsolutePath.resolved($0) != nil }
        guard let first = there.first ?? paths.last else {
            throw BrokerError(
                .invalidArgument, "it is not known where the file is",
                nextStep: NextCommand.importing(source, from: "FILE"))
        }
        let file = noted(try ForeignFile(first))
        for other in there.dropFirst() where !first.hasPrefix(other) {
            context.messages.note("\(other) is there too and is not read")
            context.messages.next(NextCommand.importing(source, from: other))
        }
        return file
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
