import AccountModel

extension ServiceProfile {
    /// Whether the base of the API is a host, which has all versions, and no path, below which the calls of one lie.
    var hasHostAlone: Bool {
        api.split(separator: "/", omittingEmptySubsequences: false).count <= 4
    }
}
