import TestRig
import Testing

/// ARCHITECTURE.md names and counts what the store stands on.
@Suite("The protocols that the store is over")
struct SeamTests {
    private static let words = ["six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

    private static func word(_ count: Int) throws -> String {
        try #require(words.indices.contains(count - 6) ? words[count - 6] : nil)
    }

    /// Those that `Store` is made with, one by one or together.
    private static func protocols() throws -> Set<String> {
        let text = try PackageFiles.text("Sources/AccountStore/Store.swift")
        let start = try #require(text.firstRange(of: "public init("))
        let end = try #require(text[start.upperBound...].firstRange(of: "\n    ) {\n"))
        let texts = [
            text[start.upperBound..<end.lowerBound],
            try PackageFiles.text("Sources/AccountStore/Protocols/CarriedFiles.swift")[...],
        ]
        return Set(texts.flatMap { $0.matches(of: /any ([A-Za-z]+)/).map { String($0.output.1) } })
    }

    @Test("are those that it is made with")
    func named() throws {
        let text = try PackageFiles.text("ARCHITECTURE.md")
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| `AccountStore` |") })
        let list = try #require(
            row.firstRange(of: " Over ").flatMap { row[$0.upperBound...].split(separator: ";").first })
        let protocols = try Self.protocols()
        #expect(Set(list.matches(of: /`([A-Za-z]+)`/).map { String($0.output.1) }) == protocols)
        #expect(text.contains("the policy, over \(try Self.word(protocols.count)) protocols"))
    }

    @Test("have as many doubles as it says")
    func doubles() throws {
        var doubled: Set<String> = []
        for file in PackageFiles.files(below: "Sources/AccountStoreTesting") {
            let text = try PackageFiles.text(file)
            doubled.formUnion(text.matches(of: /final class \w+: ([A-Za-z]+) \{/).map { String($0.output.1) })
        }
        let count = try Self.protocols().intersection(doubled).count
        let text = try PackageFiles.text("ARCHITECTURE.md")
        #expect(text.contains("| `AccountStoreTesting` | doubles of \(try Self.word(count)) of these protocols"))
    }
}
