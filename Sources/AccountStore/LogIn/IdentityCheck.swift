import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Asks the service whose a token is, and holds the answer against what the person expects.
///
/// A look-up that fails throws no token away: the account is then stored with what else is known of it.
struct IdentityCheck: Sendable {
    let plan: LogInPlan
    let parts: StoreParts

    /// Throws `serviceRefused` where the service names somebody else than was expected.
    func run(_ received: ReceivedCredential) async throws(BrokerError) -> NewAccount {
        var credential = AccountCredential(received.kind, urls: plan.description.urls)
        credential.urls = plan.description.urls(of: credential.logInProtocol)
        let person: Person
        var warnings = received.warning.map { [$0] } ?? []
        do throws(Unanswered) {
            person = try await ask(credential.proof)
        } catch {
            person = Person(id: nil, name: nil)
            warnings.append("\(plan.service) could not be asked whose account it is: \(error.reason)")
        }
        try check(person, against: received)
        let name = person.name ?? received.username
        let identity = AccountIdentity(
            service: plan.service, app: plan.appName, userID: try userID(of: person, received))
        if credential.proof.isTimed { warnings += clockWarning.map { [$0] } ?? [] }
        return NewAccount(
            identity: identity, username: name, credential: credential,
            warning: warnings.isEmpty ? nil : warnings.joined(separator: "; "))
    }

    /// The log-in worked with the service's time; other programs on this machine may not be so lucky.
    private var clockWarning: String? {
        let addresses = [plan.description.urls.accessToken, address()].compactMap { $0 }
        let offsets = addresses.compactMap { try? RequestURL($0) }.map(parts.clocks.offset)
        return offsets.first { abs($0) > ClockDrift.tolerance }.map(ClockDrift.words)
    }

    private struct Person {
        var id: String?
        var name: String?
    }

    private struct Unanswered: Error {
        var reason: String
    }

    private func check(_ person: Person, against received: ReceivedCredential) throws(BrokerError) {
        if let answered = person.id, let given = received.userID, answered != given {
            throw BrokerError(
                .serviceRefused,
                "\(plan.service) says that the token is for the user id \(answered), not \(given); nothing was stored")
        }
        guard let expected = plan.request.username.flatMap(PersonName.name), !expected.contains("@"),
            let answered = person.name ?? received.username, answered.lowercased() != expected.lowercased()
        else { return }
        throw BrokerError(
            .serviceRefused,
            "\(plan.service) says that this is @\(answered), not @\(expected); nothing was stored",
            nextStep: "log out of @\(answered) in the browser, then \(plan.command)")
    }

    private func userID(of person: Person, _ received: ReceivedCredential) throws(BrokerError) -> String {
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
    private func ask(_ proof: RequestProof) async throws(Unanswered) -> Person {
        guard let address = address() else { throw Unanswered(reason: "it has no address to ask at") }
        let answer: ServiceCall.Answer
        do throws(BrokerError) {
            let call = ServiceCall(parts: parts, proof: proof, service: plan.service)
            answer = try await call.send("GET", address)
        } catch {
            throw Unanswered(reason: error.message)
        }
        guard answer.isSuccess else { throw Unanswered(reason: answer.told) }
        let person = answer.body.withSpan { IdentityCheck.person(in: $0) }
        guard let person, person.id != nil || person.name != nil else {
            throw Unanswered(reason: "the answer names nobody")
        }
        return person
    }

    private func address() -> String? {
        let profile = plan.description.profile
        switch profile.dialect {
        case .twitter11: return profile.calls(ofVersion: "1.1") + "account/verify_credentials.json"
        case .twitter2: return profile.calls(ofVersion: "2") + "users/me"
        case .mastodon: return profile.api + "api/v1/accounts/verify_credentials"
        case .none: return nil
        }
    }

    /// Version 2 has the person in `data`, under other names.
    private static func person(in body: Span<UInt8>) -> Person? {
        guard var members = try? JSONText.members(of: body) else { return nil }
        func value(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }
        func text(_ name: String) -> String? { value(name).flatMap { JSONText.text(body, $0) } }
        if let data = value("data"), let inner = try? JSONText.members(of: body, in: data) { members = inner }
        let number = value("id").flatMap { JSONText.digits(body, $0) }
        return Person(
            id: (text("id_str") ?? number ?? text("id")).flatMap(PersonName.id),
            name: (text("screen_name") ?? text("username")).flatMap(PersonName.name))
    }
}

/// The methods that requests can be signed with.
enum SignatureMethodName {
    static func isKnown(_ name: String) -> Bool {
        SignatureMethod(rawValue: name) != nil
    }
}
