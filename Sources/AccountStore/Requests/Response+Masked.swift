import AccountModel
import SecretBytes
import Synchronization

extension Response {
    /// The answer without what was sent to get it: services repeat that, token and all, and a program that finds such a
    /// place would have a token by it. Its body is masked while it arrives.
    func masked(_ secrets: [SharedSecret]) -> Response {
        if secrets.isEmpty { return self }
        var response = self
        response.headers = headers.map { header in
            let value = Array(header.value.utf8)
            let masked = SecretMask.masking(secrets, in: value)
            return masked == value ? header : HeaderField(header.name, String(decoding: masked, as: UTF8.self))
        }
        response.body = body.masked(secrets)
        return response
    }
}

extension Body {
    fileprivate func masked(_ secrets: [SharedSecret]) -> Body {
        let mask = Mutex<SecretMask?>(SecretMask(secrets))
        return Body { () async throws(BrokerError) in
            while mask.withLock({ $0 != nil }) {
                guard let part = try await next() else {
                    return mask.withLock { mask in
                        defer { mask = nil }
                        return mask?.end().nilIfEmpty
                    }
                }
                if let shown = mask.withLock({ $0?.next(part).nilIfEmpty }) { return shown }
            }
            return nil
        }
    }
}

extension [UInt8] {
    fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}
