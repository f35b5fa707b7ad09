import AccountModel
import CommandLineKit
import TestRig
import Testing

@testable import AcctstoreCLI

@Suite("add by browser")
struct BrowserLogInTests {
    static let url = "https://api.example/oauth/authorize?oauth_token=" + String(repeating: "x", count: 120)
    static let page = LogInVisit(url: url, callback: "http://127.0.0.1:49152/callback")
    static let handle = LogInHandle(rawValue: "h1")
    static let desktop = ["DISPLAY": ":0", "BROWSER": "/bin/true"]

    private func run(
        _ arguments: [RawArgument] = [], steps: [LogInStep] = [.done(Samples.bob, warning: nil)],
        page: LogInVisit = page, typed: [String]? = [ScriptedTerminal.silent], returns: Bool = true,
        environment: [String: String] = desktop, isInteractive: Bool = true
    ) async throws -> TestRun.Outcome {
        let script = RecordingBroker.Script(
            logIn: [.visit(page, Self.handle)] + steps, browserReturns: returns)
        return try await TestRun(
            script: script, typed: typed, environment: environment, isInteractive: isInteractive
        ).run(["add"] + arguments)
    }

    @Test("with a display it is the default: the address is told and opened, and the browser's return is enough")
    func display() async throws {
        for environment in [Self.desktop, ["WAYLAND_DISPLAY": "w", "BROWSER": "/bin/true"], ["BROWSER": "/bin/true"]] {
            let outcome = try await run(environment: environment)
            #expect(outcome.status == 0 && outcome.output == "2\n")
            #expect(outcome.calls == ["begin twitter default browser attended user: -", "browser"])
            #expect(outcome.started == ["/bin/true \(Self.url)"])
            #expect(outcome.messages.split(separator: "\n").contains(Self.url[...]))
        }
    }

    @Test("without a display, over SSH, or with the PIN in a pipe the default is the PIN, and no browser is started")
    func noDisplay() async throws {
        let pin = LogInVisit(url: Self.url)
        let ssh = ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22", "DISPLAY": ":10", "BROWSER": "/bin/true"]
        for environment in [[:], ssh, ["SSH_TTY": "/dev/pts/1", "BROWSER": "/bin/true"], ["BROWSER": "lynx"]] {
            let outcome = try await run(page: pin, typed: ["0123456"], environment: environment)
            #expect(outcome.calls == ["begin twitter default pin attended user: -", "pin: 0123456"])
            #expect(outcome.started.isEmpty)
        }
        let script = RecordingBroker.Script(logIn: [.visit(pin, Self.handle), .done(Samples.bob, warning: nil)])
        let piped = try await TestRun(
            script: script, typed: [], input: Array("7\n".utf8), environment: Self.desktop
        ).run("add")
        #expect(piped.calls == ["begin twitter default pin user: -", "pin: 7"])
        #expect(piped.started.isEmpty)
    }

