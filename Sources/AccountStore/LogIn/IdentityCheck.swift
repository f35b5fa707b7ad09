import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Asks the service whose a token is, and holds the answer against what the person expects.
///
/// A look-up that fails throws no token away: the account is then stored with what else is known of it. Of a token that the
/// service refuses there (401) something else must be known: whose it is, and that it takes the place of no other.
struct IdentityCheck: Sendable {
    let plan: LogInPlan
    let parts: StoreParts
    /// What a token that the service refuses is told as.
    var refusal = BrokerError.Code.serviceRefused

    /// Throws `serviceRefused` where the service names somebody else than was expected, and ``refusal``.
    func run(_ received: ReceivedCredential) async throws(BrokerError) -> NewAccount {
        var credential = AccountCredential(received.kind, urls: plan.description.urls)
        credential.urls = plan.description.urls(of: credential.logInProtocol)
        let person: NamedPerson
        var warnings = received.warning.map { [$0] } ?? []
        do throws(Unanswered) {
            person = try await ask(credential.proof)
            warnings += oddity(of: person).map { [$0] } ?? []
        } catch {
            let isVouchedFor = received.userID != nil && plan.again == nil
            if error.isRefusal && !isVouchedFor { throw refused(error.reason) }
            person = NamedPerson()
            warnings.append("\(plan.service) could not be asked whose account it is: \(error.reason)")
        }
        try check(person, against: received)
        if let again = plan.again { try check(person, received, isStill: again) }
        let name = person.name ?? received.username
        let identity = AccountIdentity(
            service: plan.service, app: plan.again?.identity.app ?? plan.appName,
            userID: try userID(of: person, received))
        if credential.proof.isTimed { warnings += clockWarning.map { [$0] } ?? [] }
        return NewAccount(
            identity: identity, username: name, credential: credential,
            warning: warnings.isEmpty ? nil : warnings.joined(separator: "; "),
            canBeVerified: hasVerification)
    }

    /// Whether a client can ask as well, who is always told a name.
    private var hasVerification: Bool { plan.description.profile.dialect != .none }

    /// What in the service's answer is no name or id of anybody, for which no token is thrown away.
    func oddity(of person: NamedPerson) -> String? {
        if let odd = person.oddities { return "\(plan.service) gives \(odd), which nobody is called by" }
        return person.name == nil && hasVerification ? "\(plan.service) gives no name of the account" : nil
    }

    /// The log-in worked with the service's time; other programs on this machine may not be so lucky.
    private var clockWarning: String? {
        let addresses = [plan.description.urls.accessToken, question?.url].compactMap { $0 }
        let offsets = addresses.compactMap { try? RequestURL($0) }.map(parts.clocks.offset)
        return offsets.first { abs($0) > ClockDrift.tolerance }.map(ClockDrift.words)
    }

    struct Unanswered: Error {
        var reason: String
        /// Whether the service said that the token is none.
        var isRefusal = false
    }

    private func refused(_ reason: String) -> BrokerError {
        BrokerError(
            refusal,
            "\(plan.service) does not accept the token (\(reason)); nothing was "
                + (plan.again == nil ? "stored" : "changed"),
            nextStep: plan.command)
    }

    private func check(_ person: NamedPerson, against received: ReceivedCredential) throws(BrokerError) {
        if let answered = person.id, let given = received.userID, answered != given {
            throw BrokerError(
                .serviceRefused,
                "\(plan.service) says that the token is for the user id \(answered), not \(given); nothing was stored")
        }
        guard let expected = plan.request.username.flatMap(PersonName.name), !expected.contains("@") else { return }
        if person.name == nil, let odd = person.oddName {
            throw BrokerError(
                .serviceRefused, "\(plan.service) gives \(odd), and not @\(expected); nothing was stored",
                nextStep: plan.command)
        }
        guard let answered = person.name ?? received.username, answered.lowercased() != expected.lowercased() else {
            return
        }
        throw BrokerError(
            .serviceRefused,
            "\(plan.service) says that this is @\(answered), not @\(expected); nothing was stored",
            nextStep: "log out of @\(answered) in the browser\n\(plan.command)")
    }

