/// A positional argument. Its type says how often it is given: `Argument<String>` exactly once, `Argument<String?>` at
/// most once, and `Argument<[String]>` takes all words that are left.
public struct Argument<Result: ParameterResult>: Parameter {
    public let argument: ArgumentDescription

    public var parameter: ParameterDescription { .argument(argument) }

    /// - Parameters:
    ///   - name: how help calls it, such as `ACCOUNT`; unique in its command.
    ///   - defaultValue: what holds when it is not given, spelt as on the command line.
    ///   - help: one sentence.
    ///   - completion: where a shell finds candidates; by itself the allowed values of the type.
    ///   - placement: before or after a `--`.
    ///   - atLeastOne: whether a repeating argument needs one word.
    public init(
        _ name: String,
        default defaultValue: String? = nil,
        help: String,
        completion: CompletionKind? = nil,
        placement: ArgumentDescription.Placement = .ordinary,
        atLeastOne: Bool = false
    ) {
        argument = ArgumentDescription(
            value: ValueDescription(
                name: name, defaultValue: defaultValue, completion: completion, mayStartWithDash: false,
                type: Result.valueType),
            help: help,
            isRequired: atLeastOne || (Result.cardinality == .required && defaultValue == nil),
            isRepeating: Result.cardinality == .repeated,
            placement: placement)
    }
}
