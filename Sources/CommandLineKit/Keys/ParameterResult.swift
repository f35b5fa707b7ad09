/// What reading a parameter gives: a value, an optional one, or a list. Not to be conformed to from outside;
/// conform to `ArgumentValue`.
public protocol ParameterResult: Sendable {
    static var valueType: any ArgumentValue.Type { get }
    static var cardinality: Cardinality { get }

    /// Nil when a word is not such a value, or when there is none and one is needed.
    static func result(from words: [RawArgument]) -> Self?
}

/// How often a parameter is given.
public enum Cardinality: Sendable {
    case required, optional, repeated
}

extension ArgumentValue {
    public static var valueType: any ArgumentValue.Type { self }
    public static var cardinality: Cardinality { .required }

    public static func result(from words: [RawArgument]) -> Self? {
        words.first.flatMap(Self.init(argument:))
    }
}

extension Optional: ParameterResult where Wrapped: ArgumentValue {
    public static var valueType: any ArgumentValue.Type { Wrapped.self }
    public static var cardinality: Cardinality { .optional }

    public static func result(from words: [RawArgument]) -> Self? {
        guard let word = words.first else { return .some(.none) }
        return Wrapped(argument: word).map(Optional.some)
    }
}

extension Array: ParameterResult where Element: ArgumentValue {
    public static var valueType: any ArgumentValue.Type { Element.self }
    public static var cardinality: Cardinality { .repeated }

    public static func result(from words: [RawArgument]) -> Self? {
        let values = words.compactMap(Element.init(argument:))
        return values.count == words.count ? values : nil
    }
}
