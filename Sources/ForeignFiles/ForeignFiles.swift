public import AccountModel
public import AccountStore
public import SecretBytes

/// Understands the files of the programs that `import` knows.
public struct ForeignFiles: ForeignFileReading {
    /// Makes one; it holds nothing.
    public init() {}

    public func contents(
        of text: SharedSecret, by tool: ForeignTool
    ) throws(ForeignFileError) -> ForeignContents {
        do throws(ForeignTrouble) {
            return try text.withSpan { (bytes) throws(ForeignTrouble) in
                switch tool {
                case .twurl, .t: try ProfilesFile(tool).contents(ForeignValue(try YAMLText.tree(bytes)))
                case .xurl:
                    try ForeignJSON.isMeant(bytes)
                        ? XurlFile().contents(ofOne: ForeignValue(try ForeignJSON.tree(bytes)))
                        : XurlFile().contents(ForeignValue(try YAMLText.tree(bytes)))
                case .toot: try TootFile().contents(ForeignValue(try ForeignJSON.tree(bytes)))
                case .rainbowstream: try TwoLinesFile().contents(bytes)
                }
            }
        } catch {
            throw error.asError
        }
    }
}
