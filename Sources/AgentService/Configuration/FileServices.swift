package import AccountModel
package import AccountStore
import FoundationEssentials

/// The built-in services, and over them those that the person describes: `services/NAME.conf`.
package struct FileServices: ServiceDirectory {
    private static let ending = ".conf"

    private let folder: String
    private let builtIn: any ServiceDirectory

    /// - Parameter folder: of the descriptions; it need not be there.
    package init(folder: String, builtIn: some ServiceDirectory = BuiltInServices()) {
        self.folder = folder
        self.builtIn = builtIn
    }

    package func description(of service: Service) throws(BrokerError) -> ServiceDescription? {
        let known = try builtIn.description(of: service)
        guard service.host == nil,
            let settings = try Settings.read(path(of: service))
        else { return known }
        return try ServiceDescription(settings, of: service, over: known)
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
