import Glibc
import SecretBytes
import Testing

/// What the kernel says of the pages that hold a secret (proc_pid_smaps(5)).
@Suite("Pages of a secret")
struct PageTests {
    @Test("The kernel keeps them out of core dumps and out of forked children, and locked when it says so")
    func advice() throws {
        let secret = SecretBytes(copying: Array("of its own".utf8))
        let address = secret.withSpan { span in
            // SAFETY: the address is compared, never followed.
            unsafe span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        let flags = try #require(Self.flags(ofMappingWith: address))
        #expect(flags.contains("dd"), "left out of core dumps")
        #expect(flags.contains("wf"), "wiped on fork")
        let isLocked = secret.isLocked
        #expect(flags.contains("lo") == isLocked)
    }

    /// The words after `VmFlags:` of the mapping that `address` lies in.
    private static func flags(ofMappingWith address: UInt) -> [Substring]? {
        var isWanted = false
        for line in text(of: "/proc/self/smaps").split(separator: "\n") {
            let words = line.split(separator: " ")
            let ends = words.first?.split(separator: "-").map { UInt($0, radix: 16) } ?? []
            if ends.count == 2, let low = ends[0], let high = ends[1] { isWanted = (low..<high).contains(address) }
            if isWanted, words.first == "VmFlags:" { return Array(words.dropFirst()) }
        }
        return nil
    }

    private static func text(of path: String) -> String {
        // SAFETY: the path is NUL-terminated for the length of the call.
        let descriptor = unsafe open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            // SAFETY: the chunk is as long as its count.
            let number = unsafe read(descriptor, &chunk, chunk.count)
            guard number > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(number)
        }
    }
}
