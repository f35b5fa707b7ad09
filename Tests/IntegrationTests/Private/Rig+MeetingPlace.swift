import AgentProtocol
import TestRig

extension Rig {
    /// Where the agent of a session without a bus waits.
    func meetingPlace(_ runtime: String) -> String {
        "\(runtime)/acctstore/\(AgentMeetingPlace.socket(environmentWithoutBus(runtime: runtime)))"
    }

    func hasMeetingPlace(_ runtime: String) -> Bool {
        PackageFiles.exists(meetingPlace(runtime))
    }
}
