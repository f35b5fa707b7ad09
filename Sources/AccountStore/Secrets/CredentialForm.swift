import AccountModel
import Glibc
import OAuth
import SecretBytes
import SystemCalls

/// An account's credential as it is handed out: one form, written without a copy outside of memory that is zeroed.
///
/// The names are those of RFC 5849 and of Twitter's answer to a log-in, or those of RFC 6749, so that
/// `add --token-stdin` takes it again. What renews a token is not in it: whoever used it up would take the account from
/// the store.
struct CredentialForm: ~Copyable {
    private var bytes = SecretBytes(capacity: 1024)

    init(_ credential: AccountCredential, of account: Account) {
        switch credential.kind {
        case .signing(let keys):
            add("oauth_token", keys.token)
            add("oauth_token_secret", keys.tokenSecret)
            add("consumer_key", keys.consumerKey)
            add("consumer_secret", keys.consumerSecret)
            add("signature_method", keys.signatureMethod)
        case .bearer(let token):
            add("access_token", token.accessToken)
            add("token_type", "bearer")
            add("scope", token.scope)
            add("expires", token.expires.map(StoredTime.text))
        }
        add("service", account.service.description)
        add("user_id", account.userID)
        add("screen_name", account.username)
    }

    /// A sealed file for the program that may have it.
    consuming func file() throws(BrokerError) -> Descriptor {
        do throws(SealedFileError) {
            return Descriptor(owning: try bytes.sealedFile(named: "acctstore-credential"))
        } catch {
            throw BrokerError(.failed, "the credential cannot be handed over: \(SystemError.words(error.errno))")
        }
    }

    private mutating func add(_ name: String, _ value: SharedSecret) {
        begin(name)
        value.withSpan { PercentEncoding.encode($0, to: &bytes) }
    }

    /// Adds nothing for what is not known.
    private mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        PercentEncoding.encode(value.utf8.span, to: &bytes)
    }

    private mutating func begin(_ name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes.append(contentsOf: name.utf8.span)
        bytes.append(UInt8(ascii: "="))
    }
}
