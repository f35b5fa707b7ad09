/// Lets one question at a time stand on a terminal: two at once would share one answer.
actor TerminalTurns {
    /// By the terminal's device number; an entry while a question stands there.
    private var waiting: [UInt32: [CheckedContinuation<Void, Never>]] = [:]

    func begin(on terminal: UInt32) async {
        guard waiting[terminal] != nil else {
            waiting[terminal] = []
            return
        }
        await withCheckedContinuation { waiting[terminal]?.append($0) }
    }

    func end(on terminal: UInt32) {
        guard var queue = waiting[terminal], !queue.isEmpty else {
            waiting[terminal] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[terminal] = queue
        next.resume()
    }
}
