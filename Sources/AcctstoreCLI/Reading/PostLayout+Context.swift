import AccountModel
import CommandLineKit
import TerminalText

extension PostLayout {
    /// The layout that fits where the result goes.
    init(_ context: CommandContext, detail: Detail, room: PictureRoom?) {
        let sink = context.output.sink
        // The next program of a pipe wraps as it likes.
        let isWrapped = sink.isTerminal || context.environment["COLUMNS"] != nil
        self.init(
            width: isWrapped ? context.width(of: sink) : nil, isColored: context.output.isColored,
            characters: context.output.characters, detail: detail,
            age: PostAge(now: context.clock(), civilTime: context.civilTime), room: room)
    }
}

extension PictureLoader {
    /// What shows profile pictures, where they are wanted and can be shown.
    static func wanted(
        _ choice: ReadingOptions.Images, in context: CommandContext, from broker: any Broker
    ) -> PictureLoader? {
        guard choice != .never, choice == .always || isFitting(context) else { return nil }
        let renderer = PictureRenderer(
            room: .usual, colors: .init(isColored: context.output.isColored, context.environment))
        guard ProgramResolver(environment: context.environment).onPath("chafa") != nil else {
            if choice == .always { context.messages.note("there are no pictures without the program chafa") }
            return nil
        }
        return PictureLoader(renderer: renderer, cache: PictureCache(context.environment, for: renderer)) {
            address throws(BrokerError) in
            try await broker.picture(at: address)
        }
    }

    /// Whether pictures look well: on a terminal with colours and room for them beside the text.
    private static func isFitting(_ context: CommandContext) -> Bool {
        let sink = context.output.sink
        return sink.isTerminal && context.output.isColored && context.width(of: sink) >= 60
            && context.output.characters == .utf8
    }
}
