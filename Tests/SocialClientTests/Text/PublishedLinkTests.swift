import Testing

@testable import SocialClient

/// twitter-text's own cases for what is a link, where they lie beside the package.
@Suite struct PublishedLinkTests {
    @Test(arguments: ["urls", "tco_urls_with_params"])
    func linksAreFound(group: String) throws {
        guard PublishedCases.areThere else { return }
        for test in try PublishedCases.group(group, of: "extract.json", as: PublishedCases.Links.self) {
            #expect(links(in: test.text).map(\.url) == test.expected, "\(test.description)")
        }
    }

    @Test(arguments: ["urls_with_indices", "urls_with_directional_markers"])
    func linksAreFoundWhereTheyAre(group: String) throws {
        guard PublishedCases.areThere else { return }
        for test in try PublishedCases.group(group, of: "extract.json", as: PublishedCases.LinksWithPositions.self) {
            #expect(links(in: test.text) == test.expected, "\(test.description)")
        }
    }

    private func links(in text: String) -> [PublishedCases.LinksWithPositions.Expected] {
        let scalars = Array(text.unicodeScalars)
        return LinkFinder(scalars).links().map { link in
            PublishedCases.LinksWithPositions.Expected(
                url: String(String.UnicodeScalarView(scalars[link.range])),
                indices: [link.range.lowerBound, link.range.upperBound])
        }
    }
}
