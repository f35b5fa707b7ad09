import TestRig
import Testing

/// A machine without a Secret Service, whose configuration names the vault.
enum VaultOnMachine {
    static let passphrase = "correct horse"
    static let sign = "acctstore sign -a 1 GET https://api.x.com/1.1/test.json"
    static let tokens = "oauth_token=t-alice&oauth_token_secret=s-alice&user_id=12&screen_name=alice"

    static func options(_ configuration: String = "") -> RigOptions {
        var options = RigOptions()
        options.secrets = .none
        options.hasService = false
        options.configuration = "[acctstore]\nkeychain=vault\n\(configuration)"
        return options
    }

    static func file(of rig: Rig) -> [UInt8]? {
        try? rig.folder.bytes(path)
    }

    static let path = "home/.local/share/acctstore/vault"

    /// Keeps an app, for which the vault is made, and an account.
    static func fill(_ terminal: Terminal, of rig: Rig) async throws {
        let setting = try await terminal.begin(
            "printf consumer-secret | acctstore app set twitter --key consumer-key --secret-stdin")
        try await typeNew(passphrase, again: passphrase, at: terminal)
        expectSuccess(try await setting.finish(), prints: "")
        try rig.folder.write(tokens, to: "tokens")
        try await terminal.mustRun("acctstore add twitter --token-stdin < tokens")
    }

    static func type(_ passphrase: String, at terminal: Terminal) async throws {
        try await terminal.waitFor("Passphrase of the vault: ")
        try await eventually("no echo") { !terminal.echoes }
        try terminal.type("\(passphrase)\n")
    }

    static func typeNew(_ first: String, again second: String, at terminal: Terminal) async throws {
        for (prompt, text) in [("New passphrase of the vault: ", first), ("The same again: ", second)] {
            try await terminal.waitFor(prompt)
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("\(text)\n")
        }
    }
}
