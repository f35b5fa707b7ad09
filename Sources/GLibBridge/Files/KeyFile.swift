internal import CGio

/// A GLib key file (`[group]`, `key=value`), read whole into values.
package struct KeyFile: Hashable, Sendable {
    private struct Group: Hashable, Sendable {
        let name: String
        var keys: [String] = []
        var values: [String: String] = [:]
    }

    /// The path as it was given, for messages.
    package let file: String
    private var contents: [Group]
    private let lines: KeyFileLines

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - file: where the text came from, for messages.
    ///   - isWanted: whether a key, the second, of a group, the first, is read. Of a file that others write, what is not
    ///     needed may be of any form.
    /// - Throws: `.malformed` for a line that is no key, group or comment, and for a value that is not UTF-8 or has
    ///   an unknown escape.
    package init(
        parsing bytes: [UInt8], file: String, where isWanted: (String, String) -> Bool = { _, _ in true }
    ) throws(KeyFileError) {
        let handle = Handle()
        let lines = KeyFileLines(bytes)
        do throws(GLibError) {
            try withGError { slot in
                // With a byte more than is read: an empty array has no address, and GLib takes no NULL.
                unsafe (bytes + [0]).withUnsafeBytes { buffer in
                    let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
                    _ = unsafe g_key_file_load_from_data(
                        handle.pointer, start, gsize(bytes.count), G_KEY_FILE_NONE, slot)
                }
            }
        } catch {
            throw KeyFileError(reason: .malformed, file: file, line: lines.misplaced.first, message: error.message)
        }
        self.file = file
        self.lines = lines
        var contents: [Group] = []
        for name in handle.groups() {
            var group = Group(name: name)
            for key in handle.keys(in: name) where isWanted(name, key) {
                group.keys.append(key)
                do throws(GLibError) {
                    group.values[key] = try handle.string(key, in: name)
                } catch {
                    throw KeyFileError(
                        reason: .malformed, file: file, line: lines.line(of: key, in: name), group: name, key: key,
                        message: error.message)
                }
            }
            contents.append(group)
        }
        self.contents = contents
    }

    /// The groups in the order of the file.
    package var groups: [String] { contents.map(\.name) }

    /// The keys of a group in the order of the file; none for a group that is not there.
    package func keys(in group: String) -> [String] { find(group)?.keys ?? [] }

    /// The value with its escapes (`\n`, `\s`, `\\`) resolved, or nil where the key is not there.
    package func string(_ key: String, in group: String) -> String? { find(group)?.values[key] }

    /// - Throws: `.invalidValue` for another value than `true`, `false`, `1` or `0`.
    package func bool(_ key: String, in group: String) throws(KeyFileError) -> Bool? {
        guard let text = string(key, in: group) else { return nil }
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default: throw invalidValue(key, in: group, "'\(text)' is neither true nor false")
        }
    }

    /// - Throws: `.invalidValue` for another value than a decimal number.
    package func integer(_ key: String, in group: String) throws(KeyFileError) -> Int? {
        guard let text = string(key, in: group) else { return nil }
        guard let number = Int(text) else { throw invalidValue(key, in: group, "'\(text)' is not a number") }
        return number
    }

    /// An error about one value, for readers that know what the key wants.
    package func invalidValue(_ key: String, in group: String, _ message: String) -> KeyFileError {
        KeyFileError(
            reason: .invalidValue, file: file, line: lines.line(of: key, in: group), group: group, key: key,
            message: message)
    }

    /// An error about a group or, with a key, about its being there at all.
    package func unknown(_ key: String?, in group: String, _ message: String) -> KeyFileError {
        KeyFileError(reason: .unknown, file: file, line: lines.line(of: key, in: group), message: message)
    }

    /// `nil` takes the key out.
    mutating func set(_ value: String?, _ key: String, in name: String) {
        let index = contents.firstIndex { $0.name == name } ?? contents.endIndex
        if index == contents.endIndex { contents.append(Group(name: name)) }
        contents[index].keys.removeAll { $0 == key }
        if value != nil { contents[index].keys.append(key) }
        contents[index].values[key] = value
    }

    mutating func remove(_ name: String) {
        contents.removeAll { $0.name == name }
    }

    private func find(_ name: String) -> Group? { contents.first { $0.name == name } }
}

extension KeyFile {
    /// Reads a file of the person's own, or gives nil where there is none.
    ///
    /// - Throws: `.unreadable`, also for one that everybody may write to; `.malformed`, also for one that can be read in two
    ///   ways.
    package static func read(path: String) throws(KeyFileError) -> KeyFile? {
        guard let bytes = try SmallFile.read(path, isProtected: true) else { return nil }
        if let unclear = KeyFileLines(bytes).unclear.first {
            throw KeyFileError(reason: .malformed, file: path, line: unclear.line, message: unclear.words)
        }
        return try KeyFile(parsing: bytes, file: path)
    }
}

/// The GKeyFile behind the parser.
@safe
private struct Handle: ~Copyable {
    let pointer: OpaquePointer = unsafe g_key_file_new()

    deinit { unsafe g_key_file_unref(pointer) }

    func groups() -> [String] {
        unsafe strings(taking: g_key_file_get_groups(pointer, nil))
    }

    func keys(in group: String) -> [String] {
        // The group was just listed, so the only error there could be does not happen.
        unsafe strings(taking: g_key_file_get_keys(pointer, group, nil, nil))
    }

    func string(_ key: String, in group: String) throws(GLibError) -> String? {
        let text = try withGError { slot in unsafe g_key_file_get_string(pointer, group, key, slot) }
        guard let text = unsafe text else { return nil }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    private func strings(taking list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe g_strfreev(list) }
        var strings: [String] = []
        while let text = unsafe list[strings.count] { strings.append(unsafe String(cString: text)) }
        return strings
    }
}
