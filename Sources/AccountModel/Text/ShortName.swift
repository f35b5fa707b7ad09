/// A name for a file that stands for a longer text: 16 hexadecimal digits, the same on each machine and in each release
/// (FNV-1a, 64 bits). Two texts may share one, and can be made to: what is in the file has to tell them apart where that
/// matters.
package enum ShortName {
    package static func of(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
