import AccountModel
import OAuth

/// Parameters that are not for programs to send: those of the signature and the log-in, and a method behind the method.
///
/// Servers read names in more than one way, and each way is looked at: `;` as a separator (older Rack, CGI), letters in
/// any case, blanks in front, and `.`, a blank or `[` for `_` (PHP).
enum ParameterRules {
    /// Checks the names in a query or form as it goes on the wire.
    static func check(encoded form: some Collection<UInt8>) throws(BrokerError) {
        let separated = form.map { $0 == UInt8(ascii: ";") ? UInt8(ascii: "&") : $0 }
        for field in FormEncoding.decode(separated.span) { try check(field.name) }
    }

    /// Checks a decoded name.
    static func check(_ name: some Collection<UInt8>) throws(BrokerError) {
        let read = asSomeServerReads(name)
        guard !refusedPrefixes.contains(where: { read.starts(with: $0.utf8) }), !read.elementsEqual(methodName.utf8)
        else {
            let shown = OneLine.visible(String(decoding: name, as: UTF8.self), length: 40)
            throw BrokerError(.invalidArgument, "a parameter named \(shown) is not for programs to send")
        }
    }

    private static let methodName = "_method"
    private static let refusedPrefixes = ["oauth_", "x_auth_", methodName + "_"]

    private static func asSomeServerReads(_ name: some Collection<UInt8>) -> [UInt8] {
        name.drop { $0 <= UInt8(ascii: " ") }.prefix { $0 != 0 }.map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "["): UInt8(ascii: "_")
            default: byte
            }
        }
    }
}
