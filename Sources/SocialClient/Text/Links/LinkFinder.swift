import GLibBridge

/// Finds what a service takes for a link and shortens: addresses with `http://` or `https://`, and host names under a
/// real top-level domain without.
///
/// The rules are those of twitter-text version 3. The time taken grows with the length of the text, whatever it holds.
struct LinkFinder {
    /// A link, as a range of the code points that were searched.
    struct Link: Equatable {
        var range: Range<Int>
    }

    /// No service takes a longer one, in characters with the host in ASCII.
    private static let longestLink = 4096
    private static let longestShortLinkName = 40

    private let text: [Unicode.Scalar]
    private let paths: PathScanner

    init(_ text: [Unicode.Scalar]) {
        self.text = text
        paths = PathScanner(text: text)
    }

    /// The links in their order; they do not overlap.
    func links() -> [Link] {
        guard text.contains(".") else { return [] }
        var links: [Link] = []
        var consumed = 0
        var position = 0
        while var run = nextRun(from: position) {
            while let match = match(in: &run, after: consumed) {
                if let link = link(match) { links.append(link) }
                consumed = match.end
            }
            position = max(consumed, run.range.upperBound)
        }
        return links
    }

    /// What has the form of a link; whether it is one is decided later, but either way its text is used up.
    private struct Match {
        var start: Int
        var host: Range<Int>
        var end: Int

        var hasProtocol: Bool { start < host.lowerBound }
    }

    // MARK: - Looking for candidates

    /// The next stretch from `start` on that may hold a host name.
    private func nextRun(from start: Int) -> HostRun? {
        var index = start
        while index < text.count {
            let runStart = index
            var dots: [Int] = []
            while index < text.count, isPartOfHost(text[index]) {
                if text[index] == "." { dots.append(index) }
                index += 1
            }
            if !dots.isEmpty, let run = HostRun(text, range: runStart..<index, dots: dots) { return run }
            index += 1
        }
        return nil
    }

    private func isPartOfHost(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isHostCharacter || scalar == "." || scalar.joinsHostCharacters
    }

    /// The leftmost match in the run that does not start before `consumed`.
    private func match(in run: inout HostRun, after consumed: Int) -> Match? {
        if let match = matchAfterProtocol(in: run, after: consumed) { return match }
        guard let host = run.nextHost(where: { mayStartLink($0, after: consumed) }) else { return nil }
        return Match(start: host.lowerBound, host: host, end: paths.end(from: host.upperBound))
    }

    /// Whether the character before `index` lets a link start there. That character must not belong to an earlier link.
    private func mayStartLink(_ index: Int, after consumed: Int) -> Bool {
        (index == 0 && consumed == 0) || (index > consumed && text[index - 1].mayPrecedeLink)
    }

    /// The match that starts with the run where `http://` or `https://` stands right before it. Where no link may start
    /// at the protocol, the host name stands alone, after a slash.
    private func matchAfterProtocol(in run: HostRun, after consumed: Int) -> Match? {
        let hostStart = run.range.lowerBound
        guard let start = protocolStart(before: hostStart),
            let linkStart = [start, hostStart].first(where: { mayStartLink($0, after: consumed) }),
            let hostEnd = run.hostEndAfterProtocol()
        else { return nil }
        return Match(start: linkStart, host: hostStart..<hostEnd, end: paths.end(from: hostEnd))
    }

    private func protocolStart(before hostStart: Int) -> Int? {
        for name in ["https://", "http://"] {
            let start = hostStart - name.utf8.count
            if start >= 0, text[start..<hostStart].elementsEqual(name.unicodeScalars, by: isSameLetter) { return start }
        }
        return nil
    }

    private func isSameLetter(_ scalar: Unicode.Scalar, _ lowerCase: Unicode.Scalar) -> Bool {
        scalar == lowerCase || (("A"..."Z").contains(scalar) && scalar.value | 0x20 == lowerCase.value)
    }

    // MARK: - Judging them

    private func link(_ match: Match) -> Link? {
        guard match.hasProtocol || match.start == 0 || !text[match.start - 1].forbidsBareLink,
            isShortEnough(match)
        else { return nil }
        guard let nameEnd = shortLinkNameEnd(match) else { return Link(range: match.start..<match.end) }
        let slash = match.host.upperBound
        guard nameEnd - slash - 1 <= Self.longestShortLinkName else { return nil }
        return Link(range: match.start..<paths.queryEnd(from: nameEnd))
    }

    /// Whether the host is a possible one and the whole not too long.
    private func isShortEnough(_ match: Match) -> Bool {
        let host = text[match.host]
        let asciiLength: Int
        if host.allSatisfy(\.isASCII) {
            guard host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ $0.count <= 63 }) else {
                return false
            }
            asciiLength = host.count
        } else {
            guard let ascii = UnicodeNormalization.asciiHost(String(String.UnicodeScalarView(host))) else {
                return false
            }
            asciiLength = ascii.utf8.count
        }
        let missingProtocol = match.hasProtocol ? 0 : "https://".utf8.count
        return match.end - match.start - host.count + asciiLength + missingProtocol <= Self.longestLink
    }

    /// For a link of the shortener `t.co`: where its name ends, which is all of the path that counts.
    private func shortLinkNameEnd(_ match: Match) -> Int? {
        let slash = match.host.upperBound
        guard match.hasProtocol, text[match.host].elementsEqual("t.co".unicodeScalars, by: isSameLetter),
            slash < match.end, text[slash] == "/"
        else { return nil }
        let name = text[(slash + 1)...].prefix { $0.isASCIIAlphanumeric }
        return name.isEmpty ? nil : name.endIndex
    }
}
