public import SecretBytes

/// `application/x-www-form-urlencoded`, as RFC 5849 sends and reads it: written with every byte but the unreserved
/// ones percent-encoded, read with `+` as a blank too.
public enum FormEncoding {
    /// `a=b&c&d=`: a body, or what follows the `?` of a URL. A parameter without value is its name alone.
    public static func encode(_ parameters: [RequestParameter]) -> [UInt8] {
        let form = scratch(parameters)
        return form.withSpan { Array(copying: $0) }
    }

    /// The same in memory that is zeroed afterwards, for a form with a password or a token in it.
    public static func encodeSecret(_ parameters: [RequestParameter]) -> SecretBytes {
        let form = scratch(parameters)
        return form.withSpan { SecretBytes(copying: $0) }
    }

    /// The parameters of a form or query in their order. Empty parts between `&` are no parameters; a `%` that is
    /// not followed by two hexadecimal digits stands for itself.
    public static func decode(_ form: Span<UInt8>) -> [RequestParameter] {
        var parameters: [RequestParameter] = []
        for field in fields(of: form) {
            var value = RequestParameter.Value.absent
            if let range = field.value { value = .bytes(decodedBytes(form, range)) }
            parameters.append(RequestParameter(name: decodedBytes(form, field.name), value: value))
        }
        return parameters
    }

    static func text(of parameters: [RequestParameter]) -> String {
        String(decoding: encode(parameters), as: UTF8.self)
    }

    private static func scratch(_ parameters: [RequestParameter]) -> ScratchBytes {
        var form = ScratchBytes(capacity: 256)
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { form.append(UInt8(ascii: "&")) }
            form.append(percentEncoding: parameter.name.span)
            if case .absent = parameter.value { continue }
            form.append(UInt8(ascii: "="))
            parameter.value.withSpan { form.append(percentEncoding: $0) }
        }
        return form
    }
}

extension FormEncoding {
    /// Where the fields of a form lie, still encoded; no value without a `=`.
    static func fields(of form: Span<UInt8>) -> [(name: Range<Int>, value: Range<Int>?)] {
        var fields: [(name: Range<Int>, value: Range<Int>?)] = []
        var start = 0
        while start < form.count {
            var end = start
            var equals: Int?
            while end < form.count, form[end] != UInt8(ascii: "&") {
                if equals == nil, form[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start { fields.append((start..<(equals ?? end), equals.map { ($0 + 1)..<end })) }
            start = end + 1
        }
        return fields
    }

    /// Hands over the bytes that `range` stands for, one by one, so that no secret needs a buffer on the way.
    @inline(__always)
    static func decode(_ form: Span<UInt8>, _ range: Range<Int>, _ body: (UInt8) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound {
            if index + 2 < range.upperBound, let byte = PercentEncoding.decodedTriplet(in: form, at: index) {
                body(byte)
                index += 3
            } else {
                body(form[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : form[index])
                index += 1
            }
        }
    }

    static func decodedBytes(_ form: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        decode(form, range) { bytes.append($0) }
        return bytes
    }
}
