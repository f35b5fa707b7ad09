import AccountModel

extension ProcessImage {
    /// The name of the program, without its folder: that of the file, or of the part of a multi-call binary.
    var programName: String {
        let file = executable.path.lastPathComponent
        guard ProcessImage.isMultiCall(file) else { return file }
        let called = arguments.first.map { $0.drop { $0 == "-" } }.map(String.init)?.lastPathComponent ?? file
        guard ProcessImage.isMultiCall(called) else { return called }
        return arguments.dropFirst().first ?? file
    }

    /// The words that the program named by `programName` was given, its own name first.
    var programArguments: ArraySlice<String> {
        let file = executable.path.lastPathComponent
        let isCalledByItsOwnName = arguments.first?.lastPathComponent == file
        return ProcessImage.isMultiCall(file) && isCalledByItsOwnName
            ? arguments.dropFirst() : arguments[...]
    }

    /// Whether the file holds many programs, so that it names none.
    var isMultiCall: Bool { ProcessImage.isMultiCall(executable.path.lastPathComponent) }

    private static func isMultiCall(_ file: String) -> Bool {
        KnownPrograms.kind(ofFileNamed: file) == .multiCall
    }
}

extension String {
    /// What stands behind the last slash.
    var lastPathComponent: String {
        String(split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    }
}
