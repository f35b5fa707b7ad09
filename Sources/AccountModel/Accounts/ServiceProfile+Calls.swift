extension ServiceProfile {
    /// The URL below which the calls of a version of the API lie, with its final slash.
    ///
    /// A base that is a host alone has all versions; one with a path is where the calls lie.
    package func calls(ofVersion version: String) -> String {
        let base = api.hasSuffix("/") ? api : api + "/"
        let isHostAlone = base.split(separator: "/", omittingEmptySubsequences: false).count <= 4
        return isHostAlone ? "\(base)\(version)/" : base
    }
}
