/// What is to be done with which credential, as the command line says it.
struct HandoverRequest: Equatable {
    enum Deed: Equatable {
        case print(CredentialText, [CredentialVariable])
        /// - Parameter firstWord: the place of COMMAND among the arguments.
        case run([CredentialVariable], firstWord: Int)
    }

    let descriptor: Int32
    let deed: Deed

    /// - Parameter arguments: those of the process, its own name among them.
    init(_ arguments: [String]) throws(HandoverFailure) {
        guard arguments.count > 3, let descriptor = Int32(arguments[1]), descriptor > 2 else { throw .usage }
        self.descriptor = descriptor
        let variables = try arguments[3].split(separator: ",").map { word throws(HandoverFailure) in
            guard let variable = CredentialVariable(word) else { throw .usage }
            return variable
        }
        if let format = CredentialText(rawValue: arguments[2]), arguments.count == 4 {
            deed = .print(format, variables)
        } else if arguments[2] == "run", arguments.count > 4 {
            deed = .run(variables, firstWord: 4)
        } else {
            throw .usage
        }
    }
}
