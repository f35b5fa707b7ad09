import AccountModel
import AccountStoreTesting
import SecretBytes
import Synchronization
import Testing

@testable import AccountStore

@Suite("What a service repeats of what it was sent")
struct SecretMaskTests {
    private let secrets = [SharedSecret(text: "to/k en%7"), SharedSecret(text: "kenX"), SharedSecret(text: "abc")]

    private static let spellings = [
        "to/k en%7", "to%2Fk%20en%257", "to%2fk+en%257", "to%252Fk%2520en%25257", #"to\/k en%7"#,
        #"to\u002Fk\u0020\u0065n%7"#, #"\u0074o\u002fk en\u00257"#,
    ]

    @Test("is masked in every spelling, wherever its parts are cut", arguments: spellings)
    func spelled(_ spelling: String) {
        let text = Array("<\(spelling)|\(spelling)kenX>%".utf8)
        for cut in 0...text.count {
            for second in [cut, min(cut + 1, text.count), min(cut + 4, text.count)] {
                var mask = SecretMask(secrets)
                let parts = [text[..<cut], text[cut..<second], text[second...]]
                let shown = parts.flatMap { mask.next(Array($0)) } + mask.end()
                #expect(String(decoding: shown, as: UTF8.self) == "<***|******>%", "cut at \(cut), \(second)")
            }
        }
    }

    @Test("what only begins like one stays, and is held back no longer than it may be one")
    func begins() {
        var mask = SecretMask(secrets)
        #expect(mask.next(Array("plain to".utf8)) == Array("plain ".utf8))
        #expect(mask.next(Array("/k e".utf8)).isEmpty)
        #expect(mask.next(Array("\n".utf8)) == Array("to/k e\n".utf8))
        #expect(mask.next(Array("abc 100% a+b \\".utf8)) == Array("abc 100% a+b ".utf8))
        #expect(mask.end() == Array("\\".utf8))
    }

    @Test("fields and bodies of a success are masked too, and a body is read to its end once")
    func response() async throws {
        let left = Gathered(["{\"echo\":\"Bearer to/k", " en", "%7\"}", "ke"].map { Array($0.utf8) })
        let response = Response(
            status: 200, headers: [HeaderField("X-Echo", "Bearer to%2Fk+en%257"), HeaderField("Date", "today")],
            body: Body { () throws(BrokerError) in try left.next() })
        let masked = response.masked(secrets)
        #expect(masked.headers == [HeaderField("X-Echo", "Bearer ***"), HeaderField("Date", "today")])
        #expect(try await masked.body.collect(upTo: 1000) == Array("{\"echo\":\"Bearer ***\"}ke".utf8))
        #expect(try await masked.body.next() == nil)
    }
}

/// Parts that may not be asked for again after their end.
private final class Gathered: Sendable {
    private let parts: Mutex<[[UInt8]]?>

    init(_ parts: [[UInt8]]) {
        self.parts = Mutex(parts)
    }

    func next() throws(BrokerError) -> [UInt8]? {
        let (part, isOver) = parts.withLock { parts -> ([UInt8]?, Bool) in
            guard let left = parts else { return (nil, true) }
            parts = left.isEmpty ? nil : Array(left.dropFirst())
            return (left.first, false)
        }
        if isOver { throw BrokerError(.failed, "asked for after the end") }
        return part
    }
}
