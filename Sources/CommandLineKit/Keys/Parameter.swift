/// Something that a command takes: a `Flag`, an `Option` or an `Argument`.
///
/// It is declared once, as a constant, listed in its `Command`, and is afterwards the key to what was given.
public protocol Parameter: Sendable {
    var parameter: ParameterDescription { get }
}

/// A parameter that is given by name.
public protocol OptionParameter: Parameter {
    var option: OptionDescription { get }
}

extension OptionParameter {
    public var parameter: ParameterDescription { .option(option) }
}

/// The description behind a parameter.
public enum ParameterDescription: Sendable {
    case option(OptionDescription)
    case argument(ArgumentDescription)

    var option: OptionDescription? {
        if case .option(let description) = self { description } else { nil }
    }

    var argument: ArgumentDescription? {
        if case .argument(let description) = self { description } else { nil }
    }
}
