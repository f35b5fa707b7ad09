/// Why the bytes of a sealed file are not what was asked for. Each is told apart; none of them changes the file.
enum FormatTrouble: Error, Hashable {
    /// It does not begin as any file of ours does.
    case foreign
    /// It is ours and of another kind.
    case otherKind(SealedHeader.Kind)
    /// It ends too early.
    case truncated
    /// The header is not as it was written.
    case headerAltered
    /// The content is not as it was written, or something follows it.
    case contentAltered
    /// A later release wrote it, in this format.
    case newer(format: Int)
    /// It asks for so much memory (bytes; `nil` where that is no number) or work that it was not made by acctstore.
    case unreasonable(memory: Int?)
    /// It would become longer than any file that is read.
    case tooLong
    /// The passphrase is another one.
    case wrongPassphrase
    /// Not the file's fault.
    case failed(CipherFailure)
}

/// Runs a step of a cipher in the terms of the format.
func inFormatTerms<Result: ~Copyable>(
    _ step: () throws(CipherFailure) -> Result
) throws(FormatTrouble) -> Result {
    do throws(CipherFailure) {
        return try step()
    } catch {
        throw .failed(error)
    }
}
