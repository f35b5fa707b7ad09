import TestRig

extension Rig {
    /// A program that signs in at the service, presses a button and goes where it is sent.
    func browser(
        as person: TestService.Person = TestService.Known.alice, presses button: String = "allow"
    ) throws -> String {
        try script(
            "browser-\(person.name)-\(button)",
            """
            #!/bin/sh
            for last; do :; done
            streams=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2)
            echo "$streams" >"$HOME/streams"
            cut -d ' ' -f 1,6,8 /proc/$$/stat >"$HOME/ids"
            token=${last##*oauth_token=}
            curl -s -L -o "$HOME/page" -w '%{http_code} %{url_effective}' -d "oauth_token=${token%%&*}" \\
              -d username=\(person.name) -d password=\(person.password) -d \(button)=1 "${last%%\\?*}" >"$HOME/visited"

            """)
    }
}
