internal import AccountModel
internal import GLibBridge

/// Tells the person of uses of accounts by desktop notifications (the Desktop Notifications Specification 1.2).
///
/// The first use by a program of an account is shown at once; those that follow within some seconds are counted, and
/// the same bubble then tells how many they were. Nobody waits for it: without a program that shows notifications, or
/// with one that does not answer, nothing happens.
actor UseNotices {
    /// Who used what; uses of the same are one bubble.
    private struct Subject: Hashable {
        let program: ProgramIdentity
        let account: AccountID?
        let service: Service?
        let app: String?
    }

    private struct Bubble {
        /// What the desktop called it, so that it can be changed.
        var number: UInt32 = 0
        /// The last of the uses that are not shown yet, and how many they are.
        var latest: AccessRecord
        var count = 0
    }

    /// Subjects at a time; uses by more programs than these are not shown.
    private static let longest = 64
    /// For how long uses are counted before they are shown.
    private static let pause = Duration.seconds(5)

    private let desktop: DesktopNotifications
    private var bubbles: [Subject: Bubble] = [:]

    init(bus: BusConnection) {
        desktop = DesktopNotifications(bus: bus)
    }

    nonisolated func show(_ record: AccessRecord) {
        Task { await take(record) }
    }

    private func take(_ record: AccessRecord) {
        let subject = Subject(
            program: record.program, account: record.account?.id, service: record.service, app: record.app)
        if bubbles[subject] != nil {
            bubbles[subject]?.latest = record
            bubbles[subject]?.count += 1
        } else if bubbles.count < Self.longest {
            bubbles[subject] = Bubble(latest: record, count: 1)
            Task { await tell(of: subject) }
        }
    }

    /// Shows what is new of a subject, until a pause passes with nothing new.
    private func tell(of subject: Subject) async {
        while let bubble = bubbles[subject], bubble.count > 0 {
            bubbles[subject]?.count = 0
            let text = UseNotice(bubble.latest, count: bubble.count)
            if let number = await desktop.show(text, replacing: bubble.number) {
                bubbles[subject]?.number = number
            }
            try? await Task.sleep(for: Self.pause)
        }
        bubbles[subject] = nil
    }
}
