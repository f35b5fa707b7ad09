internal import AccountModel
internal import CAcctstore

/// Runs what a function of the C interface does, and puts its error where the host wants it.
func answering(
    _ slot: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>?, _ body: () throws(BrokerError) -> Void
) -> Int32 {
    unsafe slot?.pointee = nil
    do throws(BrokerError) {
        try OwnerProcess.check()
        try body()
        return Int32(ACCTSTORE_OK.rawValue)
    } catch {
        unsafe slot?.pointee = error.placed()
        return error.code.number
    }
}

extension BrokerError {
    fileprivate func placed() -> UnsafeMutablePointer<acctstore_error> {
        let arena = Arena()
        return unsafe arena.place(
            acctstore_error(
                code: code.number, name: arena.text(dbusName), message: arena.text(message),
                next_step: arena.optionalText(nextStep)))
    }
}

extension BrokerError.Code {
    /// The `acctstore_code`.
    fileprivate var number: Int32 {
        let code =
            switch self {
            case .invalidArgument: ACCTSTORE_INVALID_ARGUMENT
            case .notSignable: ACCTSTORE_NOT_SIGNABLE
            case .urlNotAllowed: ACCTSTORE_URL_NOT_ALLOWED
            case .inputRefused: ACCTSTORE_INPUT_REFUSED
            case .noSuchAccount: ACCTSTORE_NO_SUCH_ACCOUNT
            case .unavailable: ACCTSTORE_UNAVAILABLE
            case .fileError: ACCTSTORE_FILE_ERROR
            case .tryLater: ACCTSTORE_TRY_LATER
            case .serviceRefused: ACCTSTORE_SERVICE_REFUSED
            case .accessDenied: ACCTSTORE_ACCESS_DENIED
            case .notConfigured: ACCTSTORE_NOT_CONFIGURED
            case .locked: ACCTSTORE_LOCKED
            case .cancelled: ACCTSTORE_CANCELLED
            case .credentialRejected: ACCTSTORE_CREDENTIAL_REJECTED
            case .outcomeUnknown: ACCTSTORE_OUTCOME_UNKNOWN
            case .timedOut: ACCTSTORE_TIMED_OUT
            case .forked: ACCTSTORE_FORKED
            default: ACCTSTORE_FAILED
            }
        return Int32(code.rawValue)
    }
}
