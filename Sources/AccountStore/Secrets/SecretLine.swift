import AccountModel
import SecretBytes

/// The secret of a record, taken apart: what this release knows, and the rest as it stood.
///
/// Members that this release does not know are kept when the record is written again. A higher `version` than ours
/// means that their meaning may have changed: then nothing is read and nothing is written.
struct SecretLine {
    /// The version that this release reads and writes.
    static let version = 1

    /// The text members that were asked for, by name.
    private(set) var values: [String: SharedSecret] = [:]
    /// The object members that were asked for, by name.
    private(set) var objects: [String: SharedSecret] = [:]
    /// All others, as JSON, in their order.
    private(set) var others: [(name: String, json: SharedSecret)] = []

    /// - Parameter what: names the record in errors: `the secret of @alice (2, twitter)`.
    init(_ secret: SharedSecret, texts: Set<String>, objects objectNames: Set<String> = [], of what: RecordName)
        throws(BrokerError)
    {
        self = try secret.withSpan { (bytes) throws(BrokerError) in
            try SecretLine(scanning: bytes, texts: texts, objects: objectNames, of: what)
        }
    }

    private init(scanning bytes: Span<UInt8>, texts: Set<String>, objects objectNames: Set<String>, of what: RecordName)
        throws(BrokerError)
    {
        let members: [JSONText.Member]
        do throws(JSONText.Malformed) {
            members = try JSONText.members(of: bytes)
        } catch {
            throw what.damaged("is not the JSON that it should be, at byte \(error.offset)")
        }
        try SecretLine.checkVersion(members, in: bytes, of: what)
        for member in members where member.name != "version" {
            if texts.contains(member.name) {
                guard let value = JSONText.secret(bytes, member.value) else {
                    throw what.damaged("has a \(member.name) that is no text")
                }
                values[member.name] = value
            } else if objectNames.contains(member.name) {
                objects[member.name] = SecretLine.copy(bytes, member.value)
            } else {
                others.append((member.name, SecretLine.copy(bytes, member.value)))
            }
        }
    }

    /// Whether the text can be read and says that a later release wrote it.
    static func isOfLaterRelease(_ secret: SharedSecret) -> Bool {
        secret.withSpan { bytes in
            guard let member = (try? JSONText.members(of: bytes))?.first(where: { $0.name == "version" }) else {
                return false
            }
            return JSONText.digits(bytes, member.value).flatMap { Int($0) }.map { $0 > version } ?? false
        }
    }

    private static func checkVersion(_ members: [JSONText.Member], in bytes: Span<UInt8>, of what: RecordName)
        throws(BrokerError)
    {
        guard let member = members.first(where: { $0.name == "version" }),
            let version = JSONText.digits(bytes, member.value).flatMap(Int.init)
        else { throw what.damaged("has no version") }
        guard version <= SecretLine.version else {
            throw BrokerError(
                .notConfigured,
                "\(what) was written by a later release of acctstore (version \(version), this one knows "
                    + "\(SecretLine.version)); nothing was changed",
                nextStep: "update acctstore")
        }
    }

    private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SharedSecret {
        SharedSecret(SecretBytes(copying: bytes.extracting(range)))
    }

    /// A value that is no secret, as text.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.withSpan { String(validating: JSONText.raw($0, 0..<$0.count), as: UTF8.self) } }
    }
}

/// What messages call a record, and where it lies.
struct RecordName: CustomStringConvertible {
    /// `the secret of @alice (2, twitter)`
    var description: String
    /// The collection and the item.
    var place: String

    func damaged(_ how: String) -> BrokerError {
        BrokerError(
            .notConfigured, "\(description) \(how); nothing was changed",
            nextStep: "look at \(OneLine.visible(place, length: 4096)) in your keyring, or remove it and begin anew")
    }
}