    /// An account that is logged in to again stays the same person's.
    private func check(
        _ person: NamedPerson, _ received: ReceivedCredential, isStill again: StoredAccount
    ) throws(BrokerError) {
        let (id, name) = (person.id ?? received.userID, person.name ?? received.username)
        let isOther: Bool
        if let known = again.identity.knownUserID, let id {
            isOther = id != known
        } else if let known = again.account.username, let name {
            isOther = name.lowercased() != known.lowercased()
        } else {
            // Where it could be asked and was not, it may be anybody's.
            guard question == nil || id != nil || name != nil else {
                if let odd = person.oddities {
                    throw BrokerError(
                        .serviceRefused,
                        "\(plan.service) gives \(odd), and not \(again.account.label); nothing was changed",
                        nextStep: plan.command)
                }
                throw BrokerError(
                    .tryLater,
                    "\(plan.service) could not be asked whether that is \(again.account.label); nothing was changed",
                    nextStep: plan.command)
            }
            return
        }
        guard isOther else { return }
        let shown = [name.map { "@\($0)" }, id.map { "user id \($0)" }].compactMap(\.self).joined(separator: ", ")
        throw BrokerError(
            .serviceRefused,
            "\(plan.service) says that this is \(OneLine.visible(shown)), not \(again.account.label); nothing was changed",
            nextStep: "log in there as \(again.account.handle)\n\(plan.command)")
    }

    func userID(of person: NamedPerson, _ received: ReceivedCredential) throws(BrokerError) -> String {
        if let known = plan.again?.identity.knownUserID { return known }
        if let id = person.id ?? received.userID { return id }
        if let name = person.name { return "@\(name.lowercased())" }
        return try provisional(received.token)
    }

    /// `?` and 8 hexadecimal digits of the token's SHA-256: the same token is the same account.
    private func provisional(_ token: SharedSecret) throws(BrokerError) -> String {
        let hash = token.withSpan { try? BodyHash(of: $0, method: .hmacSHA256) }
        // Without a hash all tokens would be those of one account.
        guard let digest = hash.flatMap({ Data(base64Encoded: $0.value) }), digest.count >= 4 else {
            throw BrokerError(.failed, "the token cannot be told from others: there is no SHA-256; nothing was stored")
        }
        return "?" + digest.prefix(4).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
}

/// The question, in the language of the service.
extension IdentityCheck {
    /// Throws where the answer has nothing that could name anybody; what it has may be no name all the same.
    func ask(_ proof: RequestProof) async throws(Unanswered) -> NamedPerson {
        guard let question else { throw Unanswered(reason: "it has no address to ask at") }
        let answer: ServiceCall.Answer
        do throws(BrokerError) {
            let call = ServiceCall(parts: parts, proof: proof, service: plan.service)
            answer = try await call.send(question.method, question.url)
        } catch {
            throw Unanswered(reason: error.message)
        }
        guard answer.isSuccess else {
            let isRefusal = answer.status == 401 && answer.code != TwitterCode.wrongTime
            throw Unanswered(reason: answer.told, isRefusal: isRefusal)
        }
        let person = answer.body.withSpan { NamedPerson($0) }
        guard let person, person.id != nil || person.name != nil || person.oddities != nil else {
            throw Unanswered(reason: "the answer names nobody")
        }
        return person
    }

    private var question: IdentityQuestion? { plan.description.identityQuestion }
}

extension ServiceDescription {
    /// How the service is asked whose a token is; `nil` where it cannot be.
    var identityQuestion: IdentityQuestion? {
        if let identity { return identity }
        switch profile.dialect {
        case .twitter11:
            return IdentityQuestion(url: profile.calls(ofVersion: "1.1") + "account/verify_credentials.json")
        case .twitter2: return IdentityQuestion(url: profile.calls(ofVersion: "2") + "users/me")
        case .mastodon: return IdentityQuestion(url: profile.api + "api/v1/accounts/verify_credentials")
        case .none: return nil
        }
    }
}

/// The methods that requests can be signed with.
enum SignatureMethodName {
    static func isKnown(_ name: String) -> Bool {
        SignatureMethod(rawValue: name) != nil
    }
}
