import SecretBytes
import Testing

@Suite("Redaction")
struct RedactionTests {
    struct Holder {
        let name = "alice"
        let secret: SharedSecret
        let more: [SharedSecret]
    }

    enum Choice {
        case key(SharedSecret)
    }

    static let text = "s3cr3t-value"

    static func secret() -> SharedSecret { SharedSecret(SecretBytes(copying: text.utf8)) }

    @Test("Every way of printing a secret, alone or inside a value, shows the same redacted words")
    func printing() {
        let secret = Self.secret()
        let holder = Holder(secret: secret, more: [secret])
        var printed = [
            String(describing: secret), String(reflecting: secret), "\(secret)", secret.description,
            secret.debugDescription, String(describing: holder), String(reflecting: holder), "\(holder)",
            "\(Choice.key(secret))", "\([secret])", "\(["k": secret])", "\(Optional(secret) as Any)",
        ]
        for value in [secret, holder, Choice.key(secret)] as [Any] {
            var output = ""
            dump(value, to: &output)
            printed.append(output)
        }
        for line in printed {
            #expect(line.contains("<secret, redacted>"), "\(line)")
            #expect(!line.contains(Self.text), "\(line)")
            #expect(!line.contains("\(Self.text.utf8.first ?? 0), "), "bytes as numbers: \(line)")
        }
    }

    @Test("A mirror of a secret has no children")
    func mirror() {
        #expect(Mirror(reflecting: Self.secret()).children.isEmpty)
    }

    @Test("Owners of a shared secret read the same bytes")
    func sharing() {
        let secret = Self.secret()
        #expect(secret.count == Self.text.utf8.count)
        #expect(secret.withBytes { bytes(of: $0) } == Array(Self.text.utf8))
        #expect(bytes(of: secret.duplicate()) == Array(Self.text.utf8))
    }

    @Test("A part of a secret is one of its own, and is the same as other bytes or not")
    func parts() {
        let whole = Self.secret()
        let part = SharedSecret(2..<5, of: whole)
        let inner = SharedSecret(1..<1, of: part)
        let expected = Array(Self.text.utf8)[2..<5]
        #expect(part.count == 3 && !part.isEmpty && inner.isEmpty && part.isLocked == whole.isLocked)
        #expect(part.withBytes { bytes(of: $0) } == Array(expected))
        #expect(bytes(of: part.duplicate()) == Array(expected))
        #expect(part.isSame(as: SharedSecret(SecretBytes(copying: expected))) && !part.isSame(as: whole))
        #expect(part.isSame(as: Array(expected).span) && !part.isSame(as: Array("xyz".utf8).span))
        #expect("\(part)" == "<secret, redacted>")
    }
}
