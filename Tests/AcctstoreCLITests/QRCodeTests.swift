import Testing

@testable import AcctstoreCLI

@Suite("The address as a QR code")
struct QRCodeTests {
    private static let url = "https://api.example/oauth/authorize?oauth_token=abcdefghijklmnopqrstuvwxyz0"

    @Test("as wide as it is high, two squares in each character, and only where there is room")
    func size() async throws {
        let lines = try #require(await QRCode.lines(for: Self.url, columns: 80))
        let width = try #require(lines.first?.count)
        #expect(lines.allSatisfy { $0.count == width } && (width - 2...width).contains(lines.count * 2 - 1))
        #expect(await QRCode.lines(for: Self.url, columns: width) != nil)
        #expect(await QRCode.lines(for: Self.url, columns: width - 1) == nil)
    }
}
