internal import AccountModel
internal import GLibBridge

extension StoreOverview {
    /// Without accounts and apps, which are lists of their own.
    var fields: [String: Variant] {
        var fields = keychain.fields
        fields["knows_apps"] = .boolean(apps != nil)
        fields["default_service"] = defaultService.map { .string($0.description) }
        fields["acting"] = acting.map { .dictionary($0.fields) }
        fields["reason"] = reason.map { .string($0.rawValue) }
        fields["log"] = log.map { .dictionary($0.fields) }
        fields["conflicts"] = conflicts.isEmpty ? nil : .strings(conflicts.map(\.dbusMessage))
        fields["error"] = trouble.map { .string($0.dbusName) }
        fields["error_message"] = trouble.map { .string($0.dbusMessage) }
        return fields
    }

    init(from fields: Fields, accounts: [Account], apps: [AppName]) throws(MalformedMessage) {
        let keychain = try KeychainStatus(from: fields)
        let acting = try fields.fields("acting").map { value throws(MalformedMessage) in try Account(from: value) }
        let message = try fields.string("error_message") ?? ""
        self.init(
            keychain: keychain, accounts: accounts, acting: acting,
            reason: try fields.word("reason", "a reason", StoreOverview.Reason.init),
            trouble: try fields.word("error", "an error") { BrokerError(dbusName: $0, dbusMessage: message) },
            apps: try fields.boolean("knows_apps") == true ? apps : nil,
            defaultService: try fields.word("default_service", "a service", Service.init),
            log: try fields.fields("log").map { value throws(MalformedMessage) in try AccessLogStatus(from: value) },
            conflicts: try fields.strings("conflicts")?.compactMap {
                BrokerError(dbusName: BrokerError(.notConfigured, "").dbusName, dbusMessage: $0)
            } ?? [])
    }
}

extension AccessLogStatus {
    fileprivate var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "on": .boolean(isOn), "missing": .uint32(UInt32(clamping: missing)),
            "waiting": .uint32(UInt32(clamping: waiting)),
        ]
        fields["path"] = path.map { .string($0) }
        fields["trouble"] = trouble.map { .string($0) }
        return fields
    }

    fileprivate init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            path: try fields.string("path"), isOn: try fields.required("on", fields.boolean),
            trouble: try fields.string("trouble"), missing: try fields.required("missing", fields.number),
            waiting: try fields.number("waiting") ?? 0)
    }
}

extension MessageWriter {
    mutating func add(_ accounts: [Account]) {
        add(.array(of: "a{sv}", accounts.map { .dictionary($0.fields) }))
    }

    mutating func add(_ apps: [AppName]) {
        add(.pairs(apps.map { ($0.service.description, $0.name) }))
    }
}

extension MessageReader {
    mutating func accounts() throws(MalformedMessage) -> [Account] {
        try listOfFields().map { value throws(MalformedMessage) in try Account(from: value) }
    }

    mutating func apps() throws(MalformedMessage) -> [AppName] {
        try pairs().map { service, name throws(MalformedMessage) in
            guard let service = Service(service) else { throw MalformedMessage("'\(service)' is not a service") }
            return AppName(service: service, name: name)
        }
    }
}
