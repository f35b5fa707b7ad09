/// An item of the keyring as `secret-tool search --all` shows it.
struct KeyringItem {
    var path: String
    var label = ""
    var secret = ""
    var attributes: [String: String] = [:]

    /// - Parameters:
    ///   - out: the paths, labels and secrets.
    ///   - err: the attributes, item after item in the same order.
    static func items(out: String, err: String) -> [KeyringItem] {
        var items: [KeyringItem] = []
        for line in out.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("[") {
                items.append(KeyringItem(path: String(line.dropFirst().dropLast())))
            } else if let (name, value) = pair(line), let last = items.indices.last {
                if name == "label" { items[last].label = value }
                if name == "secret" { items[last].secret = value }
            }
        }
        var index = -1
        for line in err.split(separator: "\n") {
            guard let (name, value) = pair(line), name.hasPrefix("attribute.") else { continue }
            let attribute = String(name.dropFirst("attribute.".count))
            if index < 0 || items[index].attributes[attribute] != nil { index += 1 }
            guard items.indices.contains(index) else { break }
            items[index].attributes[attribute] = value
        }
        return items
    }

    private static func pair(_ line: Substring) -> (name: String, value: String)? {
        guard let sign = line.firstRange(of: " = ") else { return nil }
        return (String(line[..<sign.lowerBound]), String(line[sign.upperBound...]))
    }
}
