import AccountModel

/// Leads the person through an import, from what is in the file to what becomes of it.
struct Import {
    let source: ImportSource
    let file: ForeignFile
    let listing: ImportListing
    let broker: any Broker
    let context: CommandContext

    func run(isDry: Bool, mayStore: Bool, mayReplace: Bool, mayWipe: Bool) async throws {
        show()
        guard !listing.items.isEmpty else { return try await endEmpty(mayWipe: mayWipe) }
        if isDry {
            _ = try await broker.endImport(listing.handle)
            context.messages.note("nothing was stored")
            return
        }
        try await confirm(mayStore)
        let trouble = try await store(mayReplace: mayReplace)
        let count = try await broker.endImport(listing.handle)
        if count > 0 {
            context.messages.note("\(count) \(count == 1 ? "thing" : "things") stored and read back")
        } else if trouble == nil {
            context.messages.note("nothing new was stored: all of it was kept already, and was read back")
        }
        if let trouble {
            tellThatFileStays(mayWipe: mayWipe)
            throw trouble
        }
        try await settleFile(mayWipe: mayWipe, mayAsk: !mayStore)
    }

    private var name: String { OneLine.visible(file.name, length: 4096) }

    private func show() {
        guard !listing.lines.isEmpty else { return }
        context.messages.instruction("\(name) holds:")
        for line in listing.lines { context.messages.instruction(OneLine.visible(line, length: 2000)) }
    }

    private func endEmpty(mayWipe: Bool) async throws {
        _ = try await broker.endImport(listing.handle)
        guard listing.isWhole else {
            throw BrokerError(.inputRefused, "nothing in \(name) can be taken over; nothing was stored")
        }
        context.messages.note("there is nothing in \(name) to take over")
        // It may be another file than the one that was meant.
        if mayWipe { throw unwiped("nothing in it was taken over") }
    }

    private func confirm(_ mayStore: Bool) async throws(BrokerError) {
        if mayStore { return }
        try await ask(
            "Store these?", refused: "nothing was stored",
            unasked: BrokerError(
                .invalidArgument, "nobody can be asked whether to store these; nothing was stored",
                nextStep: "add --yes to the command"))
    }

    private func ask(_ question: String, refused: String, unasked: BrokerError) async throws(BrokerError) {
        guard context.canAsk else { throw unasked }
        guard await Confirmation.ask(question, on: context.terminal) else { throw BrokerError(.cancelled, refused) }
    }

    // MARK: One by one

    /// Stores what can be stored; the first trouble, where there was any. All are told.
    private func store(mayReplace: Bool) async throws -> BrokerError? {
        var first: BrokerError?
        for (place, item) in listing.items.enumerated() {
            do throws(BrokerError) {
                let number = try await store(item, at: place, mayReplace: mayReplace)
                if let number { try write(number) }
            } catch {
                // The first one is told at the end, as the reason for the status.
                if first == nil { first = error } else { context.messages.error(error) }
            }
        }
        return first
    }

    private func write(_ number: Int) throws(BrokerError) {
        do throws(SinkError) {
            try context.output.write(lines: [String(number)])
        } catch {
            throw BrokerError(.fileError, "the number \(number) could not be written to standard output")
        }
    }

    /// The number of an account.
    private func store(_ item: ImportItem, at place: Int, mayReplace: Bool) async throws(BrokerError) -> Int? {
        var outcome = try await broker.storeImported(listing.handle, item: place, replacing: mayReplace)
        if case .wouldReplace(let words) = outcome {
            try await confirmReplacement(of: item, OneLine.visible(words, length: 500))
            outcome = try await broker.storeImported(listing.handle, item: place, replacing: true)
        }
        switch outcome {
        case .kept:
            context.messages.note("kept \(item.name)")
            return nil
        case .unchanged(let account):
            context.messages.note("\(account?.shownLabel ?? item.name) was kept already")
            return account?.number
        case .stored(let account, let warning):
            context.messages.note("stored \(account.shownLabel)")
            if let warning { context.messages.warning("\(account.shownLabel): \(warning)") }
            return account.number
        case .wouldReplace(let words):
            throw BrokerError(.failed, "\(OneLine.visible(words, length: 500)) could not be replaced")
        }
    }

    private func confirmReplacement(of item: ImportItem, _ words: String) async throws(BrokerError) {
        try await ask(
            "\(words) is kept already. Replace it?", refused: "\(words) was left as it is",
            unasked: BrokerError(
                .invalidArgument, "\(words) is kept already, and nobody can be asked whether to replace it",
                nextStep: "add --replace to the command"))
    }

    // MARK: The file

    /// Wipes it where the person says so, and tells what becomes of it otherwise. Of a file that was not taken as a whole
    /// nothing is lost.
    ///
    /// Throws `fileError` where `--wipe` was given and the file stays: its secrets are still there.
    private func settleFile(mayWipe: Bool, mayAsk: Bool) async throws(BrokerError) {
        // A bundle is sealed, and whoever has made it may want it again.
        guard source != .bundle || mayWipe else { return }
        guard listing.isWhole else {
            if mayWipe { throw unwiped("not all of it was taken over: \(listing.losses)") }
            return tellThatFileStays(mayWipe: mayWipe)
        }
        if let hindrance = file.hindrance {
            if mayWipe { throw unwiped(hindrance) }
            return context.messages.note("\(name) was not wiped: \(hindrance)")
        }
        guard mayWipe ? true : await askToWipe(mayAsk) else {
            return context.messages.note("\(name) stays as it is, with its secrets")
        }
        try file.wipe()
        context.messages.note("wiped \(name)")
        context.messages.note(
            "copies that a journal, a snapshot or a backup holds are out of reach; where that matters, revoke these tokens "
                + "and log in again")
    }

    private func tellThatFileStays(mayWipe: Bool) {
        guard source != .bundle || mayWipe else { return }
        context.messages.note("\(name) was not taken over as a whole, and stays as it is")
    }

    private func unwiped(_ reason: String) -> BrokerError {
        BrokerError(.fileError, "\(name) was not wiped: \(reason)")
    }

    private func askToWipe(_ mayAsk: Bool) async -> Bool {
        guard mayAsk, context.canAsk else { return false }
        return await Confirmation.ask("Overwrite and remove \(name)?", on: context.terminal)
    }
}
