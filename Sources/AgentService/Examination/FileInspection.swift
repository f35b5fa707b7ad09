internal import AccountModel
internal import GLibBridge

/// Finds all that is wrong with a configuration file, where reading it for use ends at the first trouble. No value of the
/// file, and no name that is not known, is in the words for it.
struct FileInspection {
    let path: String
    let schema: SettingsSchema
    /// What stands for a key while what follows it is looked at; of others the key is taken out.
    var standIns: [FaultPlaces.Place: String] = [:]
    /// Reads the file for use.
    let read: (Settings) throws(BrokerError) -> Void

    /// In the order in which they are met, each with the command that opens the file, or lets it be read; `nil` where there
    /// is none.
    func faults() -> [BrokerError]? {
        do throws(KeyFileError) {
            guard let inspection = try KeyFile.inspect(path: path) else { return nil }
            let faults = inspection.troubles.map { BrokerError($0) } + (inspection.file.map(faults) ?? [])
            return faults.map { $0.withEditing(path) }
        } catch {
            let error = BrokerError(error)
            return [error.nextStep == nil ? error.withEditing(path) : error]
        }
    }

    private func faults(of file: KeyFile) -> [BrokerError] {
        let places = FaultPlaces()
        var faults = Settings(file, noting: places).unknownNames(against: schema)
        var file = file.keeping(schema)
        var met: Set<FaultPlaces.Place> = []
        while true {
            do throws(BrokerError) {
                try read(Settings(file, noting: places))
                return faults
            } catch {
                // What was put in its place did not help, so that nothing behind it can be looked at.
                guard let place = places.last, met.insert(place).inserted else { return faults }
                faults.append(error)
                file = file.replacing(place.key, in: place.group, with: standIns[place])
            }
        }
    }
}

extension BrokerError {
    /// With the command that opens the file.
    fileprivate func withEditing(_ path: String) -> BrokerError {
        let edit = "${EDITOR:-vi} \(ShellWord.quoted(path))"
        return BrokerError(code, message, nextStep: nextStep.map { "\($0)\n\(edit)" } ?? edit)
    }
}
