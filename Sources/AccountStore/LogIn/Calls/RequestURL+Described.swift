import AccountModel
import OAuth

extension RequestURL {
    /// An address out of a service's description.
    ///
    /// Throws `notConfigured` for what is none, and says whose description to correct.
    init(described address: String, of service: Service) throws(BrokerError) {
        do throws(RequestURLError) {
            self = try RequestURL(address)
        } catch {
            throw BrokerError(
                .notConfigured, "the address \(OneLine.visible(address)) of \(service) \(error)",
                nextStep: "correct the description of \(service)")
        }
    }
}
