import AccountModel

/// The end of a command whose result says already what is wrong: there is a status for it, and no further word.
struct ToldEnding: Error {
    let code: BrokerError.Code
}