    @Test("over SSH --browser starts none and says how to go on; what is pasted is the answer")
    func pasted() async throws {
        let address = "http://127.0.0.1:49152/callback?oauth_token=a&oauth_verifier=b"
        let outcome = try await run(
            ["--browser"], typed: [address], returns: false,
            environment: ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22", "BROWSER": "lynx"])
        #expect(outcome.status == 0)
        #expect(outcome.calls.last == "pin: \(address)")
        #expect(outcome.started.isEmpty)
        #expect(outcome.messages.contains("on any machine"))
        #expect(outcome.messages.contains("Paste the whole address that it ended at."))
        #expect(outcome.messages.split(separator: "\n").contains(Self.url[...]))
    }

    @Test("without a terminal the browser alone is waited for, and nothing is asked")
    func unattended() async throws {
        let outcome = try await run(["--browser"], typed: nil, isInteractive: false)
        #expect(outcome.calls == ["begin twitter default browser user: -", "browser"])
        #expect(outcome.shown.isEmpty && outcome.started == ["/bin/true \(Self.url)"])
    }

    @Test("a log-in that goes on by PIN says why, and the page is opened all the same")
    func goesOnByPIN() async throws {
        let page = LogInVisit(url: Self.url, note: "port 8765 of 127.0.0.1 is taken by another program")
        let outcome = try await run(page: page, typed: ["77"])
        #expect(outcome.messages.hasPrefix("port 8765 of 127.0.0.1 is taken by another program; so by PIN:\n"))
        #expect(outcome.calls.last == "pin: 77" && outcome.shown == ["PIN: "])
        #expect(outcome.started == ["/bin/true \(Self.url)"])
    }

    @Test("a page that shows an authorization code is asked for by that name")
    func authorizationCode() async throws {
        let page = LogInVisit(url: Self.url, showsCode: true)
        let outcome = try await run(["--pin"], page: page, typed: ["c0de"])
        #expect(outcome.messages.contains("allow the access, and give the authorization code that is shown:"))
        #expect(outcome.calls.last == "pin: c0de" && outcome.shown == ["Authorization code: "])
    }

    @Test("the name that the service answered is confirmed, and a no stores nothing")
    func confirmation() async throws {
        let steps: [LogInStep] = [
            .confirmAccount(username: "alice\u{1B}[2J", .twitter, Self.handle), .done(Samples.alice, warning: nil),
        ]
        let yes = try await run(steps: steps, typed: [ScriptedTerminal.silent, "yes"])
        #expect(yes.status == 0 && yes.calls.last == "yes")
        #expect(yes.shown.last == #"Add @alice\u{1B}[2J (twitter)? yes, no: "#)
        for answers in [[ScriptedTerminal.silent, "no"], [ScriptedTerminal.silent]] {
            let no = try await run(steps: steps, typed: answers)
            #expect(no.status == 80 && no.output.isEmpty && no.calls.last == "no")
        }
    }

    @Test(
        "an address that is no page of a log-in is told and never opened",
        arguments: [
            "http://example.test/authorize", "file:///etc/passwd", "--new-window", "javascript:alert(1)",
            "http://127.0.0.1.example.test/", "https://api.example/ --x",
        ])
    func oddAddress(_ url: String) async throws {
        let outcome = try await run(page: LogInVisit(url: url, callback: "http://127.0.0.1:1/callback"))
        #expect(outcome.started.isEmpty && outcome.messages.contains(url))
    }
}

@Suite("the choice of a browser")
struct BrowserChoiceTests {
    private static let url = "https://api.example/?a=1&b=%27;c"

    private func command(_ browser: String?, _ more: [String: String] = [:]) -> [String]? {
        var environment = ["PATH": "/usr/bin:/bin"].merging(more) { $1 }
        environment["BROWSER"] = browser
        return BrowserChoice(environment: Environment { [environment] in environment[$0] }).command(for: Self.url)
    }

    @Test("$BROWSER is a list of commands; %s stands for the address, which else comes last; no shell reads it")
    func variable() {
        #expect(command("/bin/true") == ["/bin/true", Self.url])
        #expect(command("/nowhere/browser:/bin/true") == ["/bin/true", Self.url])
        #expect(command("/bin/true --new %s --end") == ["/bin/true", "--new", Self.url, "--end"])
        #expect(command("/bin/true go=%s 100%% a%cb %x") == ["/bin/true", "go=\(Self.url)", "100%", "a:b", "%x"])
        #expect(command("/bin/true $(id) 'a b'") == ["/bin/true", "$(id)", "'a", "b'", Self.url])
        #expect(command("env") == ["/usr/bin/env", Self.url])
    }

    @Test("browsers that need the terminal are passed over, and without any other there is none")
    func terminalBrowsers() throws {
        #expect(command("lynx") == nil)
        #expect(command("/usr/bin/w3m -v:/bin/true") == ["/bin/true", Self.url])
        #expect(command(nil) == nil)
        #expect(command("", ["DISPLAY": ":0", "PATH": "/nowhere"]) == nil)
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let opener = try folder.write("#!/bin/sh\n", to: "xdg-open", mode: 0o755)
        #expect(command(nil, ["DISPLAY": ":0", "PATH": folder.path]) == [opener, Self.url])
        #expect(command(nil, ["PATH": folder.path]) == nil)
    }
}
