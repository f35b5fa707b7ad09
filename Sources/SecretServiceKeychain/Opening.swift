internal import AccountStore

/// What is to be opened in the keyring, for its errors.
enum Opening {
    case collection(String)
    /// Items of a collection, which a keyring may guard one by one though the collection is open.
    case items(of: String, isOpen: Bool)

    /// The collection's name.
    var collection: String {
        switch self {
        case .collection(let name), .items(of: let name, isOpen: _): name
        }
    }

    /// The API's name for what it is.
    var interface: String {
        switch self {
        case .collection: SecretServiceNames.collection
        case .items: SecretServiceNames.item
        }
    }

    /// The error where it is closed after it was to be opened.
    func failed(_ why: String, at provider: Provider) async -> ProviderError {
        guard case .items(of: _, isOpen: true) = self else {
            let message = "the keyring “\(collection)” is locked, and \(why)"
            return ProviderError(KeychainError(.locked, message, nextStep: await provider.openingCommand()))
        }
        return ProviderError(
            KeychainError(
                .locked, "the keyring “\(collection)” is open, but asks before it gives out what is in it, and \(why)",
                nextStep: "Run it again, and allow it in the keyring's window."))
    }
}
