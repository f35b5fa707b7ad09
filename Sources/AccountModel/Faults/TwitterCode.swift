/// Numbers of Twitter's table of errors from which more follows than words.
package enum TwitterCode {
    /// "Invalid or expired token": the one answer that proves a token dead.
    package static let invalidToken = 89
    /// "Unable to verify your credentials": where an app asks for a token of its own.
    package static let unverifiedApp = 99
    /// "Timestamp out of bounds": the time in the signature is not the service's.
    package static let wrongTime = 135
}
