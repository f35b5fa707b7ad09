package import AccountModel
package import AccountStore
import FoundationEssentials
import Synchronization

/// The built-in services, and over them those that the person describes: `services/NAME.conf`, and
/// `services/NAME/HOST.conf` for one host of software that runs on many.
package struct FileServices: ServiceDirectory {
    let folder: String
    private let shipped: ShippedServices
    private let builtIn = BuiltInServices()
    private let kept = KeptDescriptions()

    /// - Parameters:
    ///   - folder: of the person's descriptions; it need not be there.
    ///   - shipped: the folders of those that came along, the first that has one of a name being the one that counts.
    package init(folder: String, shipped: [String] = []) {
        self.folder = folder
        self.shipped = ShippedServices(folders: shipped, own: folder)
    }

    package func description(of service: Service) throws(BrokerError) -> ServiceDescription? {
        let path = path(of: service)
        // Taken before the file is read, as that of the configuration.
        let stamp = FileStamp(path)
        if let stamp, let kept = kept.description(of: path, stamp) { return kept }
        guard let settings = try Settings.read(path) else { return try builtIn.description(of: service) }
        let known = try builtIn(service, settings)
        let description = try ServiceDescription(settings, of: service, over: known)
        if let stamp { kept.keep(description, of: path, stamp) }
        return description
    }

    /// What is built in, below the address that the file gives.
    func builtIn(_ service: Service, _ settings: Settings) throws(BrokerError) -> ServiceDescription? {
        guard let base = try settings.base("base", in: "service") else { return try builtIn.description(of: service) }
        guard service.host != nil, let family = ServiceFamily(of: service) else {
            let families = ServiceFamily.allCases.map { "\($0.rawValue)/HOST" }.joined(separator: ", ")
            throw settings.error("base", in: "service", "only \(families) have their addresses below one")
        }
        return family.description(of: service, at: base)
    }

    package func file(for service: Service) -> String? { path(of: service) }

    package func offers() -> [ServiceOffer] { shipped.offers() }

    private func path(of service: Service) -> String { "\(folder)/\(service)\(DescriptionFile.ending)" }

    package func services() throws(BrokerError) -> [Service] {
        var all = Set(try builtIn.services())
        for file in files() {
            guard let service = file.service else { throw file.misnamed }
            all.insert(service)
        }
        return all.sorted { $0.description < $1.description }
    }

    /// A file with a description of the person's own.
    struct File: Sendable {
        let path: String
        /// That of the file, and of its folder where it is for one host.
        let name: String

        /// `nil` where the name is none of a service as it is kept.
        var service: Service? { Service(name).flatMap { $0.description == name ? $0 : nil } }

        var misnamed: BrokerError {
            BrokerError(
                .notConfigured, "\(path): '\(name)' is no name of a service as it is kept",
                nextStep: Service(name).map { "Call the file \($0)\(DescriptionFile.ending)." }
                    ?? "Call the file by lower-case letters, digits, '-', '_' and '.', such as local.conf.")
        }
    }

    func files() -> [File] {
        let hosts = DescriptionFile.entries(of: folder).filter { Service($0)?.description == $0 }.flatMap { software in
            // What is no folder has no entries.
            DescriptionFile.names(in: "\(folder)/\(software)").map { "\(software)/\($0)" }
        }
        return (DescriptionFile.names(in: folder) + hosts).map { name in
            File(path: "\(folder)/\(name)\(DescriptionFile.ending)", name: name)
        }
    }
}

/// How descriptions lie in folders.
enum DescriptionFile {
    static let ending = ".conf"

    /// The names that descriptions in a folder have, without their ending. A folder that is not there, or cannot be
    /// listed, has none.
    static func names(in folder: String) -> [String] {
        entries(of: folder).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    }

    /// What is in a folder and not hidden, by name.
    static func entries(of folder: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.filter { !$0.hasPrefix(".") }.sorted()
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
