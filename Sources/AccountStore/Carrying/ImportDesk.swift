import AccountModel
import Glibc
import SecretBytes

/// Leads an import from the file to the stored accounts: what is in it is told first, and stored one by one when the person
/// has said yes.
struct ImportDesk: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// The longest file of another program, in bytes.
    static let longestText = 1 << 20

    func begin(_ request: ImportRequest) async throws(BrokerError) -> ImportStep {
        let personsCommands = PersonsCommands(parts: parts, caller: caller)
        try personsCommands.refuseSandbox()
        let carried = try parts.carrying()
        if let app = request.app { try AppBook.checkName(app) }
        if let service = request.service { _ = try parts.describe(service) }
        try await personsCommands.require("import accounts from \(OneLine.visible(request.name, length: 4096))")
        if try await parts.isVaultUnmade() { return try await look(request, carried) }
        // Opened before anything is read, and not closed for want of use until that is done: what was piped is there for one
        // try alone, and may take its time.
        return try await parts.keychain.keptOpen { () async throws(BrokerError) in try await look(request, carried) }
    }

    private func look(_ request: ImportRequest, _ carried: CarriedFiles) async throws(BrokerError) -> ImportStep {
        switch request.source {
        case .bundle: return try await begin(request, carried)
        case .tool(let tool):
            let text = try await read(request, limit: ImportDesk.longestText)
            let contents = try contents(of: text, by: tool, request, carried)
            if let app = request.app, !contents.accounts.contains(where: { $0.app == nil }) {
                throw BrokerError(
                    .invalidArgument,
                    "\(tool.rawValue) says itself which app each account has: \(app) is for none of them",
                    nextStep: "Leave --app away.")
            }
            let kept = try await KeptThings(of: parts)
            let work = ForeignPlan(parts: parts, tool: tool, request: request, kept: kept).work(of: contents)
            let items = try await ImportStandings(parts: parts, kept: kept).items(of: work)
            return .listed(try list(items, work, contents.remarks, request))
        }
    }

    private func begin(
        _ request: ImportRequest, _ carried: CarriedFiles
    ) async throws(BrokerError) -> ImportStep {
        let sealed = try await read(request, limit: CarriedFiles.longestBundle)
        let name = OneLine.visible(request.name, length: 4096)
        do throws(KeychainError) {
            try carried.bundles.check(sealed, name: name)
        } catch {
            throw MistakenFile(request, carried).error(sealed) ?? BrokerError(error)
        }
        let handle = ImportHandle(rawValue: parts.clock.uuid())
        let pending = PendingImport(name: name, command: request.command, stage: .locked(sealed))
        try parts.imports.add(pending, as: handle, of: caller.origin)
        return .locked(handle)
    }

    /// Opens a bundle. After a wrong passphrase it can be tried again.
    func open(
        _ handle: ImportHandle, _ passphrase: PassphraseHandle?
    ) async throws(BrokerError) -> ImportListing {
        let pending = try pending(handle)
        guard case .locked(let sealed) = pending.stage else { throw ImportDesk.unexpected }
        let bundles = try parts.carrying().bundles
        let given = try await BundlePassphrase(parts: parts, caller: caller).known(passphrase, of: pending.name)
        let opened = try await apart { () throws(KeychainError) in
            do throws(KeychainError) {
                return try bundles.open(sealed, passphrase: given, name: pending.name)
            } catch {
                guard error.code == .locked else { throw error }
                throw KeychainError(.locked, error.message, nextStep: pending.command)
            }
        }
        let contents = BundleContents(opened)
        let kept = try await KeptThings(of: parts)
        let items = try await ImportStandings(parts: parts, kept: kept).items(of: contents.work)
        parts.imports.update(handle, of: caller.origin) { $0.stage = .listed(contents.work.map(\.0)) }
        return ImportListing(handle: handle, items: items, remarks: contents.remarks)
    }

    private func list(
        _ items: [ImportItem], _ work: [(ImportWork, ImportItem)], _ remarks: [ImportRemark], _ request: ImportRequest
    ) throws(BrokerError) -> ImportListing {
        let handle = ImportHandle(rawValue: parts.clock.uuid())
        let pending = PendingImport(name: request.name, command: request.command, stage: .listed(work.map(\.0)))
        try parts.imports.add(pending, as: handle, of: caller.origin)
        return ImportListing(handle: handle, items: items, remarks: remarks)
    }

    /// Stores one thing.
    func store(
        _ handle: ImportHandle, item: Int, replacing: Bool
    ) async throws(BrokerError) -> ImportOutcome {
        let pending = try pending(handle)
        guard case .listed(let work) = pending.stage, work.indices.contains(item) else { throw ImportDesk.unexpected }
        let storing = ImportStoring(parts: parts, command: pending.command, mayReplace: replacing)
        let done: ImportStoring.Done =
            switch work[item] {
            case .app(let name, let service, let credential): try await storing.app(name, service, credential)
            case .tokens(let tokens): try await storing.tokens(tokens)
            case .account(let account, let identity, let credential):
                try await storing.account(account, identity, credential)
            case .grant(let grant): try await storing.grant(grant, pending.accounts)
            }
        parts.imports.update(handle, of: caller.origin) { pending in
            if let stored = done.stored { pending.note(stored, of: done.outcome) }
            if case .account(let older, _, _) = work[item], let account = done.outcome.account {
                pending.accounts[older.id] = account.id
            }
        }
        return done.outcome
    }

    /// Reads back what was stored, and what was kept already, and compares; the number of things that were stored. The import
    /// is over then, but where the keychain has closed: it can be opened, and this be asked again.
    func end(_ handle: ImportHandle) async throws(BrokerError) -> Int {
        let pending = try pending(handle)
        do throws(BrokerError) {
            try await ImportCheck(parts: parts).run(pending.stored + pending.unchanged)
        } catch {
            if !error.isOfClosedKeychain { parts.imports.forget(handle, of: caller.origin) }
            throw error
        }
        parts.imports.forget(handle, of: caller.origin)
        return pending.stored.count
    }

    private func pending(_ handle: ImportHandle) throws(BrokerError) -> PendingImport {
        try parts.imports.pending(handle, of: caller.origin)
    }

    private static let unexpected = BrokerError(.invalidArgument, "this import waits for another kind of answer")
}

/// The file.
extension ImportDesk {
    private func read(_ request: ImportRequest, limit: Int) async throws(BrokerError) -> SharedSecret {
        let name = OneLine.visible(request.name, length: 4096)
        var facts = stat()
        // SAFETY: fstat fills the one structure that it is given.
        if unsafe fstat(request.file.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == 0 {
            throw BrokerError(.inputRefused, "\(name) is empty")
        }
        return try await SecretInput(descriptor: request.file, caller: caller, what: name, limit: limit).bytes()
    }

    private func contents(
        of text: SharedSecret, by tool: ForeignTool, _ request: ImportRequest, _ carried: CarriedFiles
    ) throws(BrokerError) -> ForeignContents {
        do throws(ForeignFileError) {
            return try carried.foreign.contents(of: text, by: tool)
        } catch {
            if let mistaken = MistakenFile(request, carried).error(text) { throw mistaken }
            let place = error.line.map { ", line \($0)" } ?? ""
            throw BrokerError(
                .inputRefused,
                "\(OneLine.visible(request.name, length: 4096))\(place): \(error.message); nothing was stored")
        }
    }
}

extension ImportOutcome {
    /// The account that it is now.
    fileprivate var account: Account? {
        switch self {
        case .stored(let account, _): account
        case .unchanged(let account): account
        case .kept, .wouldReplace: nil
        }
    }
}
