import AccountModel

/// Leads the person through an import, from what is in the file to what becomes of it.
struct Import {
    struct Options {
        var isDry = false
        var mayStore = false
        var mayReplace = false
        var mayWipe = false
    }

    let options: Options
    let request: ImportRequest
    let file: ForeignFile
    let listing: ImportListing
    let broker: any Broker
    let context: CommandContext

    func run() async throws {
        show()
        guard !listing.items.isEmpty else { return try await endEmpty() }
        if options.isDry {
            _ = try await broker.endImport(listing.handle)
            context.messages.note("nothing was stored")
            return
        }
        try await confirm()
        let trouble = try await store()
        if let trouble, trouble.endsAll {
            tellThatFileStays()
            throw trouble.error
        }
        let count = try await broker.endImport(listing.handle)
        if count > 0 {
            context.messages.note("\(count) \(count == 1 ? "thing" : "things") stored and read back")
        } else if trouble == nil {
            context.messages.note("nothing new was stored: all of it was kept already, and was read back")
        }
        if let trouble {
            tellThatFileStays()
            throw trouble.error
        }
        try await settleFile()
    }

    private var name: String { OneLine.visible(file.name, length: 4096) }

    private func show() {
        guard !listing.lines.isEmpty else { return }
        context.messages.instruction("\(name) holds:")
        for line in listing.lines { context.messages.instruction(OneLine.visible(line, length: 2000)) }
    }

    private func endEmpty() async throws {
        _ = try await broker.endImport(listing.handle)
        guard listing.isWhole else {
            throw BrokerError(.inputRefused, "nothing in \(name) can be taken over; nothing was stored")
        }
        context.messages.note("there is nothing in \(name) to take over")
        // It may be another file than the one that was meant.
        if options.mayWipe { throw unwiped("nothing in it was taken over") }
    }

    private func confirm() async throws(BrokerError) {
        if options.mayStore { return }
        do throws(BrokerError) {
            try await ask(
                "Store these?", refused: "\(name) was not imported: nothing was stored",
                unasked: BrokerError(
                    .invalidArgument, "nobody can be asked whether to store these; nothing was stored",
                    nextStep: command(storing: true)))
        } catch {
            _ = try? await broker.endImport(listing.handle)
            throw error
        }
    }

    private func ask(_ question: String, refused: String, unasked: BrokerError) async throws(BrokerError) {
        guard context.canAsk else { throw unasked }
        guard await Confirmation.ask(question, on: context.terminal) else { throw BrokerError(.cancelled, refused) }
    }

    // MARK: One by one

    private struct Trouble: Error {
        var error: BrokerError
        /// Whether what follows would end as this did.
        var endsAll = false
    }

    /// Stores what can be stored; the first trouble, where there was any. All are told.
    private func store() async throws -> Trouble? {
        var first: Trouble?
        for (place, item) in listing.items.enumerated() {
            do throws(Trouble) {
                let number = try await store(item, at: place)
                if let number { try write(number) }
            } catch {
                // The first one is told at the end, as the reason for the status.
                if first == nil { first = error } else { context.messages.error(error.error) }
                guard error.endsAll else { continue }
                first?.endsAll = true
                return first
            }
        }
        return first
    }

    private func write(_ number: Int) throws(Trouble) {
        do throws(SinkError) {
            try context.output.write(lines: [String(number)])
        } catch {
            throw Trouble(
                error: BrokerError(.fileError, "the number \(number) could not be written to standard output"))
        }
    }

    /// The number of an account.
    private func store(_ item: ImportItem, at place: Int) async throws(Trouble) -> Int? {
        var outcome = try await outcome(of: place, replacing: options.mayReplace)
        if case .wouldReplace(let words) = outcome {
            do throws(BrokerError) {
                try await confirmReplacement(OneLine.visible(words, length: 500))
            } catch {
                throw Trouble(error: error)
            }
            outcome = try await self.outcome(of: place, replacing: true)
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
            throw Trouble(
                error: BrokerError(.failed, "\(OneLine.visible(words, length: 500)) could not be replaced"))
        }
    }

    /// One trouble holds up nothing else, but for a keychain that cannot be used, and an import that the agent has forgotten.
    private func outcome(of place: Int, replacing: Bool) async throws(Trouble) -> ImportOutcome {
        do throws(BrokerError) {
            return try await broker.storeImported(listing.handle, item: place, replacing: replacing)
        } catch {
            // Of a bundle no service is asked, so that what cannot be reached is the keychain.
            let isOfKeychain = error.code == .locked || error.code == .unavailable && request.source == .bundle
            guard error.code == .cancelled || isOfKeychain else { throw Trouble(error: error) }
            let steps = [error.nextStep, command(storing: options.mayStore)].compactMap(\.self)
            throw Trouble(
                error: BrokerError(error.code, error.message, nextStep: steps.joined(separator: "\n")), endsAll: true)
        }
    }

    /// This command, with what was given and what is to be given.
    private func command(storing: Bool, replacing: Bool = false) -> String {
        let flags = [
            storing ? "--yes" : nil, replacing || options.mayReplace ? "--replace" : nil,
            options.mayWipe ? "--wipe" : nil,
        ]
        return ([request.command] + flags.compactMap(\.self)).joined(separator: " ")
    }

    private func confirmReplacement(_ words: String) async throws(BrokerError) {
        try await ask(
            "\(words) is kept already. Replace it?", refused: "\(words) was left as it is",
            unasked: BrokerError(
                .invalidArgument, "\(words) is kept already, and nobody can be asked whether to replace it",
                nextStep: command(storing: options.mayStore, replacing: true)))
    }

    // MARK: The file

    /// Wipes it where the person says so, and tells what becomes of it otherwise. Of a file that was not taken as a whole
    /// nothing is lost.
    ///
    /// Throws `fileError` where `--wipe` was given and the file stays: its secrets are still there.
    private func settleFile() async throws(BrokerError) {
        // A bundle is sealed, and whoever has made it may want it again.
        guard request.source != .bundle || options.mayWipe else { return }
        guard listing.isWhole else {
            if options.mayWipe { throw unwiped("not all of it was taken over: \(listing.losses)") }
            return tellThatFileStays()
        }
        if let hindrance = file.hindrance {
            if options.mayWipe { throw unwiped(hindrance) }
            return context.messages.note("\(name) was not wiped: \(hindrance)")
        }
        guard options.mayWipe ? true : await askToWipe() else {
            return context.messages.note("\(name) stays as it is, with its secrets")
        }
        try file.wipe()
        context.messages.note("wiped \(name)")
        context.messages.note(
            "copies that a journal, a snapshot or a backup holds are out of reach; where that matters, revoke these tokens "
                + "and log in again")
    }

    private func tellThatFileStays() {
        guard request.source != .bundle || options.mayWipe else { return }
        context.messages.note("\(name) was not taken over as a whole, and stays as it is")
    }

    private func unwiped(_ reason: String) -> BrokerError {
        BrokerError(.fileError, "\(name) was not wiped: \(reason)")
    }

    private func askToWipe() async -> Bool {
        guard !options.mayStore, context.canAsk else { return false }
        return await Confirmation.ask("Overwrite and remove \(name)?", on: context.terminal)
    }
}
