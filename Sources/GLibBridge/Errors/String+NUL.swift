extension String {
    /// - Throws: `.invalidArgument` when the text has a NUL byte and so cannot be handed to C whole.
    func checkNoNUL(_ what: @autoclosure () -> String) throws(GLibError) {
        if utf8.contains(0) {
            throw .invalidArgument("\(what()) contains a NUL byte")
        }
    }
}
