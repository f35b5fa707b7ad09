import AccountModel
import SystemCalls

/// Copies what is no secret from one descriptor to another.
enum DescriptorCopy {
    /// - Parameter name: what is written to, for messages.
    static func copy(
        from source: Descriptor, to sink: any ByteSink, _ name: String
    ) throws(BrokerError) {
        let reader = DescriptorSource(descriptor: source.rawValue, name: "the bundle")
        while true {
            let chunk = try reader.read()
            if chunk.isEmpty { return }
            do throws(SinkError) {
                try sink.write(chunk)
            } catch {
                let words =
                    if case .system(let number) = error { SystemError.words(number) } else { "its reader has gone" }
                throw BrokerError(.fileError, "\(OneLine.visible(name, length: 4096)) cannot be written: \(words)")
            }
        }
    }
}
