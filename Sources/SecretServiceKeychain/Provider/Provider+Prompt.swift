internal import AccountStore
internal import GLibBridge

/// How a question of the provider's own ended.
enum PromptOutcome: Sendable {
    /// Answered; with what the provider gave, such as the path of a new item.
    case completed(Variant?)
    case dismissed
    /// Dismissed by the provider itself, which found no program to ask with.
    case nobodyAsked
    /// Nobody answered within the limit. The question was withdrawn.
    case unanswered
    /// There was no such question any more.
    case vanished
    /// The provider or the bus ended with the question open.
    case providerGone
}

extension Provider {
    /// Shows a prompt of the provider's and waits for its end, as long as a person may take.
    ///
    /// The end is heard of by a signal, which never comes when the provider dies or the prompt's object vanishes.
    func run(prompt path: String) async throws(ProviderError) -> PromptOutcome {
        // Both before the prompt is shown, which may end at once.
        let completions = await connection.signals(
            sender: Names.bus, interface: Names.prompt, member: "Completed", path: path)
        let owners = await connection.ownerChanges(of: Names.bus)
        // No window of ours for it to belong to.
        do throws(ProviderError) {
            _ = try await call(path, Names.prompt, "Prompt", [.string("")])
        } catch {
            guard error.cause == .noSuchObject else { throw error }
            return .vanished
        }
        // Nil for a wait that was cancelled.
        let outcome = await withTaskGroup(of: PromptOutcome?.self, returning: PromptOutcome?.self) { group in
            group.addTask {
                for await completion in completions { return Self.outcome(of: completion) }
                return nil
            }
            group.addTask {
                for await _ in owners { return .providerGone }
                return nil
            }
            group.addTask { [connection] in
                await connection.waitUntilClosed()
                return Task.isCancelled ? nil : .providerGone
            }
            group.addTask { [limits] in
                do { try await Task.sleep(for: limits.prompt) } catch { return nil }
                return .unanswered
            }
            defer { group.cancelAll() }
            for await outcome in group {
                if let outcome { return outcome }
            }
            return nil
        }
        guard let outcome, case .completed = outcome else { return try await ending(outcome, prompt: path) }
        return outcome
    }

    private static func outcome(of completion: BusSignal) -> PromptOutcome {
        completion.message[0]?.boolean == true ? .dismissed : .completed(completion.message[1]?.boxed)
    }

    /// Looks closer at a prompt that was not answered. Nil stands for a cancelled task.
    private func ending(_ outcome: PromptOutcome?, prompt path: String) async throws(ProviderError) -> PromptOutcome {
        switch outcome {
        case .dismissed:
            return await isWithoutPrompter() ? .nobodyAsked : .dismissed
        case .unanswered, nil:
            // The window would stay open; whether the provider hears this changes nothing here.
            _ = try? await call(path, Names.prompt, "Dismiss")
            return .unanswered
        case .completed, .nobodyAsked, .vanished, .providerGone:
            return outcome ?? .unanswered
        }
    }

    /// Whether the provider is gnome-keyring, which has a second name on the bus.
    func isGnomeKeyring() async -> Bool {
        guard let keyring = try? await connection.owner(of: "org.gnome.keyring"),
            let provider = try? await connection.owner(of: Names.bus)
        else { return false }
        return keyring == provider
    }

    /// What the person can do where no question is shown. gnome-keyring's command makes the log-in keyring where there is
    /// none, and without `--replace` does nothing while one runs. It takes all of its stdin for the password: of what
    /// is typed at a terminal the line end too, which opens nothing.
    func openingCommand() async -> String {
        await isGnomeKeyring()
            ? "bash -c 'IFS= read -rsp \"Password of the keyring: \" p; printf %s \"$p\" | gnome-keyring-daemon --replace "
                + "--unlock --components=secrets'"
            : "Open it in the keyring's own program."
    }

    /// gnome-keyring answers "dismissed" at once where no program can show its question. Its prompter, whether the
    /// desktop's own or one started for the purpose, still has its name when a person has dismissed the question.
    private func isWithoutPrompter() async -> Bool {
        guard await isGnomeKeyring() else { return false }
        let prompter = try? await connection.callBus("NameHasOwner", [.string("org.gnome.keyring.SystemPrompter")])
        return prompter?[0]?.boolean == false
    }
}
