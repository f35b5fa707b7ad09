/// A JSON object on one line (RFC 8259) whose keys stay in the order in which they are added.
///
/// Control characters, line separators and what turns the direction of writing are written as escapes, so that the line
/// can be shown on a terminal as it is.
struct JSONLineWriter {
    private var members = ""

    var text: String { "{\(members)}" }

    mutating func add(_ key: String, _ value: String?) {
        add(key, json: value.map(JSONLineWriter.quoted) ?? "null")
    }

    mutating func add(_ key: String, _ value: Int?) {
        add(key, json: value.map { String($0) } ?? "null")
    }

    mutating func add(_ key: String, _ values: [String]) {
        add(key, json: "[\(values.map(JSONLineWriter.quoted).joined(separator: ","))]")
    }

    mutating func add(_ key: String, _ object: JSONLineWriter) {
        add(key, json: object.text)
    }

    private mutating func add(_ key: String, json: String) {
        if !members.isEmpty { members += "," }
        members += "\"\(key)\":\(json)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case " "..<"\u{7F}": quoted.unicodeScalars.append(scalar)
            default: quoted += isShown(scalar) ? String(scalar) : escape(scalar)
            }
        }
        return quoted + "\""
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// As UTF-16, in which JSON counts.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
