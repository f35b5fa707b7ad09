import AccountModel
import AccountStore

/// Descriptions that were installed along with acctstore. A person chooses one by a link in the folder of their own.
///
/// A link, and no copy: what an update corrects then holds, and removing the link turns the service off again.
struct ShippedServices: Sendable {
    let folders: [String]
    /// The folder of the person's own descriptions.
    let own: String

    /// Those that the person has no description of.
    func offers() -> [ServiceOffer] {
        var offers: [ServiceOffer] = []
        for folder in folders {
            for name in DescriptionFile.names(in: folder) {
                guard let service = Service(name), service.description == name, service.host == nil,
                    !offers.contains(where: { $0.service == service }),
                    FileStamp("\(own)/\(name)\(DescriptionFile.ending)") == nil
                else { continue }
                offers.append(offer(service, "\(folder)/\(name)\(DescriptionFile.ending)"))
            }
        }
        return offers.sorted { $0.service.description < $1.service.description }
    }

    private func offer(_ service: Service, _ file: String) -> ServiceOffer {
        ServiceOffer(
            service: service, file: file,
            choice:
                "mkdir -p -m 700 \(ShellWord.quoted(own)) && ln -sf \(ShellWord.quoted(file)) \(ShellWord.quoted(own + "/"))",
            description: description(service, file))
    }

    private func description(_ service: Service, _ file: String) -> Result<ServiceDescription, BrokerError> {
        do throws(BrokerError) {
            guard let settings = try Settings.read(file) else {
                throw BrokerError(.notConfigured, "\(file) is gone")
            }
            return .success(try ServiceDescription(settings, of: service, over: nil))
        } catch {
            return .failure(error)
        }
    }
}
