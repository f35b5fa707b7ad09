import AgentService
import Testing

@Suite("What /.flatpak-info says")
struct FlatpakInfoTests {
    @Test("The application and its instance, among what else Flatpak writes")
    func read() throws {
        let info = try parse(
            """
            [Application]
            name=org.example.App-Beta
            runtime=runtime/org.freedesktop.Platform/x86_64/23.08

            [Instance]
            instance-id=2784612334
            extra-args=--filesystem=/a\\;b;
            session-bus-proxy=true

            [Session Bus Policy]
            org.acctstore.Agent1=talk
            """)
        #expect(info == FlatpakInfo(application: "org.example.App-Beta", instance: "2784612334"))
    }

    @Test("An instance of another form is none", arguments: ["", "x", "1 2", "-1", "123456789012345678901"])
    func strangeInstance(instance: String) throws {
        let info = try parse("[Application]\nname=org.example.App\n[Instance]\ninstance-id=\(instance)\n")
        #expect(info.instance == nil)
    }

    @Test(
        "An application by a name that cannot be is refused, and its name shown on one line",
        arguments: [
            "org.example", "App", "", "org..App", ".org.example.App", "org.example.App.", "org.example.1App",
            "org.ex-ample.App", "org.example.-App", "../../etc/passwd", "org.example/../App", "org.example.App*",
            "org.example.Äpp", "org.example.App x", "org.example.App\\nAllow", "org.example.App\\u{1B}", "*",
            "org.example." + String(repeating: "a", count: 10_000),
        ])
    func strangeName(name: String) throws {
        let refusal = #expect(throws: NamingRefusal.self) {
            try parse("[Application]\nname=\(name)\n[Instance]\ninstance-id=1\n")
        }
        #expect((refusal?.reason.utf8.count ?? .max) < 200)
        #expect(refusal?.reason.contains("\n") == false)
    }

    @Test("A text without an application, and one that is no key file, is refused")
    func nothing() {
        for text in ["", "[Runtime]\nname=org.example.Sdk\n", "name=org.example.App\n", "\u{0}\u{1}"] {
            #expect(throws: NamingRefusal.self) { try parse(text) }
        }
        #expect(throws: NamingRefusal.self) {
            try FlatpakInfo(parsing: Array("[Application]\nname=org.example.A".utf8) + [0xff, 0x0a])
        }
    }

    private func parse(_ text: String) throws(NamingRefusal) -> FlatpakInfo {
        try FlatpakInfo(parsing: Array(text.utf8))
    }
}
