extension Parser {
    mutating func takeLong(_ name: String, _ value: RawArgument?, typed: RawArgument) throws(UsageError) {
        let spelling = OptionName.long(name)
        let options = path.acceptedOptions
        guard let option = options.first(where: { $0.names.contains(spelling) }) else {
            throw .unknownOption(spelling, typed: typed, options, path)
        }
        if option.value != nil {
            let value = if let value { value } else { try takeValue(of: option, spelling) }
            try record(Occurrence(option: option, spelling: spelling, value: value))
        } else if value == nil {
            try record(Occurrence(option: option, spelling: spelling, value: nil))
        } else {
            throw .valueNotTaken(spelling, path)
        }
    }

    /// All or nothing, so that a text such as `-hello` is an error and not a request for help.
    mutating func takeCluster(_ cluster: [UInt8], typed: RawArgument) throws(UsageError) {
        let options = path.acceptedOptions
        var found: [Occurrence] = []
        var rest = cluster[...]
        while let byte = rest.first {
            let spelling = OptionName.short(Character(UnicodeScalar(byte)))
            guard let option = options.first(where: { $0.names.contains(spelling) }) else {
                throw .unknownShortOption(rest, typed: typed, options, path)
            }
            rest.removeFirst()
            if option.value != nil {
                let value = rest.isEmpty ? try takeValue(of: option, spelling) : Self.attachedValue(rest)
                found.append(Occurrence(option: option, spelling: spelling, value: value))
                break
            }
            guard rest.first != UInt8(ascii: "=") else { throw .valueNotTaken(spelling, path) }
            found.append(Occurrence(option: option, spelling: spelling, value: nil))
        }
        for occurrence in found {
            try record(occurrence)
        }
    }

    /// The value in `-nvalue` or `-n=value`.
    private static func attachedValue(_ bytes: ArraySlice<UInt8>) -> RawArgument {
        RawArgument(bytes: bytes.first == UInt8(ascii: "=") ? bytes.dropFirst() : bytes)
    }

    private mutating func takeValue(
        of option: OptionDescription, _ spelling: OptionName
    ) throws(UsageError) -> RawArgument {
        guard let next = remaining.first else {
            throw .missingValue(option, spelling, nextStartsWithDash: false, path)
        }
        guard Token(next).isWord || option.value?.mayStartWithDash == true else {
            throw .missingValue(option, spelling, nextStartsWithDash: true, path)
        }
        remaining.removeFirst()
        return next
    }

    private mutating func record(_ occurrence: Occurrence) throws(UsageError) {
        let option = occurrence.option
        if !option.isRepeatable, occurrences.contains(option) {
            throw .givenTwice(option, path)
        }
        if let description = option.value, let value = occurrence.value, !description.accepts(value) {
            throw .invalidValue(value, for: option.synopsis, description, path)
        }
        occurrences.append(occurrence)
    }
}
