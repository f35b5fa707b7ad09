/// A named value, such as `--app NAME`. Its type says how often it is given:
/// `Option<String?>` may be left out, `Option<String>` must be given unless it has a default, and
/// `Option<[String]>` may be repeated.
public struct Option<Result: ParameterResult>: OptionParameter {
    public let option: OptionDescription

    /// - Parameters:
    ///   - name: without dashes; a single character makes a short name.
    ///   - value: how help calls the value, such as `NAME`.
    ///   - defaultValue: what holds when the option is not given, spelt as on the command line.
    ///   - help: one sentence.
    ///   - completion: where a shell finds candidates; by itself the allowed values of the type.
    ///   - mayStartWithDash: whether the next word is the value even when it starts with `-`. Otherwise such a value
    ///     needs the form `--name=-value`.
    ///   - section: the title under which help lists it.
    ///   - hidden: accepted, but not shown.
    public init(
        _ name: String, _ otherNames: String...,
        value: String,
        default defaultValue: String? = nil,
        help: String,
        completion: CompletionKind? = nil,
        mayStartWithDash: Bool = false,
        section: String? = nil,
        hidden: Bool = false
    ) {
        option = OptionDescription(
            firstName: name,
            otherNames: otherNames,
            help: help,
            value: ValueDescription(
                name: value, defaultValue: defaultValue, completion: completion, mayStartWithDash: mayStartWithDash,
                type: Result.valueType),
            isRequired: Result.cardinality == .required && defaultValue == nil,
            isRepeatable: Result.cardinality == .repeated,
            section: section,
            isHidden: hidden)
    }
}
