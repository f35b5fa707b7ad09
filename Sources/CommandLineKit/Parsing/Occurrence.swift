/// An option as it was met on the command line.
struct Occurrence: Sendable {
    let option: OptionDescription
    /// The name that was typed.
    let spelling: OptionName
    /// Nil for a flag.
    let value: RawArgument?
}

extension [Occurrence] {
    func of(_ option: OptionDescription) -> [Occurrence] {
        filter { $0.option.preferredName == option.preferredName }
    }

    func contains(_ option: OptionDescription) -> Bool {
        contains { $0.option.preferredName == option.preferredName }
    }
}
