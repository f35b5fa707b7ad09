import AccountModel
import AgentClient

/// The session bus: whether there is one, whose it is, and what it can start.
struct BusCheck {
    let agent: any AgentControl

    enum Outcome: Sendable {
        case answers(SessionBusFacts)
        case none
        case cannotBeUsed

        var facts: SessionBusFacts? {
            if case .answers(let facts) = self { facts } else { nil }
        }
    }

    private static let name = "bus"

    func look() async -> (Outcome, [Finding]) {
        do throws(BrokerError) {
            guard let facts = try await agent.busFacts() else {
                let words = "there is no session bus: commands start an agent of their own"
                return (.none, [.note(Self.name, words)])
            }
            return (.answers(facts), [.ok(Self.name, words(for: facts))])
        } catch {
            return (.cannotBeUsed, [Finding.problem(Self.name, error)])
        }
    }

    private func words(for facts: SessionBusFacts) -> String {
        let keyring =
            facts.hasKeyring
            ? "a keyring runs" : facts.startsKeyring ? "it can start a keyring" : "no keyring is known to it"
        let agent = facts.startsAgent ? "it can start the agent" : "the agent is started by commands"
        return "the session bus answers; \(agent); \(keyring)"
            + (facts.hasSystemd ? "; systemd serves the session" : "")
    }
}
