package import AccountModel
package import AccountStore
import FoundationEssentials
import Synchronization

/// The built-in services, and over them those that the person describes: `services/NAME.conf`.
package struct FileServices: ServiceDirectory {
    private static let ending = ".conf"

    private let folder: String
    private let builtIn: any ServiceDirectory
    private let kept = KeptDescriptions()

    /// - Parameter folder: of the descriptions; it need not be there.
    package init(folder: String, builtIn: some ServiceDirectory = BuiltInServices()) {
        self.folder = folder
        self.builtIn = builtIn
    }

    package func description(of service: Service) throws(BrokerError) -> ServiceDescription? {
        let known = try builtIn.description(of: service)
        let path = path(of: service)
        guard service.host == nil else { return known }
        // Taken before the file is read, as that of the configuration.
        let stamp = FileStamp(path)
        if let stamp, let kept = kept.description(of: path, stamp) { return kept }
        guard let settings = try Settings.read(path) else { return known }
        let description = try ServiceDescription(settings, of: service, over: known)
        if let stamp { kept.keep(description, of: path, stamp) }
        return description
    }

    package func file(for service: Service) -> String? {
        service.host == nil ? path(of: service) : nil
    }

    private func path(of service: Service) -> String { "\(folder)/\(service)\(FileServices.ending)" }

    package func services() throws(BrokerError) -> [Service] {
        var all = Set(try builtIn.services())
        // A folder that is not there, or cannot be listed, describes nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in names.sorted() where file.hasSuffix(FileServices.ending) && !file.hasPrefix(".") {
            let name = String(file.dropLast(FileServices.ending.count))
            guard let service = Service(name), service.description == name else {
                throw BrokerError(
                    .notConfigured, "\(folder)/\(file): '\(name)' is no name of a service",
                    nextStep: "Call the file by lower-case letters, digits, '-', '_' and '.', such as local.conf.")
            }
            all.insert(service)
        }
        return all.sorted { $0.description < $1.description }
    }
}

/// What the files said that have not changed since.
private final class KeptDescriptions: Sendable {
    private let state = Mutex<[String: (stamp: FileStamp, description: ServiceDescription)]>([:])

    func description(of path: String, _ stamp: FileStamp) -> ServiceDescription? {
        state.withLock { kept in kept[path].flatMap { $0.stamp == stamp ? $0.description : nil } }
    }

    func keep(_ description: ServiceDescription, of path: String, _ stamp: FileStamp) {
        state.withLock { $0[path] = (stamp, description) }
    }
}
