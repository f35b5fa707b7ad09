import AccountModel
import GLibBridge

/// Groups of a configuration file and the keys that each may have.
typealias SettingsSchema = [String: [String]]

/// The values of one configuration file, and errors that say where in it the trouble is.
struct Settings {
    private let file: KeyFile
    /// Is told where each trouble is, and has the values left out of the words for it; `nil` for who may read them.
    private let places: FaultPlaces?

    init(_ file: KeyFile, noting places: FaultPlaces? = nil) {
        self.file = file
        self.places = places
    }

    /// The path, for messages.
    var path: String { file.file }

    /// - Returns: `nil` where there is no such file.
    /// - Throws: `notConfigured` for a file that cannot be read or is no key file.
    static func read(_ path: String) throws(BrokerError) -> Settings? {
        do throws(KeyFileError) {
            return try KeyFile.read(path: path).map { Settings($0) }
        } catch {
            throw BrokerError(error)
        }
    }

    /// - Throws: `notConfigured` for the first group or key that the schema does not have, with the nearest that it has.
    func check(against schema: SettingsSchema) throws(BrokerError) {
        if let first = unknownNames(against: schema).first { throw first }
    }

    /// Every group and key that the schema does not have, in the order of the file.
    func unknownNames(against schema: SettingsSchema) -> [BrokerError] {
        file.groups.flatMap { group -> [BrokerError] in
            guard let known = schema[group] else {
                let words = places == nil ? "there is no group [\(group)]" : "there is no such group"
                return [unknown(file.unknown(nil, in: group, words), group, among: schema.keys.sorted())]
            }
            return file.keys(in: group).filter { !known.contains($0) }.map { key in
                let words = places == nil ? "[\(group)] has no key '\(key)'" : "[\(group)] has no such key"
                return unknown(file.unknown(key, in: group, words), key, among: known)
            }
        }
    }

    func holds(_ group: String) -> Bool {
        file.groups.contains(group)
    }

    /// A value as it is written; `nil` where it is absent or empty. Behind a blank, `#` begins a comment, unless
    /// `keepsComments` says that the value may hold it.
    func text(_ key: String, in group: String, keepsComments: Bool = false) -> String? {
        guard var value = file.string(key, in: group)?[...] else { return nil }
        if !keepsComments, let comment = value.startOfComment { value = value[..<comment] }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        return value.isEmpty ? nil : String(value)
    }

    func flag(_ key: String, in group: String) throws(BrokerError) -> Bool? {
        switch text(key, in: group) {
        case nil: nil
        case "true", "1": true
        case "false", "0": false
        case let text?: throw error(key, in: group, "\(shown(text)) is neither true nor false")
        }
    }

    func number(_ key: String, in group: String, within range: ClosedRange<Int>) throws(BrokerError) -> Int? {
        guard let text = text(key, in: group) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw error(key, in: group, "\(shown(text)) is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A length of time with its unit: `30s`, `10m`, `2h`.
    func seconds(_ key: String, in group: String) throws(BrokerError) -> Int? {
        guard let text = text(key, in: group) else { return nil }
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
        guard let unit = text.last.flatMap({ units[$0] }), let number = UInt32(text.dropLast()), number > 0 else {
            throw error(key, in: group, "\(shown(text)) is no length of time such as 30s, 10m or 2h")
        }
        return Int(number) * unit
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, in group: String
    ) throws(BrokerError) -> Choice? where Choice.RawValue == String {
        guard let text = try choice(key, in: group, among: Choice.allCases.map(\.rawValue)) else { return nil }
        return Choice(rawValue: text)
    }

    func choice(_ key: String, in group: String, among words: [String]) throws(BrokerError) -> String? {
        guard let text = text(key, in: group) else { return nil }
        guard words.contains(text) else {
            throw error(key, in: group, "\(shown(text)) is none of \(words.joined(separator: ", "))")
        }
        return text
    }

    func error(_ key: String, in group: String, _ message: String) -> BrokerError {
        places?.note(key, in: group)
        return BrokerError(file.invalidValue(key, in: group, message))
    }

    /// A part of a value, for the words of an error.
    func shown(_ value: some StringProtocol) -> String {
        places == nil ? "'\(value)'" : "the value"
    }

    private func unknown(_ error: KeyFileError, _ name: String, among known: [String]) -> BrokerError {
        BrokerError(
            .notConfigured, error.description,
            nextStep: NearestName.of(name, among: known).map { "Did you mean '\($0)'?" }
                ?? "Known are: \(known.joined(separator: ", ")).")
    }
}

extension BrokerError {
    init(_ error: KeyFileError) {
        self.init(
            .notConfigured, error.description,
            nextStep: error.reason == .unreadable ? FileMending.command(for: error.file, followsLinks: true) : nil)
    }
}

extension Substring {
    /// Where a comment begins that shares a line with a value.
    fileprivate var startOfComment: Index? {
        indices.first { index in
            guard self[index] == "#" else { return false }
            return index == startIndex || self[self.index(before: index)].isWhitespace
        }
    }
}
