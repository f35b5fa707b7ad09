package import AccountModel
import Synchronization

/// The configuration as it stands at each request: the file is read again when it was changed.
package final class ConfigurationSource: Sendable {
    private let path: String
    private let known = Mutex<Known?>(nil)

    private struct Known: Sendable {
        var stamp: FileStamp
        var configuration: AgentConfiguration
    }

    /// - Parameter path: of `acctstore.conf`, which need not be there.
    package init(path: String) {
        self.path = path
    }

    /// - Throws: `notConfigured` for as long as the file cannot be understood: what held before is not used on.
    package func current() throws(BrokerError) -> AgentConfiguration {
        // Taken before the file is read: a change in between is seen at the next request. Without one there may be no file, or
        // one that cannot be read any more, which only reading it can tell.
        let stamp = FileStamp(path)
        if let stamp, let known = known.withLock({ $0 }), known.stamp == stamp { return known.configuration }
        let settings = try Settings.read(path)
        let configuration = if let settings { try AgentConfiguration(settings) } else { AgentConfiguration() }
        known.withLock { $0 = stamp.map { Known(stamp: $0, configuration: configuration) } }
        return configuration
    }
}
