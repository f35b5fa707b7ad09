import AccountModel
import CommandLineKit
import SocialClient
import Synchronization

/// Shows posts as they arrive, until the last or until the person has seen enough.
struct Reading {
    let context: CommandContext
    let makePrinter: @Sendable (_ onPagerEnd: @escaping @Sendable () -> Void) -> any PostPrinter

    /// Prints in the form that the command line asks for.
    init(_ parsed: ParsedCommand, detail: PostLayout.Detail, of broker: any Broker, in context: CommandContext) {
        self.context = context
        let (isJSON, isLines) = (parsed[ReadingOptions.json], parsed[ReadingOptions.jsonl])
        let images = parsed[ReadingOptions.images]
        makePrinter = { onPagerEnd in
            if isJSON { return JSONArrayPrinter(context.output) }
            if isLines { return JSONLinesPrinter(output: context.output) }
            let pictures = PictureLoader.wanted(images, in: context, from: broker)
            return TextPrinter(
                PostLayout(context, detail: detail, room: pictures.map { _ in .usual }), pictures: pictures,
                output: TextOutput(context, onPagerEnd: onPagerEnd))
        }
    }

    /// Prints what the pages hold. What came before an error stays.
    func show(_ pages: TimelinePages) async throws {
        // Whoever leaves the pager does not wait for a service that is slow.
        let leaving = Leaving()
        try await leaving.run {
            var (printer, pages, isEmpty) = (makePrinter { leaving.leave() }, pages, true)
            do {
                while let posts = try await pages.next() {
                    isEmpty = false
                    try await printer.print(posts)
                }
                if isEmpty, pages.unreadable > 0 { throw Reading.nothingReadable(pages.unreadable) }
                try await printer.finish(after: nil)
            } catch {
                // What fails because the person has left is no error, but for a pager that never was there.
                guard !leaving.hasLeft, !(error is PagerLeft) else { return try await printer.finish(after: error) }
                try? await printer.finish(after: error)
                if !isEmpty { tellUnreadable(pages.unreadable) }
                throw error
            }
            if isEmpty { context.messages.note("there are no posts") }
            tellUnreadable(pages.unreadable)
            if pages.isIncomplete {
                context.messages.note("the service is still gathering these posts: there may be more in a minute")
            }
        }
    }

    /// Prints one post.
    func show(_ post: Post) async throws {
        var printer = makePrinter {}
        do {
            try await printer.print([post])
        } catch is PagerLeft {
            return try await printer.finish(after: nil)
        }
        try await printer.finish(after: nil)
    }

    /// An empty list would say that there are none.
    private static func nothingReadable(_ count: Int) -> BrokerError {
        BrokerError(
            .serviceRefused,
            count == 1
                ? "the only post that the service sent cannot be read"
                : "none of the \(count) posts that the service sent can be read")
    }

    private func tellUnreadable(_ count: Int) {
        guard count > 0 else { return }
        context.messages.note(count == 1 ? "1 post could not be read" : "\(count) posts could not be read")
    }
}

/// Work that ends early when the person leaves.
private final class Leaving: Sendable {
    private let state = Mutex((task: Task<Void, any Error>?.none, hasLeft: false))

    var hasLeft: Bool { state.withLock(\.hasLeft) }

    func leave() {
        state.withLock { state in
            state.hasLeft = true
            state.task?.cancel()
        }
    }

    func run(_ work: sending @escaping @isolated(any) () async throws -> Void) async throws {
        let task = Task { try await work() }
        state.withLock { state in
            state.task = task
            if state.hasLeft { task.cancel() }
        }
        try await task.value
    }
}
