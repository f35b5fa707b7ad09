import AccountModel

/// Where secrets are kept, whether that is open, and which apps are in it.
struct KeychainCheck: Check {
    let overview: StoreOverview

    private static let name = "keychain"

    func findings() async -> [Finding] {
        let place = await words(for: overview.keychain)
        return [state(place), apps, log].compactMap(\.self)
    }

    private func state(_ place: String) -> Finding {
        let trouble = overview.trouble
        switch overview.keychain.state {
        case .open: return .ok(Self.name, "\(place), open")
        case .locked, .unopened:
            if overview.keychain.isVault {
                // As it is at the beginning of each session: a command asks for the passphrase.
                return .note(Self.name, "\(place), locked until a command needs it", next: "acctstore unlock")
            }
            let since = overview.keychain.state == .unopened ? "locked since its program was started" : "locked"
            let next = trouble?.code == .locked ? trouble?.nextStep : nil
            return .problem(Self.name, "\(place), \(since)", code: .locked, next: next ?? "acctstore unlock")
        case .absent, .unreachable, .unknown:
            // The words for a mistake in the configuration quote it; the agent has told all of them already, without that.
            if overview.keychain.state == .unknown, trouble?.code == .notConfigured {
                return .note(Self.name, "not told before what is wrong above is mended")
            }
            guard let trouble else { return .problem(Self.name, place, code: .failed, next: nil) }
            // The words for a file name it already.
            let subject = overview.keychain.path == nil ? place : overview.keychain.kind
            let finding = Finding(
                Self.name, .problem, "\(subject): \(trouble.message)", next: trouble.nextStep, code: trouble.code)
            guard overview.keychain.kind == KeychainKind.secretService.rawValue else { return finding }
            var hanging = finding.goingOn(with: Self.endingTheKeyring)
            if hanging.next != finding.next {
                hanging.found += "; to end its program loses what was not saved in it"
            }
            return hanging
        }
    }

    /// What gives no answer would not end by itself either. The bus, or the desktop, starts it anew.
    private static let endingTheKeyring =
        "kill -9 $(gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus "
        + "--method org.freedesktop.DBus.GetConnectionUnixProcessID org.freedesktop.secrets | sed 's/[^ ]* //;s/,.*//')"

    private func words(for keychain: KeychainStatus) async -> String {
        var provider = ""
        if let program = keychain.provider {
            let version = await ProviderVersion(program: program).text()
            provider = " (\(program)\(version.map { " \($0)" } ?? ""))"
        }
        let collection = keychain.collection.map { ", collection “\(OneLine.visible($0))”" } ?? ""
        return keychain.kind + provider + collection + (keychain.path.map { ", \($0)" } ?? "")
    }

    private var apps: Finding? {
        guard let apps = overview.apps else { return nil }
        let names = apps.map { "\(OneLine.visible($0.name, length: 64)) (\(Disclosure.service($0.service)))" }
        return .ok("apps", names.isEmpty ? "none" : names.joined(separator: ", "))
    }

    private var log: Finding? {
        guard let log = overview.log else { return nil }
        let lacks = log.missing == 0 ? "" : "; uses that it lacks: \(log.missing)"
        if let trouble = log.trouble {
            return .problem(
                "log", trouble + lacks, code: .fileError,
                next: log.path.map { "ls -ld \(ShellWord.quoted($0))" })
        }
        return .ok("log", (log.isOn ? "on" : "off") + lacks)
    }
}

/// The release of the program that keeps the secrets, which the Secret Service does not tell.
struct ProviderVersion: Sendable {
    /// The file name of the program that answers.
    let program: String

    /// Those that are known to tell their version, and to do nothing else when they are asked for it.
    private static let known = [
        "gnome-keyring-daemon", "kwalletd5", "kwalletd6", "ksecretd", "keepassxc", "oo7-daemon",
    ]

    /// `42.1`: of the program of that name on PATH; `nil` where it does not say.
    func text() async -> String? {
        guard Self.known.contains(program) else { return nil }
        let filter = Filter(command: [program, "--version"], patience: 3000, longestOutput: 4096)
        guard let output = await filter.output(for: []) else { return nil }
        return String(decoding: output, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            .first { $0.first?.isNumber == true && $0.contains(".") }
            .map { OneLine.visible(String($0), length: 20) }
    }
}
