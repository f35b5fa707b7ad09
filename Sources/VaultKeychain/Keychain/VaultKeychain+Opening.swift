import AccountModel
import AccountStore
import Glibc
import SecretBytes

extension VaultKeychain {
    /// How often the person is asked before a request is given up.
    static let tries = 3

    /// What is open, as the file has it now; `nil` where it is closed. A file that cannot be used is told before anybody
    /// is asked for its passphrase.
    func current() async throws(KeychainError) -> OpenVault? {
        try await onDisk { () throws(KeychainError) in
            if let open = self.state.open, self.file.mark() == open.mark { return open }
            return try self.refreshed()
        }
    }

    /// The content, opened where it was closed; that asks the person.
    func opened() async throws(KeychainError) -> OpenVault {
        if let open = try await current() { return open }
        return try await turns.take("question") { () async throws(KeychainError) in
            if Task.isCancelled { throw KeychainError(.cancelled, "the request was withdrawn") }
            if let open = try await current() { return open }
            return try await ask()
        }
    }

    /// What is open, read again where the file was written since. Blocks.
    func refreshed() throws(KeychainError) -> OpenVault? {
        let sealed: SealedVault
        do throws(KeychainError) {
            sealed = try self.sealed()
        } catch {
            if error.code == .notMade, state.close() { tell(.everything) }
            throw error
        }
        guard let open = state.open else { return nil }
        if sealed.mark == open.mark { return open }
        guard open.content.keys.belong(to: sealed.header) else {
            // Another process gave it another passphrase.
            state.drop()
            tell(.everything)
            return nil
        }
        var fresh = open
        fresh.content = try inKeychainTerms { () throws(FormatTrouble) in
            try sealed.opened(with: open.content.keys)
        }
        fresh.mark = sealed.mark
        state.replace(fresh)
        return fresh
    }

    /// The file as it is now, its header checked. Blocks.
    func sealed() throws(KeychainError) -> SealedVault {
        guard let bytes = try file.read() else { throw .noVault(at: path) }
        return try inKeychainTerms { () throws(FormatTrouble) in
            SealedVault(bytes: bytes, header: try SealedHeader(ofFile: bytes, kind: .vault))
        }
    }

    /// Opens the file. Throws `locked` for a wrong passphrase, and for nothing else.
    @discardableResult
    func open(with passphrase: SharedSecret) async throws(KeychainError) -> OpenVault {
        let closings = state.closings
        let sealed = try await onDisk { () throws(KeychainError) in try self.sealed() }
        let open = try await keyMaker.guess { () throws(KeychainError) in
            try self.inKeychainTerms { () throws(FormatTrouble) in
                let content = try sealed.opened(with: try sealed.keys(of: passphrase))
                let isWeak = sealed.header.cost.isWeaker(than: self.cost)
                return OpenVault(
                    content: content, mark: sealed.mark,
                    stronger: isWeak ? try SealingKeys.new(passphrase: passphrase, cost: self.cost) : nil)
            }
        }
        await keep(open, openedAfter: closings)
        return open
    }

    func keep(_ open: OpenVault, openedAfter closings: UInt64) async {
        guard state.keep(open, openedAfter: closings) else { return }
        tell(.everything)
        await watchFolder()
        sweep()
    }

    private func ask() async throws(KeychainError) -> OpenVault {
        if let (passphrase, source) = try await credential() {
            do throws(KeychainError) {
                return try await open(with: passphrase)
            } catch {
                guard error.code == .locked else { throw error }
                throw .locked(path, because: "the passphrase in \(source) is another one")
            }
        }
        guard let caller = Caller.current else {
            throw .locked(path, because: "there is nobody to ask for its passphrase")
        }
        var complaint: String?
        for _ in 1...VaultKeychain.tries {
            let question = PassphraseQuestion(.opening, path: path, complaint: complaint)
            let passphrase = try await answer(to: question, of: caller)
            do throws(KeychainError) {
                return try await open(with: passphrase)
            } catch {
                guard error.code == .locked else { throw error }
                complaint = "That was another passphrase."
            }
        }
        throw .locked(path, because: "\(VaultKeychain.tries) passphrases were wrong")
    }

    private func answer(
        to question: PassphraseQuestion, of caller: Caller
    ) async throws(KeychainError) -> SharedSecret {
        do throws(PassphraseRefusal) {
            return try await asking.passphrase(question, of: caller)
        } catch {
            switch error {
            case .dismissed: throw KeychainError(.cancelled, "the question for the passphrase of \(path) was dismissed")
            case .notAsked(let reason):
                throw .locked(
                    path, because: "the program that wants it open leads to nobody who could be asked: \(reason)")
            }
        }
    }

    /// What systemd gave the agent's unit (systemd.exec, "Credentials"), and where it stands; `nil` where there is nothing.
    private func credential() async throws(KeychainError) -> (SharedSecret, source: String)? {
        guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") else { return nil }
        let path = "\(folder)/acctstore-passphrase"
        let passphrase = try await onDisk { () throws(KeychainError) -> SharedSecret? in
            // SAFETY: the path is a C string for the length of the call.
            let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            if file < 0 && errno == ENOENT { return nil }
            defer { if file >= 0 { close(file) } }
            // A pipe or a socket gives what somebody else writes, and waits for it.
            guard file >= 0, VaultKeychain.isRegular(file) else {
                throw KeychainError(.file, "\(path) is no file that can be read", nextStep: "acctstore unlock")
            }
            do throws(SecretReadError) {
                return SharedSecret(try SecretReader(limit: PassphraseQuestion.longestAnswer).readAll(from: file))
            } catch {
                throw KeychainError(.file, "\(path) gives no passphrase", nextStep: "acctstore unlock")
            }
        }
        return passphrase.map { ($0, path) }
    }

    private static func isRegular(_ file: Int32) -> Bool {
        var status = stat()
        // SAFETY: the kernel fills the one structure that it is given.
        return unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
