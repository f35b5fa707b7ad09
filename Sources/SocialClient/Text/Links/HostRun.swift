/// A stretch of text without blanks and punctuation but `-`, `_` and `.`: what a host name can be part of.
struct HostRun {
    let text: [Unicode.Scalar]
    let range: Range<Int>
    private let dots: [Dot]
    private var nextDot = 0

    /// A full stop within the run, and what may follow it.
    private struct Dot {
        var position: Int
        /// The end of the top-level domain right after the dot.
        var domainEnd: Int?
        /// The end of the host name when the label before the dot is a subdomain, so that more labels must follow.
        var endAfterSubdomain: Int?

        /// The longest host name when the label before the dot may be the domain itself.
        var endAfterDomain: Int? { endAfterSubdomain ?? domainEnd }
    }

    /// The run that starts at `start`, or nil when nothing in it can be a host name.
    init?(_ text: [Unicode.Scalar], range: Range<Int>, dots positions: [Int]) {
        var dots = positions.map { Dot(position: $0, domainEnd: TopLevelDomains.end(in: text, at: $0 + 1)) }
        guard dots.contains(where: { $0.domainEnd != nil }) else { return nil }
        self.text = text
        self.range = range
        for index in dots.indices.dropLast().reversed() {
            let label = Self.label(
                in: text, dots[index].position + 1..<dots[index + 1].position, \.isLatinHostCharacter)
            switch label {
            case .none: break
            case .subdomain: dots[index].endAfterSubdomain = dots[index + 1].endAfterSubdomain
            case .domain: dots[index].endAfterSubdomain = dots[index + 1].endAfterDomain
            }
        }
        self.dots = dots
    }

    /// What a stretch between two dots can be.
    private enum Label { case none, subdomain, domain }

    private static func label(
        in text: [Unicode.Scalar], _ range: Range<Int>, _ isLetter: (Unicode.Scalar) -> Bool
    ) -> Label {
        guard let first = text[range].first, let last = text[range].last, isLetter(first), isLetter(last) else {
            return .none
        }
        var kind = Label.domain
        for scalar in text[range] where !isLetter(scalar) {
            if scalar == "_" { kind = .subdomain } else if scalar != "-" { return .none }
        }
        return kind
    }

    /// The end of the longest host name that starts with the run, after `https://`.
    ///
    /// Latin letters come first; only where they give no host name do letters of every kind count.
    func hostEndAfterProtocol() -> Int? {
        hostEnd(with: \.isLatinHostCharacter) ?? hostEnd(with: \.isHostCharacter)
    }

    private func hostEnd(with isLetter: (Unicode.Scalar) -> Bool) -> Int? {
        var end: Int?
        var start = range.lowerBound
        for dot in dots {
            switch Self.label(in: text, start..<dot.position, isLetter) {
            case .none: return end
            case .subdomain: break
            case .domain: end = dot.domainEnd ?? end
            }
            start = dot.position + 1
        }
        return end
    }

    /// The leftmost host name of Latin letters that starts where `mayStart` allows it. Each call goes on after the label
    /// at which the one before it stopped.
    mutating func nextHost(where mayStart: (Int) -> Bool) -> Range<Int>? {
        while nextDot < dots.endIndex {
            let start = nextDot > 0 ? dots[nextDot - 1].position + 1 : range.lowerBound
            nextDot += 1
            if let host = host(endingLabelAt: dots[nextDot - 1], from: start, where: mayStart) { return host }
        }
        return nil
    }

    /// The leftmost host name whose first label starts at or after `start` and ends at the dot.
    private func host(endingLabelAt dot: Dot, from start: Int, where mayStart: (Int) -> Bool) -> Range<Int>? {
        guard dot.endAfterDomain != nil, dot.position > start, text[dot.position - 1].isLatinHostCharacter else {
            return nil
        }
        var candidate: Range<Int>?
        var isDomain = true
        for index in stride(from: dot.position - 1, through: start, by: -1) {
            let scalar = text[index]
            guard scalar.isLatinHostCharacter || scalar.joinsHostCharacters else { break }
            if scalar == "_" { isDomain = false }
            guard scalar.isLatinHostCharacter, mayStart(index) else { continue }
            // As in twitter-text, an accented letter that starts the text stands before the link, where one is left.
            if index == 0, scalar.mayPrecedeLink, candidate?.lowerBound == 1 { break }
            if let end = isDomain ? dot.endAfterDomain : dot.endAfterSubdomain { candidate = index..<end }
        }
        return candidate
    }
}
