import AccountModel

extension Provenance {
    /// More processes than any honest chain has.
    private static let most = 32

    /// The chain from a process upwards.
    ///
    /// - Parameters:
    ///   - seen: the first processes of it, which were looked at for the name.
    ///   - frontEnds: `acctstore` itself, which is no step: the chain begins with what called it.
    init(
        from seen: [ProcessFacts], in processes: any ProcessTable, frontEnds: Set<FileIdentity> = []
    ) throws(NamingRefusal) {
        var steps: [String] = []
        for (place, process) in seen.enumerated() {
            let parent = place + 1 < seen.count ? seen[place + 1].image : nil
            // A shell's `( … )` is no step of its own.
            if let image = process.image, let parent, image.isFork(of: parent) { continue }
            let isFrontEnd = process.image.map { frontEnds.contains($0.executable.identity) } ?? false
            if isFrontEnd && steps.isEmpty { continue }
            steps.append(process.comm)
        }
        var above = seen.last?.parent ?? 0
        while steps.count < Provenance.most, above > 0, let step = try processes.step(of: above) {
            steps.append(step.comm)
            above = step.parent
        }
        self.init(steps)
    }
}
