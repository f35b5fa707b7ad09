import AccountModel
import AccountStore
import FoundationEssentials
import Glibc
import Prompters

/// A folder with a script in the place of pinentry, which answers as it is told and keeps what it is sent.
final class PinentryDouble: Sendable {
    let folder: String

    /// - Parameters:
    ///   - answers: shell commands, one for each `CONFIRM`.
    ///   - name: of the program.
    ///   - flavor: what it says that it is; `nil` for one that does not say.
    ///   - fault: a pattern of commands that it answers by other shell commands.
    init(
        _ answers: [String], as name: String = "pinentry-gtk-2", flavor: String? = "gtk2",
        fault: (pattern: String, reply: String)? = nil
    ) throws {
        folder = "/tmp/acctstore-pinentry-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let cases = answers.enumerated().map { "\($0 + 1)) \($1);;" }.joined(separator: "\n")
        try install(
            name,
            """
            #!/bin/sh
            n=0
            env >'\(folder)/environment'
            echo 'OK Pleased to meet you'
            while read -r line; do
                printf '%s\\n' "$line" >>'\(folder)/log'
                case $line in
                \(fault.map { "\($0.pattern)) \($0.reply);;" } ?? "")
                "GETINFO flavor") \(flavor.map { "echo 'D \($0)'; echo OK" } ?? "echo 'ERR 536871187 Unknown'");;
                CONFIRM*) n=$((n+1)); echo $$ >'\(folder)/pid'
                    case $n in
            \(cases)
                    esac;;
                *) echo OK;;
                esac
            done

            """)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func install(_ name: String, _ script: String) throws {
        let path = "\(folder)/\(name)"
        try Data(script.utf8).write(to: URL(filePath: path))
        unsafe chmod(path, 0o755)
        waitUntilNobodyWrites(path)
    }

    /// A program that is started elsewhere in these tests meanwhile has the file open for writing until its exec, and a
    /// file that is open so cannot be run ("text file busy"). The kernel gives no lease on it for reading either.
    private func waitUntilNobodyWrites(_ path: String) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        // F_SETLEASE of fcntl(2), which is not among what Swift sees of the C library.
        let setLease: Int32 = 1024
        while fcntl(file, setLease, Int32(F_RDLCK)) != 0 && errno == EAGAIN { usleep(1000) }
    }

    var prompter: PersonPrompter { prompter(silence: .seconds(60)) }

    func prompter(silence: Duration) -> PersonPrompter {
        PersonPrompter(
            environment: ["PATH": "\(folder):/usr/bin:/bin", "HOME": "/home/alice", "SECRET": "x"],
            silence: silence)
    }

    /// Every line that it was sent.
    var log: [String] { text("log")?.split(separator: "\n").map(String.init) ?? [] }

    func text(_ name: String) -> String? {
        (try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The dialog that stands there, once it does.
    func process() async throws -> Int32 {
        while true {
            if let pid = text("pid").flatMap({ Int32($0.filter(\.isNumber)) }) { return pid }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension Caller {
    /// A program with a desktop.
    static func atDesktop(
        _ provenance: [String] = [], isRunning: @escaping @Sendable () -> Bool = { true }
    ) -> Caller {
        Caller(
            program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"),
            provenance: Provenance(provenance), isRunning: isRunning,
            place: { .display(.init(variables: ["DISPLAY": ":7"])) })
    }
}
