public import AccountModel

extension StoreBroker {
    public func overview(
        _ selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> StoreOverview {
        try personsCommands.refuseSandbox()
        let glance = await parts.keychain.glance(at: [.account, .settings, .app, .grant])
        let look = RecordLook(glance.records)
        let desk = desk.knowing(look)
        var overview = StoreOverview(keychain: glance.status)
        overview.accounts = try await desk.visible(look.accounts.accounts.map(\.account))
        if isPerson, glance.showsRecords { overview.apps = glance.appNames }
        if isPerson {
            overview.log = await parts.log.status()
            overview.conflicts = look.conflicts(among: glance.records)
        }
        do throws(BrokerError) {
            overview.defaultService = try parts.settings().defaultService
            if let trouble = glance.trouble, !glance.showsRecords { throw BrokerError(trouble) }
            let account = try await pick(selector, of: service, in: look).account
            overview.acting = account
            overview.reason = selector != nil ? .named : account.isDefault ? .preset : .only
            try await desk.check(.read, .account(account))
            if let trouble = glance.trouble { throw BrokerError(trouble) }
            if account.state == .needsLogin { throw .needsLogIn(account) }
        } catch {
            overview.trouble = error
        }
        return overview
    }

    public func findings() async throws(BrokerError) -> [Finding] {
        try personsCommands.refuseSandbox()
        return await parts.surroundings()
    }

    public func names() async -> KnownNames {
        guard !caller.program.isSandboxed else { return KnownNames() }
        var names = KnownNames(
            services: (try? parts.services.services()) ?? [],
            otherServices: ServiceFamily.allCases.compactMap { Service($0.rawValue) }
                + parts.services.offers().map(\.service))
        guard let glance = await parts.glance(at: [.account, .settings, .app, .grant], within: .seconds(1)) else {
            return names
        }
        let look = RecordLook(glance.records)
        names.accounts = (try? await desk.knowing(look).visible(look.accounts.accounts.map(\.account))) ?? []
        names.services = Set(names.services + names.accounts.map(\.service)).sorted { $0.description < $1.description }
        if isPerson {
            names.apps = glance.appNames
            names.programs = Set(look.grants.map(\.grant.program)).sorted { $0.description < $1.description }
        }
        return names
    }

    private var isPerson: Bool { caller.program == .terminal }
}

extension StoreParts {
    /// What the keychain shows without being opened; `nil` where it takes longer to say so.
    fileprivate func glance(at schemas: Set<RecordSchema>, within limit: Duration) async -> KeychainGlance? {
        let (answers, answer) = AsyncStream<KeychainGlance?>.makeStream()
        let looking = Task { answer.yield(await keychain.glance(at: schemas)) }
        let waiting = Task {
            try? await Task.sleep(for: limit)
            answer.yield(nil)
        }
        defer {
            looking.cancel()
            waiting.cancel()
        }
        for await first in answers { return first }
        return nil
    }
}

extension KeychainGlance {
    /// Whether what is not secret can be seen.
    var showsRecords: Bool { [.open, .locked].contains(status.state) }

    var appNames: [AppName] {
        records.filter { $0.record.schema == .app }.compactMap(StoredApp.init)
            .map { AppName(service: $0.service, name: $0.name) }
            .sorted { ($0.service.description, $0.name) < ($1.service.description, $1.name) }
    }
}
