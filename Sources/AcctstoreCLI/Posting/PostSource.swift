import AccountModel
import CommandLineKit
import SocialClient

/// Where the text of a post comes from.
enum PostSource {
    case argument([UInt8])
    case standardInput([UInt8])

    /// Bytes that are read from standard input at most: far more than any post, little enough to keep.
    private static let longestInput = 4 * 1024 * 1024

    /// Throws `UsageError` where there is neither text nor anything on standard input.
    static func read(
        _ argument: RawArgument?, _ parsed: ParsedCommand, in context: CommandContext
    ) async throws -> PostSource {
        if let argument, argument != "-" { return .argument(argument.bytes) }
        if argument == nil, context.input.kind != .data {
            throw parsed.usageError("nothing to post", suggestion: "Give TEXT, or - and the text on standard input.")
        }
        return .standardInput(try await context.input.readAll(upTo: longestInput))
    }

    /// Throws `inputRefused` for what no post can be.
    func text() throws(BrokerError) -> PostText {
        switch self {
        case .argument(let bytes): try PostText(argument: bytes)
        case .standardInput(let bytes): try PostText(standardInput: bytes)
        }
    }

    /// Keeps a text that was read from standard input and is refused, here or by the service: whoever wrote it there may
    /// have it nowhere else.
    func keepingRefusedText(in context: CommandContext, _ operation: () async throws -> Void) async throws {
        do {
            try await operation()
        } catch let error as BrokerError where error.code == .inputRefused || error.code == .serviceRefused {
            keep(in: context)
            throw error
        }
    }

    private func keep(in context: CommandContext) {
        guard case .standardInput(let bytes) = self, !bytes.allSatisfy(\.isASCIIBlank) else { return }
        do throws(BrokerError) {
            let name = try DraftFolder(context.environment).keep(bytes, at: context.clock())
            context.messages.instruction("the text was kept in \(OneLine.visible(name, length: 4096))")
        } catch {
            context.messages.warning("the text could not be kept: \(error.message); it was:")
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            {
                context.messages.instruction(OneLine.visible(String(line), length: .max))
            }
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIBlank: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
}
