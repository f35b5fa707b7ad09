import AccountModel
import Glibc
import OAuth
import SecretBytes

/// An account's credential as it is handed out: `oauth_token=…&oauth_token_secret=…&consumer_key=…`, written without a
/// copy outside of memory that is zeroed.
///
/// The names are those of RFC 5849 and of Twitter's answer to a log-in, so that `add --token-stdin` takes it again.
struct CredentialForm: ~Copyable {
    private var bytes = SecretBytes(capacity: 1024)

    init(_ credential: AccountCredential, of account: Account) {
        add("oauth_token", credential.token)
        add("oauth_token_secret", credential.tokenSecret)
        add("consumer_key", credential.consumerKey)
        add("consumer_secret", credential.consumerSecret)
        add("signature_method", credential.signatureMethod)
        add("service", account.service.description)
        add("user_id", account.userID)
        add("screen_name", account.username)
    }

    /// A sealed file for the program that may have it.
    consuming func file() throws(BrokerError) -> Descriptor {
        do throws(SealedFileError) {
            return Descriptor(owning: try bytes.sealedFile(named: "acctstore-credential"))
        } catch {
            throw BrokerError(
                .failed, "the credential cannot be handed over: \(unsafe String(cString: strerror(error.errno)))")
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
