import AccountModel
import AgentClient

/// The session bus: whether there is one, whose it is, and what it can start.
struct BusCheck {
    let agent: any AgentControl
    let environment: Environment

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
            var finding = Finding.problem(Self.name, error)
            finding.next = [withoutBus, error.nextStep].compactMap(\.self).joined(separator: "\n")
            return (.cannotBeUsed, [finding])
        }
    }

    /// A vault needs no bus: none at all is better for it than one that gives no answer.
    private var withoutBus: String? {
        let variable = "DBUS_SESSION_BUS_ADDRESS"
        guard environment[variable] != nil, let data = PersonalFolder.data.path(environment),
            FileFacts("\(data)/acctstore/vault") != nil
        else { return nil }
        return "unset \(variable)"
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
