import AccountStore
import TestRig
import Testing

@testable import AgentService

/// The manual is written by hand; this keeps its part on the files whole.
@Suite("The manual on configuration")
struct ConfigurationManualTests {
    @Test("it tells of every group and key of acctstore.conf and of a description")
    func complete() throws {
        let manual = try PackageFiles.text("man/acctstore.1")
        let separators: Set<Character> = [" ", "\n", ","]
        let words = Set(manual.split { separators.contains($0) }.map(String.init))
        for schema in [AgentConfiguration.schema, ServiceDescription.schema] {
            for (group, keys) in schema {
                #expect(manual.contains("\n.It Ic [\(group)]\n"))
                for key in keys { #expect(words.contains(key), "[\(group)] \(key)") }
            }
        }
    }
}
