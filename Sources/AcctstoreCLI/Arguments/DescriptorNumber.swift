import AccountModel
import CommandLineKit
import Glibc

/// A descriptor that the program was started with.
struct DescriptorNumber: ArgumentValue, Equatable {
    static let expectation: String? = "the number of an open descriptor, 0 or from 3 on"

    let number: Int32

    init?(argument: RawArgument) {
        guard let number = argument.text.flatMap({ Int32($0) }), number == 0 || number >= 3 else { return nil }
        self.number = number
    }

    /// The descriptor for this process alone: no program that is started gets it. To be called once.
    ///
    /// What this process was started with has no close-on-exec, or it were not there. All that it opens itself has it: a
    /// terminal or a connection of ours that happens to have the number is not what the person meant.
    func taken() throws(BrokerError) -> Descriptor {
        let flags = fcntl(number, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0, let descriptor = Descriptor(duplicating: number)
        else {
            throw BrokerError(.invalidArgument, "descriptor \(number) is not open", nextStep: "add \(number)< FILE")
        }
        if number > 2 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }
}
