import FoundationEssentials

/// The forms of errors in JSON: `{"errors":[{"code":88,"message":"…"}]}`, `{"errors":"…"}`, `{"error":"…"}`, problem
/// details (RFC 9457) with or without `errors` inside, and a code or a message by itself.
struct JSONFault: Decodable {
    private(set) var fault = ServiceFault()

    /// Nil for a text that is no JSON. Bytes that were no UTF-8 are repaired in `text` by now.
    static func read(_ text: String) -> ServiceFault? {
        try? JSONDecoder().decode(JSONFault.self, from: Data(text.utf8)).fault
    }

    private enum CodingKeys: String, CodingKey {
        case errors, error, code, message, detail, title, type, parameter
        case errorCode = "error_code"
        case errorDescription = "error_description"
    }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            fault.message = text
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            fault = (try? list.decode(JSONFault.self))?.fault ?? ServiceFault()
            return
        }
        let object = try decoder.container(keyedBy: CodingKeys.self)
        let inner = [CodingKeys.errors, .error].lazy
            .compactMap { try? object.decode(JSONFault.self, forKey: $0).fault }
            .first { $0 != ServiceFault() }
        func text(_ keys: CodingKeys...) -> String? {
            keys.lazy.compactMap { try? object.decode(String.self, forKey: $0) }.first { !$0.isEmpty }
        }
        fault.code = inner?.code ?? object.number(.code) ?? object.number(.errorCode)
        fault.message =
            text(.errorDescription) ?? inner?.message ?? text(.message, .detail, .title)
            ?? text(.parameter).map { "the parameter \($0) is refused" }
        fault.problem = inner?.problem ?? text(.type).flatMap(Self.problem)
    }

    /// `usage-capped` of `https://api.x.com/2/problems/usage-capped`; `about:blank` names no kind.
    private static func problem(_ type: String) -> String? {
        guard let start = type.firstRange(of: "/problems/")?.upperBound else { return nil }
        let name = type[start...].prefix { $0.isASCII && ($0.isLetter || $0 == "-") }.lowercased()
        return name.isEmpty ? nil : name
    }
}

extension KeyedDecodingContainer {
    /// A number, which some services put into quotes.
    fileprivate func number(_ key: Key) -> Int? {
        (try? decode(Int.self, forKey: key)) ?? (try? decode(String.self, forKey: key)).flatMap { Int($0) }
    }
}
