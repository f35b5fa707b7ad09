/// What a path may not say, so that no server reads it as a path other than the one that was checked.
enum PathRules {
    /// Refuses empty segments, segments that some server takes for `.` or `..`, and encodings without a meaning.
    static func check(_ path: String) throws(RequestURLError) {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isOuter = index == 0 || index == segments.count - 1
            if segment.isEmpty && !isOuter { throw .emptySegment }
            var read = try decode(Array(segment))
            try checkParts(of: read)
            for _ in 0..<mostDecodings {
                guard let again = decodedAgain(read) else { break }
                try checkParts(of: again)
                read = again
            }
            if decodedAgain(read) != nil { throw .invalidPathEncoding }
        }
    }

    /// How often a path may have been encoded over again. Nobody means more, and each time costs a look at all of it.
    private static let mostDecodings = 3

    /// A checked path with every triplet decoded, also those that only the decoding of others makes: what a server sees
    /// that stands behind another one which decodes too.
    static func decodedThroughout(_ path: String) -> [UInt8] {
        var read = Array(path.utf8)
        while let again = decodedAgain(read) { read = again }
        return read
    }

    private static func checkParts(of segment: [UInt8]) throws(RequestURLError) {
        // Servers differ on whether an encoded slash separates and whether `;` ends a segment's name.
        let parts = segment.split(omittingEmptySubsequences: false) { "/\\".utf8.contains($0) }
        for part in parts {
            if part.isEmpty && parts.count > 1 { throw .emptySegment }
            let name = part.prefix { $0 != UInt8(ascii: ";") }
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { throw .dotSegment }
        }
    }

    /// The bytes with their triplets decoded once more; nil where there are none.
    private static func decodedAgain(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = PercentEncoding.decodedTriplet(in: bytes.span, at: index)
            result.append(byte ?? bytes[index])
            index += byte == nil ? 1 : 3
        }
        return result.count == bytes.count ? nil : result
    }

    /// The path with unreserved characters decoded and other triplets in upper case (RFC 3986 section 6.2.2).
    static func normalized(_ path: String) -> String {
        var result: [UInt8] = []
        let bytes = Array(path.utf8)
        var index = 0
        while index < bytes.count {
            if let byte = PercentEncoding.decodedTriplet(in: bytes.span, at: index) {
                PercentEncoding.encode(byte) { result.append($0) }
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decode(_ segment: [UInt8]) throws(RequestURLError) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < segment.count {
            if segment[index] == UInt8(ascii: "%") {
                guard let byte = PercentEncoding.decodedTriplet(in: segment.span, at: index),
                    byte >= 0x20, byte != 0x7F
                else { throw .invalidPathEncoding }
                result.append(byte)
                index += 3
            } else {
                result.append(segment[index])
                index += 1
            }
        }
        return result
    }
}
