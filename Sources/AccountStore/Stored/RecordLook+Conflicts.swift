import AccountModel

extension RecordLook {
    /// Records of which there should be one. In words that others may read: accounts by their numbers.
    ///
    /// - Parameter records: those that were looked at, the apps among them.
    func conflicts(among records: [StoredRecord]) -> [BrokerError] {
        let apps = Dictionary(grouping: records.filter { $0.record.schema == .app }.compactMap(StoredApp.init)) {
            AppName(service: $0.service, name: $0.name)
        }
        let doubleApps = apps.values.filter { $0.count > 1 }.map { apps in
            KeptTwice("the app “\(OneLine.visible(apps[0].name))”", apps.map(\.stored)).conflict
        }
        return accounts.conflicts + doubleApps.sorted { $0.message < $1.message }
            + [settings.double?.conflict].compactMap(\.self)
    }
}
