import Glibc

/// The memory of another process, which only root may read where that process guards it.
package struct ProcessMemory: Sendable {
    private let pid: Int32

    package init(of pid: Int32) {
        self.pid = pid
    }

    /// Whether this process may look.
    package static var isReadable: Bool { geteuid() == 0 }

    /// How often `text` stands in memory that was written to, not counting what overlaps the end of a megabyte.
    package func count(of text: String) throws(RigError) -> Int {
        let descriptor = unsafe open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RigError("the memory of \(pid) cannot be read: \(errno)") }
        defer { close(descriptor) }
        var count = 0
        for range in try writableRanges() { count += occurrences(of: Array(text.utf8), in: range, of: descriptor) }
        return count
    }

    /// A field of `/proc/PID/status` in kB.
    package func kilobytes(_ field: String) throws(RigError) -> Int {
        let line = try lines(of: "status").first { $0.hasPrefix(field + ":") }
        guard let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw RigError("\(pid) has no \(field)")
        }
        return number
    }

    private func writableRanges() throws(RigError) -> [Range<Int>] {
        try lines(of: "maps").compactMap { line in
            let fields = line.split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard fields[1].hasPrefix("rw"), ends.count == 2 else { return nil }
            return ends[0]..<ends[1]
        }
    }

    private func occurrences(of text: [UInt8], in range: Range<Int>, of descriptor: Int32) -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var count = 0
        for start in stride(from: range.lowerBound, to: range.upperBound, by: buffer.count) {
            let length = unsafe pread(descriptor, &buffer, min(buffer.count, range.upperBound - start), start)
            // A page that was never touched, or is gone by now, has nothing in it.
            guard length > 0 else { continue }
            count += buffer.prefix(length).components(of: text)
        }
        return count
    }

    private func lines(of file: String) throws(RigError) -> [Substring] {
        String(decoding: try Files.read("/proc/\(pid)/\(file)"), as: UTF8.self).split(separator: "\n")
    }
}

extension ArraySlice<UInt8> {
    /// How often `text` stands in it.
    fileprivate func components(of text: [UInt8]) -> Int {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var (count, place) = (0, 0)
            while place + text.count <= bytes.count {
                guard let found = unsafe memchr(base + place, Int32(text[0]), bytes.count - place) else { break }
                place = unsafe UnsafeRawPointer(found) - base
                guard place + text.count <= bytes.count else { break }
                let isHere = unsafe memcmp(base + place, text, text.count) == 0
                count += isHere ? 1 : 0
                place += isHere ? text.count : 1
            }
            return count
        }
    }
}
