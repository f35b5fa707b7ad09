import AccountModel
import OAuth
import SecretBytes

/// A name and a password for a token. The password goes into one signed form and is then forgotten.
struct XAuth {
    private let plan: LogInPlan
    private let parts: StoreParts
    private let caller: Caller

    init(_ plan: LogInPlan, _ parts: StoreParts, _ caller: Caller) {
        self.plan = plan
        self.parts = parts
        self.caller = caller
    }

    func run() async throws(BrokerError) -> ReceivedToken {
        guard let descriptor = plan.request.secret, let name = plan.request.username.flatMap(PersonName.name) else {
            throw BrokerError(
                .invalidArgument, "no password was given", nextStep: "type it in a terminal, or use --password-stdin")
        }
        let input = SecretInput(descriptor: descriptor, caller: caller, what: "the password", limit: 4096)
        let password = try await input.line()
        guard !password.isEmpty else { throw BrokerError(.inputRefused, "the password is empty; nothing was sent") }
        let call = ServiceCall(parts: parts, proof: .signature(try plan.consumer()), service: plan.service)
        let answer = try await call.send(
            "POST", plan.description.urls.accessToken ?? "",
            form: [
                RequestParameter("x_auth_username", name), RequestParameter("x_auth_password", secret: password),
                RequestParameter("x_auth_mode", "client_auth"),
            ])
        guard answer.isSuccess else { throw refused(answer) }
        guard let token = ReceivedToken(answer) else {
            let reason = answer.looksLikeForm ? nil : answer.fault.message
            throw BrokerError(
                .serviceRefused,
                "\(plan.service) answered xAuth without a token (status \(answer.status)"
                    + (reason.map { ": \($0)" } ?? "") + "); nothing was stored", nextStep: plan.otherCommand)
        }
        return token
    }

    /// Twitter's code for an app that was not given the right, and the words from before there were codes.
    private static func meansNoRight(_ fault: ServiceFault) -> Bool {
        let words = fault.message?.lowercased() ?? ""
        return fault.code == 87 || words.contains("not permitted to use xauth")
    }

    private func refused(_ answer: ServiceCall.Answer) -> BrokerError {
        guard XAuth.meansNoRight(answer.fault) else {
            return BrokerError(
                answer.refusalCode, "\(plan.service) refused name or password (\(answer.told)); nothing was stored",
                nextStep: plan.command)
        }
        return BrokerError(
            .serviceRefused,
            "the app \(plan.appName) may not use xAuth at \(plan.service) (\(answer.told)); nothing was stored",
            nextStep: plan.otherCommand)
    }
}
